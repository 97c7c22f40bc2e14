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
