// Draft of a column mapping: the mapping in the API's own shape, with the options of the files that change
// with it, and its merge patches.

import { nameOf } from "../../../../src/words/names.js";
import type { Schemas } from "../../../api/client.js";

type Dataset = Schemas["Dataset"];
type Proposal = NonNullable<Dataset["proposal"]>;
export type FieldMapping = Schemas["ColumnMapping"];
export type Format = NonNullable<FieldMapping["format"]>;
export type IdentitySet = Dataset["identity_sets"][string];
export type StreamMapping = Omit<Dataset["output_to_streams"][string], "stream_id">;
export type FileOptions = NonNullable<Proposal["options"]>;

export interface Mapping {
  identity_sets: Dataset["identity_sets"];
  output_to_streams: Readonly<Record<string, StreamMapping>>;
  output_to_traits: Dataset["output_to_traits"];
  upsert_columns?: readonly string[];
  reference_key_columns?: readonly string[];
  privacy?: "suppress" | "delete";
  keep_months?: number;
}
export interface Draft extends Mapping {
  /** Options that differ from those of the dataset. */
  options?: FileOptions;
}

/** The part of a dataset that a draft starts from. */
export type Mapped = Mapping & {
  options?: { snapshot?: FileOptions["snapshot"] | undefined };
  proposal?: Proposal | undefined;
};

export const draftOf = (mapped: Omit<Mapped, "proposal">): Draft => {
  const { identity_sets, output_to_streams, output_to_traits, options } = mapped;
  const { upsert_columns, reference_key_columns, privacy, keep_months } = mapped;
  return {
    identity_sets,
    output_to_streams: mapEntries(output_to_streams, withoutId),
    output_to_traits: output_to_traits ?? {},
    ...(upsert_columns?.length && { upsert_columns }),
    ...(reference_key_columns?.length && { reference_key_columns }),
    ...(privacy && { privacy }),
    ...(keep_months && { keep_months }),
    ...(options?.snapshot && { options: { snapshot: options.snapshot } }),
  };
};

const withoutId = (stream: StreamMapping & { stream_id?: string }): StreamMapping => {
  const { stream_id: _, ...mapping } = stream;
  return mapping;
};

/** The suggestion, as a mapping of its own. */
export const proposedDraft = ({ output_to_traits = {}, options, ...proposal }: Proposal): Draft => ({
  ...draftOf({ ...proposal, output_to_traits }),
  ...(options && { options }),
});

/** The saved mapping, or the suggestion where there is none. */
export const startingDraft = ({ proposal, ...saved }: Mapped): Draft => {
  const { privacy, options, ...draft } = draftOf(saved);
  const isUnmapped = [saved.identity_sets, saved.output_to_streams].every(isEmpty);
  const start: Draft = isUnmapped && proposal ? proposedDraft(proposal) : draft;
  const { options: found, ...mapping } = start;
  const both = { ...options, ...found };
  return { ...mapping, ...(privacy && { privacy }), ...(!isEmpty(both) && { options: both }) };
};

export const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

/** The request that saves a draft. */
export const patchOf = (saved: Omit<Mapped, "proposal">, draft: Draft): Record<string, unknown> => ({
  ...mergePatch({ ...draftOf(saved) }, { ...draft }),
  preview: false,
});

const mapEntries = <A, B>(object: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

export const changedStream = (
  draft: Draft,
  name: string,
  change: (stream: StreamMapping) => StreamMapping,
): Draft => ({
  ...draft,
  output_to_streams: Object.fromEntries(
    Object.entries(draft.output_to_streams).map(([each, stream]) => [
      each,
      each === name ? change(stream) : stream,
    ]),
  ),
});

export const withoutStream = (draft: Draft, name: string): Draft => ({
  ...draft,
  output_to_streams: without(draft.output_to_streams, name),
});

export const withoutSet = (draft: Draft, name: string): Draft => ({
  ...draft,
  identity_sets: without(draft.identity_sets, name),
});

/** Renames an entry in place. */
export const renamed = <T>(
  entries: Readonly<Record<string, T>>,
  from: string,
  to: string,
): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name === from ? to : name, value]));

export const without = <T>(entries: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([each]) => each !== name));

/** Adds a person without columns, under an unused name. */
export const withSet = (draft: Draft): Draft => {
  const name = firstUnused(["customer", "shipping", "billing", "other"], Object.keys(draft.identity_sets));
  return { ...draft, identity_sets: { ...draft.identity_sets, [name]: {} } };
};

export const withStream = (draft: Draft, wanted = "transaction"): Draft => {
  const name = firstUnused([wanted, "event"], Object.keys(draft.output_to_streams));
  return { ...draft, output_to_streams: { ...draft.output_to_streams, [name]: { data_map: {} } } };
};

const firstUnused = (wanted: readonly string[], taken: readonly string[]): string => {
  const counted = taken.map((_, index) => `${wanted.at(-1)}_${index + 2}`);
  return [...wanted, ...counted].find((name) => !taken.includes(name))!;
};

/** A text as the name of a stream: "Repeat Purchase" is repeat_purchase. */
export const machineName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/** The name of a stream; one in use gets a number. */
export const unusedStream = (text: string, taken: readonly string[]): string =>
  firstUnused([machineName(text) || "event"], taken);

/**
 * The name of a property or attribute; one in use gets a number: "Product Category" is product_category, or
 * product_category_2.
 */
export const unusedName = (text: string, taken: readonly string[]): string =>
  firstUnused([nameOf(text)], taken);

interface Json {
  readonly [name: string]: unknown;
}

/** The JSON merge patch that turns `before` into `after`: null clears a field, and lists are replaced as a whole. */
export const mergePatch = (before: Json, after: Json): Record<string, unknown> => {
  // Names are those of users, such as `constructor`, and a map inherits nothing under them.
  const old = new Map(Object.entries(before));
  const wanted = new Map(Object.entries(after).filter(([, value]) => isThere(value)));
  const cleared = [...old].filter(([name, value]) => isThere(value) && !wanted.has(name));
  const changed = [...wanted].filter(([name, value]) => !isEqual(old.get(name), value));
  return Object.fromEntries([
    ...cleared.map(([name]) => [name, null]),
    ...changed.map(([name, value]) => [name, patched(old.get(name), value)]),
  ]);
};

const patched = (before: unknown, after: unknown): unknown =>
  isObject(before) && isObject(after) ? mergePatch(before, after) : after;

/** Value that a merge patch makes (RFC 7396). */
export const applied = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, applied(result.get(name), value));
  }
  return Object.fromEntries(result);
};

/** Whether two values are the same JSON, in whatever order of fields. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const other = new Map(Object.entries(b));
  const entries = Object.entries(a);
  return (
    entries.length === other.size &&
    entries.every(([name, value]) => other.has(name) && isEqual(value, other.get(name)))
  );
};

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
