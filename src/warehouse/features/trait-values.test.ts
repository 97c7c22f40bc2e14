import { expect, test } from "vitest";
import { type TraitRow, testEngine, traitsRelation } from "./fixtures.js";
import { summarizeTraits } from "./trait-values.js";

const engine = testEngine();
const traits: TraitRow[] = [
  [1, "age", "41.5"],
  [1, "plan", "gold"],
  [2, "plan", "free"],
  [3, "plan", "gold"],
  [4, "plan", null],
];

test("traits are summarised with their values, the most frequent first", async () => {
  expect(
    await summarizeTraits(engine(), traitsRelation(traits), [
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

test("a list is summarised by its items, and what the owner says of a trait comes along", async () => {
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
