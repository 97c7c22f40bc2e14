import { expect, test } from "vitest";
import { candidateLabels } from "../../../words/labels.js";
import { seededRandom } from "../../numeric/random.js";
import { sigmoid } from "../../numeric/special-functions.js";
import type { LabelledFrame } from "../rows.js";
import { baselineNames, candidateNames, candidatesFor, fitCandidate, scoreCandidate } from "./registry.js";

const rows = 300;

const frameOf = (label: (recency: number, random: () => number) => number): LabelledFrame => {
  const random = seededRandom(2);
  const recency = Float32Array.from({ length: rows }, () => 90 * random());
  const days = Float32Array.from({ length: rows }, () => Math.floor(1 + 4 * random()));
  return {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row)),
    landmark: new Float64Array(rows),
    label: Uint8Array.from(recency, (r) => label(r, random)),
    names: ["recency", "days", "tenure"],
    columns: [recency, days, recency.map((r) => r + 100)],
  };
};

const frame = frameOf((recency, random) => (random() < sigmoid(1 - recency / 30) ? 1 : 0));
const options = { rfm: [0, 1], visits: [1, 0, 2], histories: [1, 0, 2], horizonDays: 30, seed: 1 };
/** Those for many people. */
const usualNames = candidateNames.filter((name) => name !== "prior_fitted");

test("every candidate has a label, and those called rules are the baselines", () => {
  expect(Object.keys(candidateLabels).sort()).toEqual(["model", ...candidateNames].sort());
  expect(candidateNames.filter((name) => candidateLabels[name]!.isRule)).toEqual(baselineNames);
});

test("a stored candidate scores rows as the fitted one does", () => {
  for (const name of candidateNames) {
    const fitted = fitCandidate(name, frame, options, 10);
    const stored = JSON.parse(JSON.stringify(fitted));
    expect(scoreCandidate(stored, frame.columns, rows), name).toEqual(
      scoreCandidate(fitted, frame.columns, rows),
    );
  }
});

test("candidates need the features that they use", () => {
  expect(candidatesFor(frame, options)).toEqual(usualNames);
  expect(candidatesFor(frame, { ...options, rfm: [0], visits: [], histories: [] })).toEqual([
    "constant",
    "recency",
    "logistic",
    "trees",
  ]);
  expect(
    candidatesFor({ ...frame, columns: [] }, { ...options, rfm: [], visits: [], histories: [] }),
  ).toEqual(["constant"]);
});

test("small data have simple candidates alone", () => {
  expect(candidatesFor(frame, { ...options, people: 150 })).toEqual([
    "constant",
    "recency",
    "bg_nbd",
    "prior_fitted",
    "logistic",
  ]);
  expect(candidatesFor(frame, { ...options, people: 151 })).toEqual(candidateNames);
  expect(candidatesFor(frame, { ...options, people: 401 })).toEqual(usualNames);
});

test("the fewer the people, the closer a regression stays to the average", () => {
  const spread = (people: number) => {
    const fitted = fitCandidate("logistic", frame, { ...options, people }, 0);
    const scores = scoreCandidate(fitted, frame.columns, rows);
    return Math.max(...scores) - Math.min(...scores);
  };
  expect(spread(100)).toBe(spread(300));
  expect(spread(300)).toBeLessThan(0.8 * spread(1000));
  expect(spread(1000)).toBeLessThan(spread(3000));
  expect(spread(3000)).toBe(spread(100_000));
});

test("every candidate is the constant where all labels are equal", () => {
  const same = frameOf(() => 1);
  for (const name of candidateNames) expect(fitCandidate(name, same, options, 10).kind).toBe("constant");
});
