// Evaluation of one labelled set, resolved in each mode.

import { existsSync } from "node:fs";
import path from "node:path";
import type { ResolutionMode } from "../../src/domain/matching.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import { list, type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import type { LabelledSet } from "./labelled-set.js";
import {
  type ReadRecords,
  type ResolvedPeople,
  readRecords,
  resolvePeople,
  type StepCost,
} from "./resolve.js";
import { foundPeople, type JudgedLinks, judgeLinks, type Score, scoreOf } from "./score.js";

export interface JudgedRun {
  mode: ResolutionMode;
  score: Score;
  took: StepCost;
}

export interface JudgedSet {
  name: string;
  runs: JudgedRun[];
  /** Of the last mode, as are the errors. */
  links: JudgedLinks[];
  mistakes: Mistakes;
}

export interface JudgeOptions {
  modes: readonly ResolutionMode[];
  /** Number of pairs of each kind to show. */
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

// Some of the pairs that were missed or should not have been made, to look at: figures say how good, pairs say why.

export interface Mistakes {
  /** Two records of one person, each as text. */
  missed: [string, string][];
  /** Of two people who became one. */
  wrong: [string, string][];
}

/** `most` of each kind, drawn by the hash of their numbers; `divided` has record, truth, found. */
export const findMistakes = async (
  engine: Engine,
  divided: Relation,
  files: readonly string[],
  most: number,
): Promise<Mistakes> => {
  const judged = await engine.createTable("judged", sql`select * from ${divided}`);
  const missed = await engine.rows<Pair>(drawnPairs(judged, sql`truth`, sql`found`, most));
  const wrong = await engine.rows<Pair>(drawnPairs(judged, sql`found`, sql`truth`, most));
  const numbers = [...missed, ...wrong].flatMap(({ left, right }) => [left, right]);
  const texts = await textsOf(engine, files, numbers);
  const inWords = ({ left, right }: Pair): [string, string] => [texts.get(left)!, texts.get(right)!];
  return { missed: missed.map(inWords), wrong: wrong.map(inWords) };
};

type Pair = { left: number; right: number };

/** One row per pair of records that are one by `equal` and two by `different`. */
const drawnPairs = (judged: Relation, equal: Sql, different: Sql, most: number): Sql => sql`
  select a.record as "left", b.record as "right"
  from ${judged} as a
  join ${judged} as b on b.${equal} = a.${equal} and b.record > a.record and b.${different} <> a.${different}
  order by md5(concat_ws(' ', a.record, b.record))
  limit ${most}`;

const textsOf = async (
  engine: Engine,
  files: readonly string[],
  numbers: readonly number[],
): Promise<Map<number, string>> => {
  if (numbers.length === 0) return new Map();
  const rows = await engine.rows(sql`
    select *
    from read_csv([${list(files)}], all_varchar = true, header = true, delim = ',', quote = '"', escape = '"')
    where cast(record as bigint) in (${list(numbers)})`);
  return new Map(
    rows.map(({ record, ...fields }) => [
      Number(record),
      Object.values(fields)
        .map((field) => field ?? "")
        .join(" | "),
    ]),
  );
};
