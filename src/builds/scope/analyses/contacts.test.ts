import path from "node:path";
import { expect, test } from "vitest";
import { openWorkshop } from "../../../../test/support/workshop.js";
import { planProfit } from "../../../domain/campaign/economics.js";
import type { Economics } from "../../../domain/campaign/economics-config.js";
import { sumInterval } from "../../../model/value/expected-sum.js";
import { type ValueModel, valueVariance } from "../../../model/value/model.js";
import { relation } from "../../../warehouse/relations.js";
import { join, sql } from "../../../warehouse/sql/sql.js";
import { contactPlan, contactRows, type DecidingOutcome } from "./contacts.js";

const workshop = openWorkshop("contacts", 256, 1);

/** Probabilities of people 1, 2 and so on; null: attained already. */
const chances = [0.5, 0.1, null, 0.04, 0.3, 0.3, 0.02];
/** Amounts that people are expected to spend. */
const amounts = [4, 30, null, 8, 6, 9, 5];
/** Person 5 is held out. */
const scores = sql`select * from (values ${join(
  chances.map(
    (chance, i) =>
      sql`(${i + 1}::bigint, ${chance}::double, ${amounts[i]!}::double, ${chance === null ? null : i === 4 ? "held_out" : "contact"}::varchar)`,
  ),
)}) as t(person_id, probability_0, expected_amount_0, arm)`;
const model: ValueModel = {
  members: [],
  spread: { square: 1.8, below: [], quantiles: [] },
  levelMargin: 0.2,
};

const deciding = (): DecidingOutcome => ({
  id: "o",
  name: "Buys again",
  place: 0,
  levelMargin: 0.1,
  amounts: model,
});
let files = 0;
const planned = async (terms: Economics, hasArms = false) => {
  const file = path.join(workshop.root, `scores-${files++}.parquet`);
  await workshop.engine.writeParquet(contactRows(scores, deciding(), terms, hasArms), file);
  const rows = await workshop.engine.rows(
    sql`select person_id from ${relation(file)} where contact order by person_id`,
  );
  const plan = await contactPlan(file, deciding(), terms, hasArms, workshop.engine);
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

test("the curve has the profit of the first so many, from nobody to everyone who may be contacted", async () => {
  const { plan } = await planned({ ...terms, budget: 2 }, true);
  expect(plan.curve!.map(({ people, profit }) => [people, Number(profit.toFixed(6))])).toEqual([
    [0, 0],
    [1, 9],
    [2, 14],
    [3, 15],
    [4, 14.8],
    [5, 14.2],
  ]);
  expect(plan.curve![2]).toMatchObject(planProfit(plan));
});

const byAmount: Economics = { cost_per_contact: 1, margin: 0.15 };
/** The best of all groups of people that may be contacted, by its profit; each person by their number. */
const bestGroup = (margin: number, cost: number, most: number): number[] => {
  const free = amounts.flatMap((amount, i) => (amount === null ? [] : [{ person: i + 1, amount }]));
  const profitOf = (group: typeof free) => group.reduce((sum, { amount }) => sum + margin * amount - cost, 0);
  const groups = Array.from({ length: 2 ** free.length }, (_, bits) =>
    free.filter((_, i) => (bits >> i) & 1),
  );
  const best = groups
    .filter(({ length }) => length <= most)
    .reduce((found, group) => (profitOf(group) > profitOf(found) + 1e-9 ? group : found), []);
  return best.map(({ person }) => person);
};

test.each([
  [0.15, 1, undefined],
  [0.15, 1, 2],
  [0.5, 2.6, undefined],
  [1, 4.5, 3],
])(
  "by amounts the best of all groups of people is contacted: margin %d, cost %d, budget for %s",
  async (margin, cost, most) => {
    const { plan, people } = await planned({
      cost_per_contact: cost,
      margin,
      ...(most !== undefined && { budget: most * cost }),
    });
    const best = bestGroup(margin, cost, most ?? amounts.length);
    expect(people).toEqual(best);
    const amount = best.reduce((sum, person) => sum + amounts[person - 1]!, 0);
    expect(planProfit(plan).profit).toBeCloseTo(margin * amount - cost * best.length, 9);
  },
);

test("by amounts the interval is that of the expected sum, and each person has their profit", async () => {
  const { plan, people } = await planned(byAmount);
  expect(people).toEqual([2, 4, 6]);
  const variance = people.reduce((sum: number, id) => {
    const [p, amount] = [chances[Number(id) - 1]!, amounts[Number(id) - 1]!];
    return sum + valueVariance(p, amount / p, model.spread);
  }, 0);
  const interval = sumInterval({ expected: 47, variance }, model.levelMargin);
  expect(plan.amount).toMatchObject({ expected: 47, min: 8 });
  expect(plan.amount!.interval!.low).toBeCloseTo(interval.low, 6);
  expect(plan.amount!.interval!.high).toBeCloseTo(interval.high, 6);
  const rows =
    await workshop.engine.rows(sql`select t.profit from (${contactRows(scores, deciding(), byAmount, false)}) as t
    order by t.person_id`);
  expect(rows.map(({ profit }) => profit)).toEqual(
    amounts.map((amount) => (amount === null ? null : expect.closeTo(0.15 * amount - 1, 9))),
  );
});

test("a margin needs an outcome with amounts", () => {
  expect(() => contactRows(scores, { ...deciding(), amounts: undefined }, byAmount, false)).toThrow(
    /“Buys again” predicts none/,
  );
});
