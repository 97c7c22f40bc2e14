// Evaluation of one labelled set, resolved in each mode.

import { existsSync } from "node:fs";
import path from "node:path";
import type { ResolutionMode } from "../../src/domain/people/matching.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import { list, type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { type JudgedKind, judgeKinds } from "./kinds.js";
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
  /** Links and mistakes are those of the last mode. */
  links: JudgedLinks[];
  mistakes: Mistakes;
  /** Judged kinds of the last mode; empty if the truth has no kinds. */
  kinds: JudgedKind[];
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
  const records = await readRecords(set, path.join(dir, "records"), memoryMb);
  const judged: JudgedSet = {
    name: set.name,
    runs: [],
    links: [],
    mistakes: { missed: [], wrong: [] },
    kinds: [],
  };
  for (const mode of modes) {
    const people = await resolvePeople(records, mode, null, path.join(dir, mode), memoryMb);
    judged.runs.push({ mode, score: await scorePeople(engine, records, people, set), took: people.took });
    judged.links = await linksOf(engine, records, people, set);
    const resolved = resolvedRecords(records, people, set.truth);
    if (set.hasKinds) judged.kinds = await judgeKinds(engine, resolved, set.truth);
    if (mistakes > 0) judged.mistakes = await findMistakes(engine, resolved, set.files, mistakes);
  }
  return judged;
};

export const scorePeople = (
  engine: Engine,
  records: ReadRecords,
  people: ResolvedPeople,
  set: LabelledSet,
): Promise<Score> => scoreOf(engine, resolvedRecords(records, people, set.truth));

/** One row per record: record, truth, found. */
export const resolvedRecords = (records: ReadRecords, people: ResolvedPeople, truth: Relation): Relation =>
  foundPeople(referencesOf(records), relation(peopleFiles(people.dir).persons), truth);

/** Empty if people were matched by equal keys only. */
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

/** Sample pairs, which show the reasons behind the scores. */
export interface Mistakes {
  /** Records of one person that were resolved as two people, each as text. */
  missed: [string, string][];
  /** Records of two people that were resolved as one person. */
  wrong: [string, string][];
}

/** `max` pairs of each kind, sampled by the hash of their numbers. `resolved` has columns record, truth, found. */
export const findMistakes = async (
  engine: Engine,
  resolved: Relation,
  files: readonly string[],
  max: number,
): Promise<Mistakes> => {
  const judged = await engine.createTable("judged", sql`select * from ${resolved}`);
  const missed = await engine.rows<Pair>(drawnPairs(judged, sql`truth`, sql`found`, max));
  const wrong = await engine.rows<Pair>(drawnPairs(judged, sql`found`, sql`truth`, max));
  const numbers = [...missed, ...wrong].flatMap(({ left, right }) => [left, right]);
  const texts = await textsOf(engine, files, numbers);
  const asTexts = ({ left, right }: Pair): [string, string] => [texts.get(left)!, texts.get(right)!];
  return { missed: missed.map(asTexts), wrong: wrong.map(asTexts) };
};

type Pair = { left: number; right: number };

/** Columns left and right: pairs of records with the same value of `equal` and different values of `different`. */
const drawnPairs = (judged: Relation, equal: Sql, different: Sql, max: number): Sql => sql`
  select a.record as "left", b.record as "right"
  from ${judged} as a
  join ${judged} as b on b.${equal} = a.${equal} and b.record > a.record and b.${different} <> a.${different}
  order by md5(concat_ws(' ', a.record, b.record))
  limit ${max}`;

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
