// Some of the pairs that were missed or should not have been made, to look at: figures say how good, pairs say why.

import type { Engine } from "../../src/warehouse/engine.js";
import { list, type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";

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
