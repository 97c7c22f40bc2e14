// Large relations for a cluster: made-up events and persons in files that both engines read, the statements
// with which a stream's build sorts and sums them up, and what our own engine makes of these.

import { mkdirSync } from "node:fs";
import path from "node:path";
import type { StreamProperty } from "../../../src/domain/data/dataset-findings.js";
import type { WrittenParts } from "../../../src/warehouse/cluster/cluster.js";
import type { Engine } from "../../../src/warehouse/engine.js";
import { propertyColumn } from "../../../src/warehouse/property-columns.js";
import {
  ident,
  join,
  parquet,
  type Relation,
  type Sql,
  spelled,
  sql,
} from "../../../src/warehouse/sql/sql.js";
import { personEvents, streamColumns, streamSummary } from "../../../src/warehouse/streams.js";

export interface LargeRelation {
  query: Sql;
  sortedBy: string[];
  /** Rows, made by our own engine. */
  expected: string;
  rows: number;
}

export interface LargeRelations {
  /** Events of persons, sorted by all columns. */
  stream: LargeRelation;
  /** A row per person. */
  summary: LargeRelation;
}

const files = 8;

const properties: StreamProperty[] = [
  { name: "item", type: "text" },
  { name: "worth", type: "number" },
];
const [item, worth] = properties.map((property) => ident(propertyColumn(property)));

export const makeLargeRelations = async (
  engine: Engine,
  dir: string,
  events: number,
): Promise<LargeRelations> => {
  const people = Math.floor(events / 10);
  const [eventDir, persons] = [path.join(dir, "events"), path.join(dir, "persons.parquet")];
  mkdirSync(eventDir, { recursive: true });
  for (let i = 0; i < files; i++)
    await engine.writeParquet(
      sql`select (n * 7919) % ${people} as identity_key, 1600000000 + (n * 104729) % 100000000 as event_time, n % 5 as arrival_time,
        ((n * 31) % 10007) / 100 as value, 'item ' || (n * 17) % 997 as ${item!}, (n % 13) / 8 as ${worth!}
        from range(${i}, ${events}, ${files}) as made(n)`,
      path.join(eventDir, `${i}.parquet`),
    );
  await engine.writeParquet(
    sql`select n as identity_key, (n * 6151) % ${people} as person_id from range(${people}) as made(n)`,
    persons,
  );
  const rows = spelled({
    duckdb: parquet(path.join(eventDir, "*.parquet")),
    spark: ident("parquet", eventDir),
  });
  const found = personEvents([{ events: rows, properties }], properties, parquet(persons));
  const sorted = sql`select * from ${found} as found`;
  return {
    stream: await expectedOf(engine, dir, "stream", sorted, streamColumns(properties)),
    summary: await expectedOf(engine, dir, "summary", streamSummary(found), ["person_id"]),
  };
};

const expectedOf = async (
  engine: Engine,
  dir: string,
  name: string,
  query: Sql,
  sortedBy: string[],
): Promise<LargeRelation> => {
  const expected = path.join(dir, `${name}.parquet`);
  const rows = await engine.writeParquet(query, expected);
  return { query, sortedBy, expected, rows };
};

/** Rows that one of both has and the other has not, and rows that stand before a smaller one. */
export const differences = async (
  engine: Engine,
  { parts }: WrittenParts,
  { expected, sortedBy }: LargeRelation,
): Promise<{ missing: number; extra: number; breaks: number }> => {
  const [ours, theirs] = [parquet(expected), parquet(parts)];
  const without = (a: Relation, b: Relation) =>
    sql`(select count(*) from (select * from ${a} except all select * from ${b}))`;
  const counts = await engine.row<{ missing: number; extra: number }>(
    sql`select ${without(ours, theirs)} as missing, ${without(theirs, ours)} as extra`,
  );
  return { ...counts, breaks: await breaksOf(engine, parts, sortedBy) };
};

const breaksOf = async (
  engine: Engine,
  parts: readonly string[],
  sortedBy: readonly string[],
): Promise<number> => {
  const key = sql`row(${join(sortedBy.map((column) => ident(column)))})`;
  const numbered = parts.map(
    (part, i) =>
      sql`select ${i} as part, file_row_number as line, ${key} as this from read_parquet(${part}, file_row_number = true)`,
  );
  const { breaks } = await engine.row<{ breaks: number }>(
    sql`select count(*) filter (where line_before is not null and this < before) as breaks from (
      select this, lag(this) over (order by part, line) as before, lag(line) over (order by part, line) as line_before
      from (${join(numbered, " union all ")}))`,
  );
  return breaks;
};
