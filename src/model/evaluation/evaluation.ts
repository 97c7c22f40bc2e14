// What a test says, from plain arrays: for each tested person the label, and what the model and its rivals said beforehand.

import type { Decile, Evaluation, TenurePerformance } from "../../domain/evaluation.js";
import { wilson } from "../numeric/wilson.js";
import { liftCurve, rocCurve } from "./curves.js";
import { type Scorer, testIntervals } from "./intervals.js";
import { liftValue, score } from "./metrics.js";
import { equalMassBins, rankGroups } from "./ranking.js";
import { verdictOf } from "./verdict.js";

export interface TestRows {
  label: Uint8Array;
  probability: Float64Array;
  /** What each candidate would have said alone; the constant is among them. */
  candidates: readonly Scorer[];
  /** Days that each person has been known, NaN where they are not; null where there is no such feature. */
  tenureDays: Float32Array | null;
}

/** So many draws of so many people take five scorers about a second. */
const draws = 300;
const maxPeople = 25_000;

/** At least one person. */
export const evaluateTest = (
  test: TestRows,
  { baselines, seed }: { baselines: readonly string[]; seed: number },
): Evaluation => {
  const { label, probability, candidates, tenureDays } = test;
  const scorers = [{ name: "model", probability }, ...candidates];
  const measured = testIntervals(label, scorers, baselines, { seed, draws, maxPeople });
  const scores = score(probability, label);
  return {
    ...measured,
    lift_curve: liftCurve(probability, label),
    verdict: verdictOf(measured.comparison, scores),
    deciles: deciles(probability, label),
    tenures: tenureDays === null ? [] : tenureGroups(tenureDays, label).map((g) => performanceOf(g, test)),
  };
};

/** Highest probabilities first; people of equal probability are never parted, so there may be fewer than ten. */
export const deciles = (probability: Float64Array, label: Uint8Array): Decile[] =>
  equalMassBins(rankGroups(probability, label), 10).map((groups) => {
    const people = groups.reduce((sum, g) => sum + g.people, 0);
    const attained = groups.reduce((sum, g) => sum + g.attained, 0);
    const { low, high } = wilson(attained / people, people);
    return {
      people,
      lowest: groups.at(-1)!.probability,
      highest: groups[0]!.probability,
      expected: groups.reduce((sum, g) => sum + g.people * g.probability, 0),
      attained,
      rate_low: low,
      rate_high: high,
    };
  });

const performanceOf = ({ start, end, rows }: TenureGroup, test: TestRows): TenurePerformance => {
  const probability = Float64Array.from(rows, (row) => test.probability[row]!);
  const label = Uint8Array.from(rows, (row) => test.label[row]!);
  return {
    tenure_start: start,
    tenure_end: end,
    scores: score(probability, label),
    lift_value: liftValue(probability, label),
    roc_curve: rocCurve(probability, label),
    lift_curve: liftCurve(probability, label),
  };
};

// Newcomers are judged apart from people long known: a model may be good for one and useless for the other. Usual spans are
// joined to the next until each holds enough of both labels to be judged by.

export interface TenureGroup {
  /** Days, inclusive. */
  start: number;
  /** Days, exclusive; null has no end. */
  end: number | null;
  rows: number[];
}

const edges = [0, 30, 90, 180, 365, 730, Number.POSITIVE_INFINITY];
/** Fewer of the rarer label say nothing. */
const fewest = 20;

/** Shortest tenure first. People whose tenure is not known (NaN) are in none. */
export const tenureGroups = (tenureDays: Float32Array, label: Uint8Array): TenureGroup[] => {
  const groups: TenureGroup[] = [];
  let open: TenureGroup = { start: 0, end: null, rows: [] };
  edges.slice(1).forEach((edge, e) => {
    for (let row = 0; row < label.length; row++)
      if (tenureDays[row]! >= edges[e]! && tenureDays[row]! < edge) open.rows.push(row);
    if (rarer(open.rows, label) < fewest) return;
    groups.push({ ...open, end: edge });
    open = { start: edge, end: null, rows: [] };
  });
  const last = groups.at(-1);
  if (last === undefined) return [];
  return [...groups.slice(0, -1), { ...last, end: null, rows: [...last.rows, ...open.rows] }];
};

const rarer = (rows: readonly number[], label: Uint8Array): number => {
  const attained = rows.reduce((sum, row) => sum + label[row]!, 0);
  return Math.min(attained, rows.length - attained);
};
