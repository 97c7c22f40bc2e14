// Draft of a column mapping. It is made of lists, because its entries may be unfinished or renamed while they are edited.

import type { Schemas } from "../../../api/client.js";

type Dataset = Schemas["Dataset"];
export type Format = NonNullable<Dataset["formats"]>[string];

/** The mapping as the API has it. */
export interface Mapping {
  identity_sets: Dataset["identity_sets"];
  output_to_streams: Record<string, StreamMapping>;
  output_to_traits: Record<string, TraitMapping>;
  upsert_columns?: string[];
  reference_key_columns?: string[];
  privacy?: "suppress" | "delete";
}
type StreamMapping = Omit<Dataset["output_to_streams"][string], "stream_id">;
type ColumnMapping = StreamMapping["data_map"][string];
type Condition = Schemas["ColumnCondition"];
type TraitMapping = Dataset["output_to_traits"][string];
export type IdentitySet = Dataset["identity_sets"][string];

/**
 * A column and its format; without a format, the detected one. An empty column is not mapped. `written`: a column with an aggregate, or
 * several columns, which stay as they are until another column is chosen.
 */
interface ColumnDraft {
  column: string;
  format?: Format | undefined;
  written?: ColumnMapping;
}
export interface SetDraft {
  key: number;
  name: string;
  set: IdentitySet;
}
export interface StreamDraft {
  key: number;
  name: string;
  datetime: ColumnDraft;
  value: ColumnDraft;
  properties: (ColumnDraft & { name: string })[];
  conditions: Condition[] | undefined;
  /** What makes an event of several rows, and refunds, kept as it is. */
  rest?: Omit<StreamMapping, "data_map" | "conditions">;
}
type TraitDraft = TraitMapping & { name: string };
export interface Draft {
  sets: SetDraft[];
  streams: StreamDraft[];
  traits: TraitDraft[];
  keyColumns: string[];
  referenceColumns: string[];
  privacy: "none" | "suppress" | "delete";
}

export const draftOf = (mapping: Mapping): Draft => ({
  sets: Object.entries(mapping.identity_sets).map(([name, set], key) => ({ key, name, set })),
  streams: Object.entries(mapping.output_to_streams).map(([name, stream], key) => ({
    key,
    name,
    ...streamDraft(stream),
  })),
  traits: Object.entries(mapping.output_to_traits).map(([name, trait]) => ({ name, ...trait })),
  keyColumns: mapping.upsert_columns ?? [],
  referenceColumns: mapping.reference_key_columns ?? [],
  privacy: mapping.privacy ?? "none",
});

export const mappingOf = (draft: Draft): Mapping => ({
  identity_sets: Object.fromEntries(draft.sets.map(({ name, set }) => [name, set])),
  output_to_streams: Object.fromEntries(
    draft.streams.map((stream) => [machineName(stream.name), streamMapping(stream)]),
  ),
  output_to_traits: Object.fromEntries(draft.traits.map(({ name, ...trait }) => [name, trait])),
  ...(draft.keyColumns.length > 0 && { upsert_columns: draft.keyColumns }),
  ...(draft.referenceColumns.length > 0 && { reference_key_columns: draft.referenceColumns }),
  ...(draft.privacy !== "none" && { privacy: draft.privacy }),
});

const noColumn: ColumnDraft = { column: "" };

const streamDraft = ({ data_map, conditions, ...rest }: StreamMapping) => {
  const { datetime, value, ...properties } = data_map;
  return {
    datetime: datetime ? columnDraft(datetime) : noColumn,
    value: value ? columnDraft(value) : noColumn,
    properties: Object.entries(properties).map(([name, column]) => ({ name, ...columnDraft(column) })),
    conditions,
    ...(Object.keys(rest).length > 0 && { rest }),
  };
};

const streamMapping = ({ datetime, value, properties, conditions, rest }: StreamDraft): StreamMapping => ({
  ...rest,
  data_map: Object.fromEntries([
    ...(datetime.column ? [["datetime", columnMapping(datetime)]] : []),
    ...(value.column ? [["value", columnMapping(value)]] : []),
    ...properties.map((property) => [property.name, columnMapping(property)]),
  ]),
  ...(conditions && { conditions }),
});

const columnDraft = (mapping: ColumnMapping): ColumnDraft => ({
  column: shownColumn(mapping),
  ...(mapping.format && { format: mapping.format }),
  ...((mapping.columns || mapping.aggregate) && { written: mapping }),
});
const columnMapping = ({ column, format, written }: ColumnDraft): ColumnMapping => ({
  ...(written && shownColumn(written) === column ? withoutFormat(written) : { column_name: column }),
  ...(format && { format }),
});
const shownColumn = ({ column_name, columns }: ColumnMapping): string =>
  column_name ?? (columns ?? []).map((part) => part.column_name).join(", ");
const withoutFormat = ({ format: _format, ...mapping }: ColumnMapping): ColumnMapping => mapping;

/** Adds a set under an unused name. */
export const withSet = (draft: Draft): Draft => {
  const name = firstUnused(
    ["shipping", "billing", "other"],
    draft.sets.map((set) => set.name),
  );
  return { ...draft, sets: [...draft.sets, { key: nextKey(draft.sets), name, set: {} }] };
};

export const withStream = (draft: Draft, wanted = "transaction"): Draft => {
  const name = firstUnused(
    [wanted, "event"],
    draft.streams.map((stream) => stream.name),
  );
  const stream = { key: nextKey(draft.streams), name, ...streamDraft({ data_map: {} }) };
  return { ...draft, streams: [...draft.streams, stream] };
};

const nextKey = (rows: readonly { key: number }[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1;

const firstUnused = (wanted: readonly string[], taken: readonly string[]): string => {
  const counted = taken.map((_, index) => `${wanted.at(-1)}_${index + 2}`);
  return [...wanted, ...counted].find((name) => !taken.includes(name))!;
};

/** A column's name as a property or trait: "Product Category" is product_category. */
const machineName = (column: string): string =>
  column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "") || "column";

/** A name in use gets a number. */
export const unusedName = (column: string, taken: readonly string[]): string => {
  const name = machineName(column);
  return firstUnused([name], taken);
};

interface Json {
  readonly [name: string]: unknown;
}

/** The JSON merge patch that turns `before` into `after`: null clears a field, and lists are replaced as a whole. */
export const mergePatch = (before: Json, after: Json): Record<string, unknown> => {
  // Names are those of users, such as `constructor`, and a map inherits nothing under them.
  const old = new Map(Object.entries(before));
  const wanted = new Map(Object.entries(after).filter(([, value]) => isThere(value)));
  const cleared = [...old].filter(([name, value]) => isThere(value) && !wanted.has(name));
  return Object.fromEntries([
    ...cleared.map(([name]) => [name, null]),
    ...[...wanted].map(([name, value]) => [name, patched(old.get(name), value)]),
  ]);
};

const patched = (before: unknown, after: unknown): unknown =>
  isObject(before) && isObject(after) ? mergePatch(before, after) : after;

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
