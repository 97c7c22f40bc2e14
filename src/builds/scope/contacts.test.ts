import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Economics } from "../../domain/economics.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { relation } from "../../warehouse/relations.js";
import { join, sql } from "../../warehouse/sql/sql.js";
import { contactPlan, contactRows } from "./contacts.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "contacts-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

/** Probabilities of people 1, 2 and so on; null: attained already. */
const chances = [0.5, 0.1, null, 0.04, 0.3, 0.3, 0.02];
/** Person 5 is held out. */
const scores = sql`select * from (values ${join(
  chances.map(
    (chance, i) =>
      sql`(${i + 1}::bigint, ${chance}::double, ${chance === null ? null : i === 4 ? "held_out" : "contact"}::varchar)`,
  ),
)}) as t(person_id, probability_0, arm)`;

const planned = async (terms: Economics, hasArms = false) => {
  const file = path.join(
    root,
    `scores-${JSON.stringify(terms).length}-${hasArms}-${terms.budget ?? 0}.parquet`,
  );
  const deciding = { id: "o", place: 0, levelMargin: 0.1 };
  await engine.writeParquet(contactRows(scores, deciding, terms, hasArms), file);
  const rows = await engine.rows(
    sql`select person_id from ${relation(file)} where contact order by person_id`,
  );
  const plan = await contactPlan(file, deciding, terms, hasArms, engine);
  return { plan, people: rows.map(({ person_id }) => person_id) };
};

const terms: Economics = { cost_per_contact: 1, value_per_conversion: 20 };

test("everyone whose expected value exceeds the cost is contacted", async () => {
  const { plan, people } = await planned(terms);
  expect(people).toEqual([1, 2, 5, 6]);
  expect(plan).toMatchObject({ people: 4, paying: 4, min_chance: 0.1 });
  expect(plan.expected).toBeCloseTo(1.2, 9);
  expect(plan.expected_interval!.low).toBeLessThan(1.2);
});

test("a budget takes the likeliest, and the smaller id of equals", async () => {
  const { plan, people } = await planned({ ...terms, budget: 2.5 });
  expect(people).toEqual([1, 5]);
  expect(plan).toMatchObject({ people: 2, paying: 4, min_chance: 0.3 });
});

test("who is held out is not contacted, and takes nobody's place", async () => {
  const { plan, people } = await planned({ ...terms, budget: 2 }, true);
  expect(people).toEqual([1, 6]);
  expect(plan.paying).toBe(3);
});

test("contacts that never pay are left out, and free ones all count", async () => {
  const none = await planned({ cost_per_contact: 30, value_per_conversion: 20 });
  expect(none.people).toEqual([]);
  expect(none.plan).toMatchObject({ people: 0, paying: 0, expected: 0 });
  expect(none.plan.min_chance).toBeUndefined();
  expect((await planned({ cost_per_contact: 0, value_per_conversion: 1, budget: 0 })).people).toHaveLength(6);
});
