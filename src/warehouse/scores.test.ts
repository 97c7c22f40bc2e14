import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "./engine.js";
import { evenSample, mostLikely, withExplanations } from "./scores.js";
import { type Relation, sql } from "./sql/sql.js";

let engine: Engine;
/** Nine people with descending probabilities, two of them equal, and one who is not scored. */
let scores: Relation;
beforeAll(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "explanations-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
  scores = await engine.createTable(
    "scores",
    sql`
    select i as person_id, case when i = 10 then 'attained' else 'scored' end as status,
      case when i < 10 then (10 - greatest(i, 2)) / 10.0 end as probability
    from range(1, 11) as t(i)`,
  );
});
afterAll(() => engine.close());

const people = async (query: Relation): Promise<number[]> => {
  const rows = await engine.rows<{ person_id: number }>(sql`select * from (${query}) order by person_id`);
  return rows.map(({ person_id }) => person_id);
};

test("a sample is spread evenly over the scored people, and is all of them where they are few", async () => {
  expect(await people(evenSample(scores, 3))).toEqual([1, 4, 7]);
  expect(await people(evenSample(scores, 4))).toEqual([1, 4, 7]);
  expect(await people(evenSample(scores, 100))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await people(evenSample(sql`(select * from ${scores} where false)`, 3))).toEqual([]);
});

test("the most likely people are selected, by smaller id where they tie", async () => {
  expect(await people(mostLikely(scores, 1))).toEqual([1]);
  expect(await people(mostLikely(scores, 3))).toEqual([1, 2, 3]);
  expect(await people(mostLikely(scores, 100))).toHaveLength(9);
});

test("people without an explanation keep their score", async () => {
  const explanations = sql`(values (2::bigint, '[]')) as t(person_id, explanation)`;
  const joined = withExplanations(scores, sql`(select * from ${explanations})`);
  const rows = await engine.rows<{ person_id: number; explanation: string | null }>(joined);
  expect(rows).toHaveLength(10);
  expect(rows.filter(({ explanation }) => explanation !== null)).toMatchObject([
    { person_id: 2, explanation: "[]" },
  ]);
});
