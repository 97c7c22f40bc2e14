import { expect, test } from "vitest";
import type { EventMeasure, Feature } from "../outcome/features/feature.js";
import { type Difference, PersonaNamer } from "./persona-names.js";
import { namedPersonas } from "./persona-set.js";

const event = (
  measure: EventMeasure,
  difference: number,
  mean = 1,
  provider = "transaction",
): Difference => ({
  feature: {
    name: `${provider} ${Object.values(measure).join(" ")}`,
    literate: "",
    provider,
    type: "number",
    over: "events",
    measure,
  },
  difference,
  mean,
});
const trait = (name: string, value: string | null, difference: number, mean = 1): Difference => ({
  feature: {
    name: `trait_${name}`,
    literate: "",
    provider: "traits",
    type: value === null ? "number" : "boolean",
    over: "traits",
    measure: { trait: name, value },
  } as Feature,
  difference,
  mean,
});
const recency = (difference: number) => event({ of: "recency" }, difference);
const value = (difference: number) => event({ of: "value_mean" }, difference);
const garden = (difference: number, mean: number) =>
  event({ of: "property_share", property: "category", value: "garden" }, difference, mean);

test.each<[string, Difference[]]>([
  ["Recent big spenders", [recency(-1), value(2)]],
  ["Lapsed small spenders", [value(-0.5), recency(3)]],
  ["New frequent buyers", [event({ of: "tenure" }, -2), event({ of: "count", days: null }, 1)]],
  ["Recent big spenders", [recency(-1), value(2), event({ of: "count", days: null }, 0.9)]],
  ["Big spenders, mostly garden", [value(1), garden(0.9, 0.7)]],
  ["Big spenders", [value(1), garden(0.9, 0.3)]],
  ["Buyers, many cancellations", [event({ of: "count", days: null }, 1, 1, "cancellation")]],
  ["Buyers, recent cancellations", [event({ of: "recency" }, -1, 1, "cancellation")]],
  ["Older buyers, tier gold", [trait("age", null, 0.8), trait("tier", "gold", 0.7)]],
  ["Buyers, low household income", [trait("household_income", null, -0.8)]],
  [
    "Buyers, high discount, many returns",
    [event({ of: "property_mean", property: "discount" }, 1), event({ of: "value_negative_share" }, 0.5)],
  ],
  ["Average buyers", [recency(0.2)]],
])("%s", (name, differences) => {
  expect(new PersonaNamer("transaction").name(differences).name).toBe(name);
});

test("the noun is people for a cohort without a stream of purchases", () => {
  expect(new PersonaNamer(undefined).name([trait("age", null, 1)]).name).toBe("Older people");
  expect(new PersonaNamer("visit").name([]).name).toBe("Average people");
});

test("equal names get more words, or else a number", () => {
  const namer = new PersonaNamer("transaction");
  const differences = [recency(-1), value(0.9), event({ of: "tenure" }, -0.5)];
  const names = [1, 2, 3, 4].map(() => namer.name(differences).name);
  expect(names).toEqual([
    "Recent big spenders",
    "Recent new big spenders",
    "Recent big spenders 2",
    "Recent big spenders 3",
  ]);
});

test("a persona keeps its name as long as the name is true", () => {
  const before = new PersonaNamer("transaction").name([recency(-1), value(2)]);
  const isKept = (...now: Difference[]) => new PersonaNamer("transaction").keep(before, now);
  expect(isKept(recency(-0.25), value(0.3))).toBe(true);
  expect(isKept(recency(-0.25), value(-0.3))).toBe(false);
  expect(isKept(recency(-2))).toBe(false);
  const namer = new PersonaNamer("transaction");
  expect(namer.keep(before, [recency(-1), value(2)])).toBe(true);
  expect(namer.keep(before, [recency(-1), value(2)])).toBe(false);
  expect(namer.name([recency(-1), value(2)]).name).not.toBe(before.name);
});

test("the owner's name is used, and no other persona gets it", () => {
  const personas = ["Best", "Recent buyers"].map((name, i) => ({ id: `${i}`, name }));
  expect(namedPersonas({ cohort_id: "c", persona_names: { 1: "best" } }, personas)).toEqual([
    { id: "0", name: "Best 2" },
    { id: "1", name: "best" },
  ]);
});
