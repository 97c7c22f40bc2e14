// One set, resolved in each mode and held against the truth.

import { existsSync } from "node:fs";
import path from "node:path";
import type { ResolutionMode } from "../../src/domain/matching.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import type { Relation } from "../../src/warehouse/sql/sql.js";
import { type JudgedLinks, judgeLinks } from "./links.js";
import { findMistakes, type Mistakes } from "./mistakes.js";
import { type ReadRecords, type ResolvedPeople, readRecords, resolvePeople, type Took } from "./resolve.js";
import { foundPeople, type Score, scoreOf } from "./score.js";
import type { LabelledSet } from "./set.js";

export interface JudgedRun {
  mode: ResolutionMode;
  score: Score;
  took: Took;
}

export interface JudgedSet {
  name: string;
  runs: JudgedRun[];
  /** Of the last mode, as are the mistakes. */
  links: JudgedLinks[];
  mistakes: Mistakes;
}

export interface JudgeOptions {
  modes: readonly ResolutionMode[];
  /** Of each kind, how many to look at. */
  mistakes: number;
  memoryMb: number;
}

export const judgeSet = async (
  engine: Engine,
  set: LabelledSet,
  dir: string,
  { modes, mistakes, memoryMb }: JudgeOptions,
): Promise<JudgedSet> => {
  const records = await readRecords(set.files, set.identity, path.join(dir, "records"), memoryMb);
  const judged: JudgedSet = { name: set.name, runs: [], links: [], mistakes: { missed: [], wrong: [] } };
  for (const mode of modes) {
    const people = await resolvePeople(records, mode, null, path.join(dir, mode), memoryMb);
    judged.runs.push({ mode, score: await scorePeople(engine, records, people, set), took: people.took });
    judged.links = await linksOf(engine, records, people, set);
    if (mistakes > 0)
      judged.mistakes = await findMistakes(
        engine,
        dividedBy(records, people, set.truth),
        set.files,
        mistakes,
      );
  }
  return judged;
};

export const scorePeople = (
  engine: Engine,
  records: ReadRecords,
  people: ResolvedPeople,
  set: LabelledSet,
): Promise<Score> => scoreOf(engine, dividedBy(records, people, set.truth));

/** One row per record: record, truth, found. */
export const dividedBy = (records: ReadRecords, people: ResolvedPeople, truth: Relation): Relation =>
  foundPeople(referencesOf(records), relation(peopleFiles(people.dir).persons), truth);

/** None where people are found by equal keys alone. */
const linksOf = async (
  engine: Engine,
  records: ReadRecords,
  people: ResolvedPeople,
  set: LabelledSet,
): Promise<JudgedLinks[]> => {
  const { matches } = peopleFiles(people.dir);
  return existsSync(matches) ? judgeLinks(engine, relation(matches), referencesOf(records), set.truth) : [];
};

const referencesOf = (records: ReadRecords): Relation => relation(datasetFiles(records.dir).references);
