// Columns that a dataset reads of a table in a lake: those that its configuration names. Lakes have wide
// tables, and the cluster reads only the columns that it is asked for.

import type { DatasetConfig } from "../../../domain/data/dataset.js";
import { hasAllColumnsAsTraits } from "../../../domain/data/snapshot.js";
import { columnsOfStream } from "../../../domain/data/stream-mapping.js";
import { refuse } from "../../../errors/refusal.js";
import type { ColumnsRead } from "../../../warehouse/lake/rows.js";
import { isReadable, type LakeTable } from "../../../warehouse/lake/table.js";
import type { TableColumn } from "../../../warehouse/rows.js";

/** Refuses `lake-column-nested`. */
export const columnsToRead = (config: DatasetConfig, { name, columns }: LakeTable): ColumnsRead => {
  const readable = columns.filter(isReadable);
  const leftOut = columns.filter((column) => !isReadable(column)).map((column) => column.name);
  if (config.preview || hasAllColumnsAsTraits(config)) return { read: readable, leftOut, unread: [] };
  const named = new Set(columnsNamed(config).map(folded));
  const nested = leftOut.filter((column) => named.has(folded(column)));
  if (nested.length > 0)
    throw refuse("lake-column-nested", { columns: nested.join(", "), table: name.join(".") });
  const isNamed = (column: TableColumn) => named.has(folded(column.name));
  const unread = readable.filter((column) => !isNamed(column));
  return { read: readable.filter(isNamed), leftOut, unread };
};

/** Columns differ in more than case and space: see `findColumn`. */
const folded = (name: string): string => name.trim().toLowerCase();

const columnsNamed = (config: DatasetConfig): string[] => {
  const { identity_sets, output_to_streams, output_to_traits } = config;
  const streams = Object.values(output_to_streams);
  const conditions = streams.flatMap(({ conditions = [], event_conditions = [], refunds }) => [
    ...conditions,
    ...event_conditions,
    ...(refunds?.conditions ?? []),
  ]);
  return [
    ...Object.values(identity_sets).flatMap((set) => Object.values(set).flat()),
    ...streams.flatMap(columnsOfStream),
    ...conditions.map(({ column_name }) => column_name),
    ...Object.values(output_to_traits).map(({ column_name }) => column_name),
    ...(config.reference_key_columns ?? []),
    ...(config.upsert_columns ?? []),
    ...(config.incremental_column === undefined ? [] : [config.incremental_column]),
  ];
};
