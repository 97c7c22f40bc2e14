// Live dataset: rows that programs sent since the last build become events by the SQL with which that build read
// its rows. Where the build after it may read them in another way (a mapping has changed, or a number is no
// number), they are not read here.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { ColumnType, StreamProperty } from "../../domain/data/dataset-findings.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { isJoined } from "../../warehouse/ingest/event-lines.js";
import type { EventColumns } from "../../warehouse/ingest/events.js";
import { type IdentityColumns, identityRecordColumns } from "../../warehouse/ingest/identities.js";
import { AllRowsNeeded, type DerivedColumns } from "../../warehouse/ingest/read.js";
import {
  type ArrivedRow,
  futureRows,
  keysBefore,
  keysOf,
  recordsBefore,
  rowsWithSeq,
  stageArrived,
  stageArrivedEvents,
  strangeValues,
  withWrittenDates,
} from "../../warehouse/live/pending-rows.js";
import { readStateFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { datasets } from "../dataset/kind.js";
import { planOutput } from "../dataset/output-plan.js";
import { readFacts } from "../dataset/read-facts.js";
import { isAdditive, printOf, sqlPrint } from "../dataset/read-state.js";
import { rowsAsText } from "../dataset/reading/text.js";

/** Plain data, so that it crosses to a child process. */
export interface LiveDatasetSource {
  /** The upload directory of its events. */
  directory: string;
  /** The directory of the last result; null before the first. */
  dir: string | null;
  config: DatasetConfig;
  /** Whether it says traits of people. */
  hasTraits: boolean;
}

/** Rows that are new, as records of the dataset, and the events of each stream. */
export interface NewRows {
  rows: Relation;
  count: number;
  /** Indexes of rows whose date has not come. */
  future: Set<number>;
  sets: readonly IdentityColumns[];
}

interface Reading {
  names: readonly string[];
  sets: readonly IdentityColumns[];
  derived: DerivedColumns;
  types: readonly ColumnType[];
  streams: readonly EventColumns[];
  /** Keys of the rows that count. */
  before: BigInt64Array;
}

export class LiveDataset {
  private readonly since = new Set<bigint>();

  private constructor(
    private readonly engine: Engine,
    private readonly reading: Reading,
  ) {}

  /** Null where rows that come cannot be read as the last build did. */
  static async open(engine: Engine, { config, dir }: LiveDatasetSource): Promise<LiveDataset | null> {
    const facts = dir === null ? null : await readFacts(dir);
    const input = { config, files: [], version: datasets.version };
    if (facts === null || !isAdditive(input, facts.names)) return null;
    if (facts.print !== (await printOf(engine, input))) return null;
    const { names, columns: counts, result } = facts;
    const plan = planOutput(input, names);
    if (plan.streams.some(isJoined)) return null;
    const derived = { row_key: plan.derived.row_key!, ...identityRecordColumns(plan.sets) };
    const files = readStateFiles(dir!);
    const none = await stageArrived(engine, [], names.length, derived);
    const records = recordsBefore(none, result.funnel.parsed, files.sample, counts);
    const read = await rowsAsText(engine, records, names, plan).catch((cause: unknown) => {
      if (cause instanceof AllRowsNeeded) return null;
      throw cause;
    });
    if (read === null || sqlPrint(read) !== facts.sqlPrint) return null;
    const streams = read.streams
      .map(({ stream }) => withWrittenDates(stream))
      .filter((each) => each !== null);
    if (streams.length < read.streams.length) return null;
    const types = read.columns.map(({ data_type }) => data_type);
    const before = await keysBefore(engine, files.keys);
    return new LiveDataset(engine, { names, sets: plan.sets, derived, types, streams, before });
  }

  get streams(): { name: string; properties: readonly StreamProperty[] }[] {
    return this.reading.streams.map(({ name, properties }) => ({ name, properties }));
  }

  /** The cells of a row, whose columns and values follow each other. */
  cellsOf(row: readonly string[]): string[] {
    const { names } = this.reading;
    const cells = Array<string>(names.length).fill("");
    for (let i = 0; i < row.length; i += 2) {
      const place = names.indexOf(row[i]!);
      if (place >= 0) cells[place] = row[i + 1]!;
    }
    return cells;
  }

  /**
   * Those of the rows that count: the first with a key, in their order. Rows whose date has not come are left for
   * later. Null where the next build may read them in another way.
   */
  async take(rows: readonly ArrivedRow[], now: EpochMs): Promise<NewRows | null> {
    const { names, derived, types, sets, streams, before } = this.reading;
    const all = await stageArrived(this.engine, rows, names.length, derived);
    if ((await strangeValues(this.engine, all, types, streams)) > 0) return null;
    const future = new Set<number>();
    for (const stream of streams)
      for (const seq of await futureRows(this.engine, all, stream, seconds(now))) future.add(Number(seq));
    const { seq, key } = await keysOf(this.engine, all);
    const kept: bigint[] = [];
    for (let i = 0; i < seq.length; i++) {
      if (future.has(Number(seq[i])) || this.since.has(key[i]!) || isAmong(before, key[i]!)) continue;
      this.since.add(key[i]!);
      kept.push(seq[i]!);
    }
    const relation = await rowsWithSeq(this.engine, all, kept);
    return { rows: relation, count: kept.length, future, sets };
  }

  /** The events of a stream among rows that count. */
  eventsOf(stream: string, { rows, sets }: NewRows, now: EpochMs): Promise<Relation> {
    const found = this.reading.streams.find(({ name }) => name === stream)!;
    return stageArrivedEvents(this.engine, rows, sets, found, seconds(now));
  }
}

const seconds = (at: EpochMs): EpochSeconds => Math.floor(at / 1000);

const isAmong = (keys: BigInt64Array, key: bigint): boolean => {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key;
};
