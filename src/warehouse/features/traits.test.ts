import { expect, test } from "vitest";
import { measure, planOf, type TraitRow, testEngine, traitsRelation } from "./fixtures.js";
import { summarizeTraits } from "./traits.js";

const engine = testEngine();
const traits: TraitRow[] = [
  [1, "age", "41.5"],
  [1, "plan", "gold"],
  [2, "age", "unknown"],
  [2, "plan", "free"],
  [3, "plan", "gold"],
  [4, "plan", null],
];

test("a number is read as it is, a text becomes 0 or 1, and a missing trait is null", async () => {
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

const listedTraits: TraitRow[] = [
  [1, "age", "41.5"],
  [1, "plan", "gold"],
  [2, "plan", "free"],
  [3, "plan", "gold"],
  [4, "plan", null],
];

test("traits are summarised with their values, the most frequent first", async () => {
  expect(
    await summarizeTraits(engine(), traitsRelation(listedTraits), [
      { name: "age", type: "number" },
      { name: "plan", type: "text" },
    ]),
  ).toEqual([
    { name: "age", type: "number", values: [{ name: "41.5", count: 1 }] },
    {
      name: "plan",
      type: "text",
      values: [
        { name: "gold", count: 2 },
        { name: "free", count: 1 },
      ],
    },
  ]);
});

test("a list is summarised by its items, together with the owner's settings of the trait", async () => {
  const lists: TraitRow[] = [
    [1, "tags", "blue;red"],
    [2, "tags", "red"],
    [1, "tier", "1"],
  ];
  const known = [
    { name: "tags", type: "text" as const, isList: true as const },
    { name: "tier", type: "number" as const },
  ];
  const said = {
    tier: { literate: "level", lookup_table: { "1": "Gold" }, statistical_type: "categorical" as const },
  };
  expect(await summarizeTraits(engine(), traitsRelation(lists), known, said)).toEqual([
    {
      name: "tags",
      type: "text",
      isList: true,
      values: [
        { name: "red", count: 2 },
        { name: "blue", count: 1 },
      ],
    },
    {
      name: "tier",
      type: "text",
      said: { literate: "level", values: { "1": "Gold" } },
      values: [{ name: "1", count: 1 }],
    },
  ]);
});
