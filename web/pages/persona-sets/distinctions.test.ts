import { expect, test } from "vitest";
import { distinctionInWords, telling } from "./distinctions.js";
import { chosenFields, fieldsOffered } from "./fields.js";

const of = (difference: number) => ({ name: "n", literate: "n", value: 1, average: 2, difference });

test("a difference is said by its side and size", () => {
  expect(
    [-1.2, -0.6, -0.2, 0.05, 0.3, 0.7, 2].map((difference) => distinctionInWords({ difference })),
  ).toEqual([
    "far below",
    "well below",
    "a little below",
    "about",
    "a little above",
    "well above",
    "far above",
  ]);
});

test("differences too small to see are left out, unless there are no others", () => {
  expect(telling([of(-0.7), of(0.05)])).toEqual([of(-0.7)]);
  expect(telling([of(0.05)])).toEqual([of(0.05)]);
});

test("streams and traits are offered, and none chosen stands for all", () => {
  const offered = fieldsOffered(
    [{ stream_name: "order", name: "Orders" }],
    [{ name: "plan", literate: "plan" }],
  );
  expect(offered.map(({ value }) => value)).toEqual(["order", "plan"]);
  expect(chosenFields(new Set())).toEqual({});
  expect(chosenFields(new Set(["plan", "order"]))).toEqual({ modeling_fields: ["order", "plan"] });
});
