import { expect, test } from "vitest";
import { measure, planOf, type TraitRow, testEngine } from "./fixtures.js";

const engine = testEngine();
const traits: TraitRow[] = [
  [1, "age", "41.5"],
  [1, "plan", "gold"],
  [2, "age", "unknown"],
  [2, "plan", "free"],
  [3, "plan", "gold"],
  [4, "plan", null],
];

test("a number is read, a text becomes yes or no, and what nobody said is not known", async () => {
  const plan = planOf(
    [],
    [
      { name: "age", type: "number", values: [] },
      { name: "plan", type: "text", values: [{ name: "gold", count: 2 }] },
    ],
  );
  const measured = await measure(engine(), plan, { events: [], traits }, [1, 2, 3, 4, 5]);
  const seen = [...measured].map(([person, { trait_age, trait_plan_is_gold }]) => [
    person,
    trait_age,
    trait_plan_is_gold,
  ]);
  expect(seen).toEqual([
    [1, 41.5, 1],
    [2, null, 0],
    [3, null, 1],
    [4, null, null],
    [5, null, null],
  ]);
});

test("a list has each of its items", async () => {
  const values = [{ name: "red", count: 2 }];
  const plan = planOf([], [{ name: "tags", type: "text", isList: true, values }]);
  const tags: TraitRow[] = [
    [1, "tags", "blue;red"],
    [2, "tags", "blue"],
    [3, "tags", null],
  ];
  const measured = await measure(engine(), plan, { events: [], traits: tags }, [1, 2, 3]);
  expect([...measured.values()].map(({ trait_tags_is_red }) => trait_tags_is_red)).toEqual([1, 0, null]);
});
