// JSON of requests: plain objects and merge patches. Names in them are those of users, so no object is asked
// for a name that it may inherit: `__proto__` never gets here (see `json-bodies.ts`).

import { entryOf } from "../domain/resource/entry.js";
import { isObject, type JsonObject } from "../domain/resource/json.js";

/** The same keys with mapped values. */
export const mapValues = <V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

/** Removes undefined and null fields. */
export const present = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));

/** JSON merge patch (RFC 7396): merges objects key by key; null removes a key, anything else replaces it. */
export const mergePatch = (target: unknown, patch: JsonObject): JsonObject => {
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = isObject(value) ? mergePatch(entryOf(merged, key), value) : value;
  }
  return merged;
};
