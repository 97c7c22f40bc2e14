// What many records cost, and what a few more cost after them: a file of one record in a hundred arrives, and the people are
// found once by going on from those before and once from nothing. Both ways should come to the same people.

import path from "node:path";
import type { Engine } from "../../src/warehouse/engine.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { dividedBy, scorePeople } from "./judge.js";
import { readRecords, resolvePeople, type Took } from "./resolve.js";
import { type Score, scoreOf } from "./score.js";
import type { LabelledSet } from "./set.js";

export interface Scaled {
  /** In order, reading and resolving. */
  builds: { what: string; took: Took }[];
  score: Score;
  /** Processor time of going on over that of starting anew. */
  costRatio: number;
  /** F1 of the pairs of records that both ways put together. */
  agreement: number;
}

export const newShare = 0.01;

/** The files of `set` are all that is there at first, and what is new. */
export const scale = async (
  engine: Engine,
  set: LabelledSet,
  dir: string,
  memoryMb: number,
): Promise<Scaled> => {
  const at = (name: string) => path.join(dir, name);
  const read = (files: readonly string[], name: string) =>
    readRecords(files, set.identity, at(name), memoryMb);
  const first = await read(set.files.slice(0, 1), "first-records");
  const before = await resolvePeople(first, "standard", null, at("first-people"), memoryMb);
  const all = await read(set.files, "all-records");
  const onwards = await resolvePeople(all, "standard", before.dir, at("onwards"), memoryMb);
  const anew = await resolvePeople(all, "standard", null, at("anew"), memoryMb);
  const both = sql`(
    select onwards.found, anew.found as truth
    from ${dividedBy(all, onwards, set.truth)} as onwards
    join ${dividedBy(all, anew, set.truth)} as anew on anew.record = onwards.record)`;
  return {
    builds: [
      { what: "read the first file", took: first.took },
      { what: "its people", took: before.took },
      { what: "read both files", took: all.took },
      { what: "people, going on", took: onwards.took },
      { what: "people, anew", took: anew.took },
    ],
    score: await scorePeople(engine, all, anew, set),
    costRatio: onwards.took.cpuSeconds / anew.took.cpuSeconds,
    agreement: (await scoreOf(engine, both)).f1,
  };
};
