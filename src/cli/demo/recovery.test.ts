import { expect, test } from "vitest";
import type { KnownTruth } from "../../../examples/shop/shop.js";
import { type Prediction, recoveryLine, recoveryOf } from "./recovery.js";

const truth = (givenName: string, buys: number, more: Partial<KnownTruth> = {}): KnownTruth => ({
  givenName,
  surname: "Keller",
  postcode: "12201",
  email: `${givenName}@example.org`,
  buys,
  cancels: 0,
  ...more,
});
const prediction = (givenName: string, probability: number, more: Partial<Prediction> = {}): Prediction => ({
  ...truth(givenName, 0),
  probability,
  ...more,
});
const buysOf = (known: KnownTruth) => known.buys;

test("predictions are compared with the truth of the same person", async () => {
  const truths = [truth("anna", 0.2), truth("bo", 0.4), truth("cy", 0.9)];
  const predictions = [prediction("CY", 0.8), prediction("anna", 0.3), prediction("bo", 0.4)];
  const recovery = await recoveryOf(predictions, truths, buysOf);
  expect(recovery.people).toBe(3);
  expect(recovery.meanPredicted).toBeCloseTo(0.5);
  expect(recovery.meanTrue).toBeCloseTo(0.5);
  expect(recovery.meanAbsoluteError).toBeCloseTo(0.2 / 3);
  expect(recovery.correlation).toBeGreaterThan(0.95);
});

test("a slip in the surname is bridged by e-mail address and first name", async () => {
  const recovery = await recoveryOf(
    [prediction("anna", 0.1, { surname: "Kelelr" })],
    [truth("anna", 0.2)],
    buysOf,
  );
  expect(recovery.people).toBe(1);
});

test("nobody is found twice, and a name that two people share finds nobody", async () => {
  const twice = [prediction("anna", 0.1), prediction("anna", 0.2)];
  expect((await recoveryOf(twice, [truth("anna", 0.2)], buysOf)).people).toBe(1);
  const shared = [truth("bo", 0.2, { email: "" }), truth("bo", 0.3, { email: "" })];
  expect((await recoveryOf([prediction("bo", 0.1, { email: "" })], shared, buysOf)).people).toBe(0);
});

test("the comparison fits into one line", () => {
  const recovery = {
    people: 2101,
    meanPredicted: 0.12,
    meanTrue: 0.131,
    meanAbsoluteError: 0.04,
    correlation: 0.8,
  };
  expect(recoveryLine(recovery)).toBe(
    "  Against the true probabilities of 2,101 people: mean 12.0 % predicted, 13.1 % true; mean error 4.0 %; correlation 0.80.",
  );
});
