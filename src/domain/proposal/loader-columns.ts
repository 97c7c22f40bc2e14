// Columns that programs which load data add to the rows of a source: when they read a row, of what it is the hash, and when
// the source deleted it. They say nothing of a customer, except that a deleted row is no event.

import type { StreamMapping } from "../data/dataset.js";
import type { PreviewedFile } from "./previewed-file.js";
import type { DatasetProposal } from "./proposal.js";

/** Singer's targets and taps, Airbyte. */
const isOfLoader = (name: string): boolean => /^_(sdc|airbyte|ab_cdc)_/.test(name);

/** When the source deleted the row; empty while it is there. */
const deletionColumns = ["_sdc_deleted_at", "_ab_cdc_deleted_at"];

export const withoutLoaderColumns = <F extends PreviewedFile>(file: F): F => ({
  ...file,
  columns: file.columns.filter(({ name }) => !isOfLoader(name)),
});

/** The proposal for all columns of the file. `key`: that of a row, where its loader has said it. */
export const withLoaderColumns = (
  proposal: DatasetProposal,
  { columns }: PreviewedFile,
  key: readonly string[] = [],
): DatasetProposal => {
  const own = columns.map(({ name }) => name).filter(isOfLoader);
  const deletion = deletionColumns.find((name) => own.includes(name));
  const keyed = key.length > 0 ? { ...proposal, upsert_columns: [...key] } : proposal;
  if (own.length === 0) return keyed;
  const roleOf = (name: string) =>
    key.includes(name) ? "event.key" : name === deletion ? "condition" : "unused";
  return {
    ...keyed,
    output_to_streams: deletion
      ? mapped(proposal.output_to_streams, (stream) => withoutDeleted(stream, deletion))
      : proposal.output_to_streams,
    columns: [
      ...proposal.columns,
      ...own.map((name) => ({ name, is: roleOf(name), confidence: "sure" as const })),
    ],
    unused_columns: [...proposal.unused_columns, ...own.filter((name) => roleOf(name) === "unused")],
  };
};

const mapped = <V>(entries: Readonly<Record<string, V>>, change: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, change(value)]));

const withoutDeleted = (stream: StreamMapping, column_name: string): StreamMapping => ({
  ...stream,
  conditions: [...(stream.conditions ?? []), { column_name, _null: true }],
});
