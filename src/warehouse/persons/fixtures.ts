// Dataset builds from records written out in a test.

import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { type DatasetConfig, type IdentityField, identityFields } from "../../domain/data/dataset.js";
import type { EventSummary } from "../../domain/data/dataset-findings.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { Engine } from "../engine.js";
import { identityKeyOf } from "../ingest/identities.js";
import { datasetFiles } from "../relations.js";
import { ident, join, literal, type Relation, type Sql, type SqlValue, sql } from "../sql/sql.js";

/** `links`: another identity in the same row. `seen`, `rows`: first_seen and row_count, 1 if absent. */
export type TestRecord = { [F in IdentityField]?: string } & {
  seen?: number;
  rows?: number;
  links?: TestRecord;
  traits?: Record<string, [value: string, arrivalTime: number]>;
};

export interface TestDataset {
  id: string;
  dir: string;
  result: DatasetResult;
  privacy: DatasetConfig["privacy"];
}

export const writeDataset = async (
  engine: Engine,
  root: string,
  id: string,
  records: readonly TestRecord[],
  streams: Record<string, EventSummary> = {},
): Promise<TestDataset> => {
  const dir = await mkdtemp(path.join(root, "dataset-"));
  await mkdir(path.join(dir, "events"));
  const files = datasetFiles(dir);
  const all = records.flatMap((record) => (record.links ? [record, record.links] : [record]));
  await engine.writeParquet(identities(all), files.identities);
  await engine.writeParquet(links(records), files.links);
  await engine.writeParquet(traits(records), files.traits);
  await engine.writeParquet(listRows(records), files.listRows);
  const rows = records.reduce((sum, record) => sum + (record.rows ?? 1), 0);
  const funnel = { total: rows, parsed: rows, valid: rows, allowed: rows, duplicates: 0 };
  const result = { streams, funnel, trait_sources: {} } as unknown as DatasetResult;
  return { id, dir, result, privacy: undefined };
};

/** The identity key of a record. */
export const identityKey = (record: TestRecord): Sql =>
  identityKeyOf(Object.fromEntries(identityFields.map((field) => [field, literal(record[field] ?? null)])));

/** `(values …)` with typed columns, also when there is no row. */
export const valuesOf = (columns: Record<string, Sql>, rows: readonly (readonly SqlValue[])[]): Relation => {
  const names = Object.keys(columns);
  const typed = names.map((name) => sql`cast(${ident(name)} as ${columns[name]!}) as ${ident(name)}`);
  const tuples = [names.map(() => null), ...rows].map((row) => sql`(${join(row.map(literal))})`);
  const from = sql`(values ${join(tuples)}) as row(${join(names.map((name) => ident(name)))})`;
  return sql`(select ${join(typed)} from ${from} where ${ident(names[0]!)} is not null)`;
};

const bigint = sql`bigint`;
const text = sql`varchar`;

/** Rows of records with more columns, and the identity key of each, in one expression for all of them. */
const keyedRows = (
  rows: readonly { record: TestRecord; more: readonly SqlValue[] }[],
  columns: Record<string, Sql>,
): Relation => {
  const fields = Object.fromEntries(identityFields.map((field) => [field, text]));
  const values = rows.map(({ record, more }, i) => [
    i,
    ...more,
    ...identityFields.map((field) => record[field] ?? null),
  ]);
  const key = identityKeyOf(
    Object.fromEntries(identityFields.map((field) => [field, sql`row.${ident(field)}`])),
  );
  return sql`(select row.*, ${key} as identity_key from ${valuesOf({ place: bigint, ...columns, ...fields }, values)} as row)`;
};

/** The place of each record among them, and its identity key. */
export const keyedRecords = (records: readonly TestRecord[]): Relation =>
  keyedRows(
    records.map((record) => ({ record, more: [] })),
    {},
  );

const identities = (records: readonly TestRecord[]): Sql => {
  const rows = records.map((record) => ({ record, more: [record.seen ?? 1, record.rows ?? 1] }));
  const fields = join(identityFields.map((field) => ident(field)));
  return sql`
    select identity_key, cast(min(first_seen) as bigint) as first_seen, cast(sum(row_count) as bigint) as row_count, ${fields}
    from ${keyedRows(rows, { first_seen: bigint, row_count: bigint })} group by identity_key, ${fields}`;
};

/** As rows of a file `list.csv` with a header. */
const listRows = (records: readonly TestRecord[]): Sql => sql`
  select place, 'list.csv' as file, place + 2 as line, identity_key from ${keyedRecords(records)}`;

const links = (records: readonly TestRecord[]): Sql => {
  const linked = records.filter((record) => record.links);
  return sql`
    select one.identity_key as left_key, other.identity_key as right_key
    from ${keyedRecords(linked)} as one
    join ${keyedRecords(linked.map((record) => record.links!))} as other using (place)`;
};

const traits = (records: readonly TestRecord[]): Sql => {
  const rows = records.flatMap((record) =>
    Object.entries(record.traits ?? {}).map(([trait, [value, arrival]]) => ({
      record,
      more: [trait, value, arrival],
    })),
  );
  const columns = { trait: text, value: text, arrival_time: bigint };
  return sql`select identity_key, trait, value, arrival_time from ${keyedRows(rows, columns)}`;
};
