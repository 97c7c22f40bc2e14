import { expect, test } from "vitest";
import { warningText } from "../../words/warnings.js";
import { seededRandom } from "../numeric/random.js";
import { stabilityIndex } from "./stability-index.js";
import { abruptChangeWarnings, leakWarnings, quietStreamWarnings, type WatchedFeature } from "./warnings.js";

const random = seededRandom(1);
const uniform = (count: number, from = 0) => Float32Array.from({ length: count }, () => from + random());
const label = Uint8Array.from({ length: 400 }, (_, i) => i % 2);
const feature = (over: Partial<WatchedFeature> = {}): WatchedFeature => ({
  name: "spend",
  literate: "money spent",
  trait: null,
  importance: 0.3,
  byLandmark: [uniform(400), uniform(400), uniform(400)],
  ...over,
});

test("a feature that alone predicts the label is a leak, in either direction, also by missing values", () => {
  const leaking = Float32Array.from(label, (y) => y + random() / 10);
  for (const tested of [leaking, leaking.map((x) => -x), leaking.map((x) => (x > 0.5 ? 1 : Number.NaN))]) {
    const [warning] = leakWarnings([feature({ byLandmark: [tested] })], label, false);
    expect(warning).toMatchObject({ kind: "leak", about: "spend" });
    expect(warningText(warning!)).toMatch(/exclude this input/);
  }
});

test("a leak by a trait names the trait, which all features made of it share", () => {
  const leaking = Float32Array.from(label, (y) => y);
  const about = { name: "trait_status_is_gone", literate: "status is “gone”", trait: "status" };
  const [warning] = leakWarnings([feature({ ...about, byLandmark: [leaking] })], label, false);
  expect(warning).toMatchObject({ kind: "leak", about: "trait_status_is_gone" });
  expect(warningText(warning!)).toMatch(
    /“status is “gone”” alone predicts.*The trait “status” has no date.*exclude this trait/,
  );
});

test("a feature that alone decides nearly all is a leak, unless the model is a rule with few features", () => {
  const features = [feature({ importance: 0.95 }), feature({ name: "visits", importance: 0.05 })];
  expect(leakWarnings(features, label, false).map(({ about }) => about)).toEqual(["spend"]);
  expect(leakWarnings(features, label, true)).toEqual([]);
});

test("a feature that ranks well is no leak by itself", () => {
  const tested = Float32Array.from(label, (y) => y + 2 * random());
  expect(leakWarnings([feature({ byLandmark: [tested] })], label, false)).toEqual([]);
});

test("abrupt changes cause warnings, most important first; unimportant features and few people do not", () => {
  const byLandmark = [uniform(400), uniform(400), uniform(400, 0.5)];
  const names = abruptChangeWarnings([
    feature({ name: "still" }),
    feature({ name: "second", importance: 0.2, byLandmark }),
    feature({ name: "first", importance: 0.5, byLandmark }),
    feature({ name: "unimportant", importance: 0.001, byLandmark }),
    feature({ name: "few", byLandmark: byLandmark.map((values) => values.slice(0, 50)) }),
    feature({ name: "no past", byLandmark: byLandmark.slice(1) }),
  ]).map(({ about }) => about);
  expect(names).toEqual(["first", "second"]);
});

test("values that always change, such as days since the first event, cause no warning", () => {
  const byLandmark = [0, 0.5, 1, 1.5].map((from) => uniform(400, from));
  expect(abruptChangeWarnings([feature({ byLandmark })])).toEqual([]);
});

test("the stability index is near 0 for equal distributions, and as computed by hand for a known change", () => {
  expect(stabilityIndex(uniform(5000), uniform(5000))).toBeLessThan(0.02);
  const yes = (ones: number) => Float32Array.from({ length: 10_000 }, (_, i) => (i < ones ? 1 : 0));
  const byHand = (0.8 - 0.5) * Math.log(0.8 / 0.5) + (0.2 - 0.5) * Math.log(0.2 / 0.5);
  expect(stabilityIndex(yes(5000), yes(8000))).toBeCloseTo(byHand, 2);
});

test("values that are missing now count as a change", () => {
  const gone = uniform(1000).map((x, i) => (i % 2 === 0 ? Number.NaN : x));
  expect(stabilityIndex(uniform(1000), gone)).toBeGreaterThan(0.25);
});

test("a stream is quiet after far more days than its usual gap", () => {
  const stream = (name: string, quietDays: number, usualGapDays: number) => ({
    name,
    quietDays,
    usualGapDays,
  });
  const warnings = quietStreamWarnings([
    stream("daily", 12, 1),
    stream("weekend", 3, 2),
    stream("monthly", 40, 31),
    stream("dead", 200, 31),
  ]);
  expect(warnings.map(({ about }) => about)).toEqual(["daily", "dead"]);
  expect(warningText(warnings[0]!)).toMatch(/“daily” has no events in the last 12 days; .* 1 day\. Upload/);
});
