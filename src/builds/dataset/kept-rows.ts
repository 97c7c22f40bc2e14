// Rows that count: none that is too old, one for each key (see `deduplication.ts`), with and without those of
// people to delete.

import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { linesRepeated } from "../../warehouse/ingest/added-rows.js";
import { lineRows, noneOf, stageKept } from "../../warehouse/ingest/deduplication.js";
import { withoutErased } from "../../warehouse/ingest/identities.js";
import { stageOldRows } from "../../warehouse/ingest/old-rows.js";
import { eventCount, holders, type TypedRows } from "../../warehouse/ingest/typed-rows.js";
import { readStateFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { DatasetInput } from "./input.js";
import type { DatasetRows } from "./reading/strategy.js";

export interface KeptRows {
  kept: Relation;
  /** Number of rows that count, with all lines of events; of added files, less those that they repeat. */
  keptRows: number;
  /** The rows that count, with all lines of events; absent where these are `kept`. */
  lines?: Relation;
  /** Number of rows of `kept`. */
  distinctRows: number;
  /** Number of `keptRows` of people to delete. */
  erasedRows: number;
  /** Rows of `kept`, without those of people to delete. */
  retained: Relation;
  /** Rows that the outputs are made of: `retained`, or none in a preview. */
  used: Relation;
  /** Where rows are typed. */
  log?: TypedLogCounts;
}

interface TypedLogCounts {
  /** See `typed-rows.ts`. */
  holders: Relation;
  /** The file of the rows if there is only one and each of its rows is an event; otherwise null. */
  wholeFile: string | null;
}

/** The same rows without those that are older than the dataset keeps, as if no file had them. */
export const withoutOldRows = async (
  engine: Engine,
  { config, keptSince: since }: DatasetInput,
  rows: DatasetRows,
): Promise<DatasetRows> => {
  if (since === undefined) return rows;
  const { records, streams } = rows;
  const isKeyed = Boolean(config.upsert_columns?.length);
  const old = await stageOldRows(engine, records, streams, { since, isKeyed });
  const left = records.rows - old.files.reduce((sum, file) => sum + file.rows, 0);
  return { ...rows, old, records: { ...records, relation: old.kept, rows: left } };
};

export const findKeptRows = async (
  engine: Engine,
  { config, erasedFile = null }: DatasetInput,
  { plan, records, columns, base, typed }: DatasetRows,
  now: EpochMs,
): Promise<KeptRows> => {
  const keysFile = base ? readStateFiles(base.dir).keys : null;
  const kept = await stageKept(engine, records, columns, config, keysFile);
  const isKeyed = plan.streams.some(({ key }) => key !== null);
  const counted = isKeyed ? await lineRows(engine, records, columns, config) : kept;
  const rows = await engine.count(counted);
  const repeated =
    isKeyed && keysFile
      ? await engine.row<{ lines: number }>(linesRepeated(keysFile, counted))
      : { lines: 0 };
  const keptRows = rows - repeated.lines;
  const distinctRows = isKeyed ? await engine.count(kept) : keptRows;
  const retain = (rows: Relation) => withoutErased(rows, erasedFile, plan.sets.length);
  const retained = retain(kept);
  return {
    kept,
    ...(isKeyed && { lines: counted }),
    keptRows,
    distinctRows,
    retained,
    used: config.preview ? noneOf(kept) : retained,
    erasedRows: erasedFile === null ? 0 : keptRows - (await engine.count(retain(counted))),
    ...(typed && { log: await countLog(engine, typed.rows, kept, keptRows, now) }),
  };
};

const countLog = async (
  engine: Engine,
  rows: TypedRows,
  kept: Relation,
  keptRows: number,
  now: EpochMs,
): Promise<TypedLogCounts> => {
  const isWhole = rows.stored.length === 1 && keptRows === rows.rows;
  const counted = eventCount(rows, Math.floor(now / 1000));
  const events = isWhole ? (await engine.row<{ events: number }>(counted)).events : null;
  const wholeFile = events === rows.rows ? rows.stored[0]! : null;
  const held = await engine.createTable("holder", holders(kept, rows.set, wholeFile !== null));
  return { holders: held, wholeFile };
};
