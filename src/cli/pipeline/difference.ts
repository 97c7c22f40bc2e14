// How two bodies differ, for people field by field, and for the service as the merge patch that makes the one the other.

import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "../../http/json.js";
import { below } from "../resources/paths.js";

/** Undefined is not set. */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

/** Fields of `whole` are told and replaced as one. */
export const fieldChanges = (
  before: JsonObject,
  after: JsonObject,
  whole: readonly string[] = [],
  at = "",
): FieldChange[] =>
  differing(before, after).flatMap((key) => {
    const [old, now] = [before[key], after[key]];
    const path = below(at, key);
    return isObject(old) && isObject(now) && !whole.includes(path)
      ? fieldChanges(old, now, whole, path)
      : [{ path, before: old, after: now }];
  });

export const mergePatchBetween = (
  before: JsonObject,
  after: JsonObject,
  whole: readonly string[] = [],
  at = "",
): JsonObject =>
  Object.fromEntries(
    differing(before, after).map((key) => {
      const [old, now] = [before[key], after[key]];
      const path = below(at, key);
      const isMerged = isObject(old) && isObject(now) && !whole.includes(path);
      return [key, isMerged ? mergePatchBetween(old, now, whole, path) : (now ?? null)];
    }),
  );

const differing = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(before[key], after[key]),
  );

/** To say that there is none and to say nothing are the same. */
const isSame = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || isDeepStrictEqual(a, b);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
