// Cost of a large file, and of a second file with one record in a hundred after it: resolved once
// incrementally and once in full. Both should give the same people.

import path from "node:path";
import type { Engine } from "../../src/warehouse/engine.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { resolvedRecords, scorePeople } from "./judge.js";
import type { LabelledSet } from "./labelled-set.js";
import {
  type ReadRecords,
  type ResolvedPeople,
  readRecords,
  resolvePeople,
  type StepCost,
} from "./resolve.js";
import { type Score, scoreOf } from "./score.js";

/** A build of the dataset or of people. */
export interface Build {
  what: string;
  took: StepCost;
}

export interface Scaled {
  /** In order. */
  builds: Build[];
  score: Score;
  /** CPU time of the incremental build relative to the full one. */
  costRatio: number;
  /** F1 of the pairs of records that both builds join. */
  agreement: number;
}

export const newShare = 0.01;

/** Files of `set`: the first file and the second. `report` is called after each build. */
export const scale = async (
  engine: Engine,
  set: LabelledSet,
  dir: string,
  memoryMb: number,
  report: (build: Build) => void,
): Promise<Scaled> => {
  const builds: Build[] = [];
  const done = async <B extends { took: StepCost }>(what: string, building: Promise<B>): Promise<B> => {
    const built = await building;
    builds.push({ what, took: built.took });
    report(builds.at(-1)!);
    return built;
  };
  const at = (name: string) => path.join(dir, name);
  const read = (files: readonly string[], name: string) =>
    readRecords({ ...set, files: [...files] }, at(name), memoryMb);
  const resolve = (records: ReadRecords, previous: ResolvedPeople | null, name: string) =>
    resolvePeople(records, "standard", previous, at(name), memoryMb);
  const first = await done("read the first file", read(set.files.slice(0, 1), "first-records"));
  const before = await done("its people", resolve(first, null, "first-people"));
  const all = await done("read both files", read(set.files, "all-records"));
  const incremental = await done("people, incremental", resolve(all, before, "incremental"));
  const full = await done("people, full", resolve(all, null, "full"));
  const both = sql`(
    select incremental.found, full_build.found as truth
    from ${resolvedRecords(all, incremental, set.truth)} as incremental
    join ${resolvedRecords(all, full, set.truth)} as full_build on full_build.record = incremental.record)`;
  return {
    builds,
    score: await scorePeople(engine, all, full, set),
    costRatio: incremental.took.cpuSeconds / full.took.cpuSeconds,
    agreement: (await scoreOf(engine, both)).f1,
  };
};
