import { expect, test } from "vitest";
import { warningText } from "../../words/warnings.js";
import { seededRandom } from "../numeric/random.js";
import {
  populationShift,
  type ReferenceDistribution,
  scoredCounts,
  shiftWarnings,
} from "./population-shift.js";
import { binValues, stabilityIndex } from "./stability-index.js";

const random = seededRandom(1);
const uniform = (count: number, from = 0) => Float32Array.from({ length: count }, () => from + random());

const trainingValues = uniform(2000);
const reference = (over: Partial<ReferenceDistribution> = {}): ReferenceDistribution => ({
  name: "spend",
  literate: "money spent",
  importance: 0.3,
  testedIndex: 0,
  ...binValues(trainingValues),
  ...over,
});
const shiftOf = (references: ReferenceDistribution[], ...frames: Float32Array[]) => {
  const bins = scoredCounts(references);
  const names = references.map(({ name }) => name);
  for (const values of frames) bins.add({ names, columns: names.map(() => values) });
  return populationShift(references, bins.people);
};

test("people counted frame by frame give the same index as all at once", () => {
  const [first, second] = [uniform(700, 0.2), uniform(900, 0.4)];
  const whole = stabilityIndex(trainingValues, Float32Array.from([...first, ...second]));
  expect(shiftOf([reference()], first, second)!.features[0]!.index).toBeCloseTo(whole, 12);
});

test("similar people cause no warning; different people cause one that says what to do", () => {
  const references = [reference()];
  expect(shiftWarnings(references, shiftOf(references, uniform(2000))!)).toEqual([]);
  const [warning] = shiftWarnings(references, shiftOf(references, uniform(2000, 0.4))!);
  expect(warning).toMatchObject({ kind: "shift", about: "spend" });
  expect(warningText(warning!)).toMatch(/“money spent”.*stability index.*eligible cohort/);
});

test("values that are missing now, and were not before, are a shift", () => {
  const references = [reference()];
  const half = uniform(2000).map((value, i) => (i % 2 ? value : Number.NaN));
  expect(shiftWarnings(references, shiftOf(references, half)!)).toHaveLength(1);
});

test("a shift that the test contained causes no warning, such as a tenure that always grows", () => {
  const references = [reference({ testedIndex: 3 })];
  expect(shiftWarnings(references, shiftOf(references, uniform(2000, 0.4))!)).toEqual([]);
});

test("the mean is weighted by importance, and the most important features come first", () => {
  const still = reference({ name: "still", importance: 0.1 });
  const references = [still, reference({ name: "moved", importance: 0.4 })];
  const bins = scoredCounts(references);
  bins.add({ names: ["still", "moved"], columns: [trainingValues, uniform(2000, 0.4)] });
  const { index, features } = populationShift(references, bins.people)!;
  expect(features.map(({ name }) => name)).toEqual(["moved", "still"]);
  expect(index).toBeCloseTo(0.8 * features[0]!.index + 0.2 * features[1]!.index, 12);
});

test("few people, and a model without important features, give no shift", () => {
  expect(shiftOf([reference()], uniform(199, 0.4))).toBeNull();
  expect(shiftOf([], uniform(2000))).toBeNull();
});
