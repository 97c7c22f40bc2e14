// What many records cost, and what a few more cost after them: a file of one record in a hundred arrives, and the people are
// found once by going on from those before and once from nothing. Both ways should come to the same people.

import path from "node:path";
import type { Engine } from "../../src/warehouse/engine.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { dividedBy, scorePeople } from "./judge.js";
import type { LabelledSet } from "./labelled-set.js";
import { type ReadRecords, readRecords, resolvePeople, type StepCost } from "./resolve.js";
import { type Score, scoreOf } from "./score.js";

/** Reading or resolving. */
export interface Build {
  what: string;
  took: StepCost;
}

export interface Scaled {
  /** In order. */
  builds: Build[];
  score: Score;
  /** Processor time of going on over that of starting anew. */
  costRatio: number;
  /** F1 of the pairs of records that both ways put together. */
  agreement: number;
}

export const newShare = 0.01;

/** The files of `set` are all that is there at first, and what is new. `report` is told of each build as it ends. */
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
    readRecords(files, set.identity, at(name), memoryMb);
  const resolve = (records: ReadRecords, previousDir: string | null, name: string) =>
    resolvePeople(records, "standard", previousDir, at(name), memoryMb);
  const first = await done("read the first file", read(set.files.slice(0, 1), "first-records"));
  const before = await done("its people", resolve(first, null, "first-people"));
  const all = await done("read both files", read(set.files, "all-records"));
  const onwards = await done("people, going on", resolve(all, before.dir, "onwards"));
  const anew = await done("people, anew", resolve(all, null, "anew"));
  const both = sql`(
    select onwards.found, anew.found as truth
    from ${dividedBy(all, onwards, set.truth)} as onwards
    join ${dividedBy(all, anew, set.truth)} as anew on anew.record = onwards.record)`;
  return {
    builds,
    score: await scorePeople(engine, all, anew, set),
    costRatio: onwards.took.cpuSeconds / anew.took.cpuSeconds,
    agreement: (await scoreOf(engine, both)).f1,
  };
};
