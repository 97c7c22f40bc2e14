// Relations with named columns, in words that every engine reads: no star, and several files one by one,
// since a cluster would take their columns by place.

import { existsSync } from "node:fs";
import path from "node:path";
import type { StreamProperty } from "../domain/data/dataset-findings.js";
import type { Engine } from "./engine.js";
import { columnsReplaced, hasReplaced, partFile, partsOf } from "./layers.js";
import { propertyColumn, type StoredProperty } from "./property-columns.js";
import { datasetFiles } from "./relations.js";
import { allRows, columnTypes } from "./rows.js";
import { textType } from "./sql/spellings.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "./sql/sql.js";

/** Types of columns, by name. */
type Columns = Readonly<Record<string, Sql>>;

/** The events of a dataset: identity_key, event_time, arrival_time, value and `p_<property>`. */
export const namedEvents = async (
  engine: Engine,
  file: string,
  properties: readonly StreamProperty[],
): Promise<Relation> => {
  const { eventKeys } = datasetFiles(path.dirname(path.dirname(file)));
  const isHashed = existsSync(eventKeys);
  const columns = eventColumns(properties);
  const isReplaced = hasReplaced(file);
  const key = { identity_key: sql`bigint`, ...(isReplaced && { event: sql`bigint` }) };
  const parts: Sql[] = [];
  for (const [i, part] of partsOf(file).entries())
    parts.push(
      i === 0 && isHashed
        ? sql`select ${join(Object.keys(columns).map((name) => ident("e", name)))}, known.identity_key
          from (${await rowsOf(engine, part, { ...columns, key_0: sql`bigint` })}) as e
          join ${parquet(eventKeys)} as known on known.identity_hash = e.key_0`
        : await rowsOf(engine, part, { ...columns, ...key }),
    );
  const all: Relation = sql`(${join(parts, " union all ")})`;
  return isReplaced ? columnsReplaced(all, file, "event", [...Object.keys(columns), "identity_key"]) : all;
};

/** The events of a stream, with these properties. */
export const namedStream = (file: string, properties: readonly StoredProperty[]): Relation => {
  const names = ["person_id", "event_time", "arrival_time", "value", ...properties.map(propertyColumn)];
  const columns = names.map((name) => ident(name));
  // A directory of parts is one read, and each file by itself would be one.
  const reads = partsOf(file).length > 1 ? [file, path.dirname(partFile(file, 1))] : [file];
  const all: Relation = sql`(${join(
    reads.map((read) => sql`select ${join(columns)} from ${parquet(read)}`),
    " union all ",
  )})`;
  return hasReplaced(file) ? columnsReplaced(all, file, "person_id", names) : all;
};

const eventColumns = (properties: readonly StreamProperty[]): Columns => ({
  event_time: sql`bigint`,
  arrival_time: sql`bigint`,
  value: sql`double`,
  ...Object.fromEntries(
    properties.map((property) => [
      propertyColumn(property),
      property.type === "number" ? sql`double` : textType,
    ]),
  ),
});

/** The rows of a file. A column that it lacks is null. */
const rowsOf = async (engine: Engine, file: string, columns: Columns): Promise<Sql> => {
  const own = new Set((await columnTypes(engine, allRows(parquet(file)))).map(({ name }) => name));
  const typed = Object.entries(columns).map(
    ([name, type]) => sql`cast(${own.has(name) ? ident("r", name) : null} as ${type}) as ${ident(name)}`,
  );
  return sql`select ${join(typed)} from ${parquet(file)} as r`;
};
