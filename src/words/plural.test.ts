import { expect, test } from "vitest";
import {
  counted,
  howMany,
  listed,
  lowered,
  ordinal,
  people,
  plural,
  singular,
  timesOver,
  withArticle,
} from "./plural.js";

test("a noun agrees with its count", () => {
  expect(people(1)).toBe("1 person");
  expect(people(1200)).toBe("1,200 people");
  expect(counted(2, "category")).toBe("2 categories");
  expect(counted(2, "web visit")).toBe("2 web visits");
  expect(howMany(0, "order")).toBe("no orders");
  expect(plural("batch")).toBe("batches");
  expect(plural("sales")).toBe("sales");
});

test("one of many", () => {
  const nouns = [
    "Coupon Redemptions",
    "categories",
    "batches",
    "addresses",
    "status",
    "analysis",
    "address",
    "order",
  ];
  expect(nouns.map(singular)).toEqual([
    ...["Coupon Redemption", "category", "batch", "address", "status", "analysis", "address", "order"],
  ]);
});

test("an article agrees with the sound of its noun", () => {
  expect(
    ["order", "customer", "one-time buyer", "hour", "unit", "user", "8-day window", "upload"].map(
      withArticle,
    ),
  ).toEqual([
    "an order",
    "a customer",
    "a one-time buyer",
    "an hour",
    "a unit",
    "a user",
    "an 8-day window",
    "an upload",
  ]);
});

test("a list ends in its word", () => {
  expect(listed([])).toBe("");
  expect(listed(["a"])).toBe("a");
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(listed(["a", "b"], "nor")).toBe("a nor b");
});

test("a label fits into a sentence, and an abbreviation stays", () => {
  expect(lowered("Log loss")).toBe("log loss");
  expect(lowered("AUC")).toBe("AUC");
});

test("counting words", () => {
  expect([1, 2, 3].map(timesOver)).toEqual(["once", "twice", "3 times"]);
  expect([1, 8, 11, 12, 21, 103].map(ordinal)).toEqual(["first", "eighth", "11th", "12th", "21st", "103rd"]);
});
