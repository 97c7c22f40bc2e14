import { expect, test } from "vitest";
import { seededRandom } from "../../numeric/random.js";
import { labelled } from "../rows.js";
import { fitPriorFitted, predictPriorFitted, priorFitted } from "./prior-fitted.js";

const people = 80;
const features = [0, 1, 2];

/** People at some landmarks, a tenth of them without a purchase; who bought lately buys again. */
const frameOf = (landmarks: number) => {
  const random = seededRandom(4);
  const rows = people * landmarks;
  const recency = Float32Array.from({ length: rows }, () => 200 * random());
  const isKnown = Array.from({ length: rows }, () => random() > 0.1);
  const of = (value: (row: number) => number) =>
    Float32Array.from({ length: rows }, (_, row) => (isKnown[row] ? value(row) : Number.NaN));
  return labelled({
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row % people)),
    landmark: Float64Array.from({ length: rows }, (_, row) => 1_000_000 * Math.floor(row / people)),
    label: Uint8Array.from({ length: rows }, (_, row) =>
      isKnown[row] && random() < Math.exp(-recency[row]! / 60) ? 1 : 0,
    ),
    names: ["days", "recency", "tenure"],
    columns: [of((row) => 1 + (row % 5)), of((row) => recency[row]!), of((row) => recency[row]! + 150)],
  });
};

test("whoever bought lately is likelier, and people without a purchase have a chance of their own", () => {
  const frame = frameOf(6);
  const fitted = fitPriorFitted(frame, features, 60);
  const columns = [
    [3, 3, Number.NaN],
    [5, 180, Number.NaN],
    [155, 330, Number.NaN],
  ].map((column) => Float32Array.from(column));
  const [lately, silent, unknown] = predictPriorFitted(fitted, columns);
  expect(lately).toBeGreaterThan(silent! + 0.5);
  expect(unknown).toBe(fitted.missing);
  expect(fitted.missing).toBeLessThan(-2);
});

test("contributions add up to the differences of scores", () => {
  const frame = frameOf(6);
  const fitted = fitPriorFitted(frame, features, 60);
  const scores = predictPriorFitted(fitted, frame.columns);
  const parts = priorFitted.contributions(fitted, frame.columns, frame.rows, [2, 60, 210]);
  const rest = Float64Array.from(
    scores,
    (score, row) => score - parts[3 * row]! - parts[3 * row + 1]! - parts[3 * row + 2]!,
  );
  for (const one of rest) expect(one).toBeCloseTo(rest[0]!, 8);
});

test("a long history is read at its newest dates alone, and at so many rows at most", () => {
  const long = frameOf(30);
  const newest = frameOf(30);
  // What older landmarks say does not matter.
  newest.label.set(newest.label.subarray(0, 20 * people).map((label) => 1 - label));
  expect(fitPriorFitted(newest, features, 60).summary).toEqual(fitPriorFitted(long, features, 60).summary);
});

test("it is for few people with purchases", () => {
  const options = { rfm: [], visits: [], histories: features, horizonDays: 60, seed: 1 };
  const frame = frameOf(3);
  expect(priorFitted.isPossible(frame, { ...options, people })).toBe(true);
  expect(priorFitted.isPossible(frame, { ...options, people: 1000 })).toBe(false);
  expect(priorFitted.isPossible(frame, options)).toBe(false);
  expect(priorFitted.isPossible(frame, { ...options, people, histories: [] })).toBe(false);
  const none = { ...frame, columns: frame.columns.map((column) => column.map(() => Number.NaN)) };
  expect(priorFitted.isPossible(none, { ...options, people })).toBe(false);
});
