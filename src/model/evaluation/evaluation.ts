// Evaluation of a test from plain arrays: the label of each tested person, and the probabilities of the model
// and of the candidates.

import type { Decile, Evaluation, TenurePerformance } from "../../domain/outcome/evaluation.js";
import { wilsonInterval } from "../numeric/confidence-intervals.js";
import { countMinority } from "../numeric/labels.js";
import { liftCurve, rocCurve } from "./curves.js";
import { type Scorer, testIntervals } from "./intervals.js";
import { liftValue, score } from "./metrics.js";
import { equalMassBins, rankGroups } from "./ranking.js";
import { type DatedGains, verdictOf } from "./verdict.js";

export interface TestRows {
  label: Uint8Array;
  probability: Float64Array;
  /** Probabilities of each candidate alone; the constant is among them. */
  candidates: readonly Scorer[];
  /** Days since each person's first event, NaN where unknown; null if there is no such feature. */
  tenureDays: Float32Array | null;
}

/** With this many draws and people, five scorers take about a second. */
const draws = 300;
const maxPeople = 25_000;

/**
 * At least one person. `baselines` are the names of candidates that the model is compared with, and `dated`
 * its gains over them at past dates, if any.
 */
export const evaluateTest = (
  test: TestRows,
  {
    baselines,
    seed,
    dated = null,
  }: { baselines: readonly string[]; seed: number; dated?: DatedGains | null },
): Evaluation => {
  const { label, probability, candidates, tenureDays } = test;
  const scorers = [{ name: "model", probability }, ...candidates];
  const measured = testIntervals(label, scorers, baselines, { seed, draws, maxPeople });
  const scores = score(probability, label);
  return {
    ...measured,
    lift_curve: liftCurve(probability, label),
    verdict: verdictOf(measured.comparison, scores, dated),
    deciles: deciles(probability, label),
    tenures: tenureDays === null ? [] : tenureGroups(tenureDays, label).map((g) => performanceOf(g, test)),
  };
};

/** Highest probabilities first. People of equal probability are never split, so there may be fewer than ten. */
export const deciles = (probability: Float64Array, label: Uint8Array): Decile[] =>
  equalMassBins(rankGroups(probability, label), 10).map((groups) => {
    const people = groups.reduce((sum, g) => sum + g.people, 0);
    const attained = groups.reduce((sum, g) => sum + g.attained, 0);
    const { low, high } = wilsonInterval(attained / people, people);
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

/** People by tenure: a model may be good for long-known customers and useless for new ones. */
export interface TenureGroup {
  /** Days, inclusive. */
  start: number;
  /** Days, exclusive; null: no end. */
  end: number | null;
  rows: number[];
}

const tenureEdges = [0, 30, 90, 180, 365, 730, Number.POSITIVE_INFINITY];
/** Below this number of the rarer label, a group is merged with the next. */
const minOfEachLabel = 20;

/** Shortest tenure first. People of unknown tenure (NaN) are in no group. */
export const tenureGroups = (tenureDays: Float32Array, label: Uint8Array): TenureGroup[] => {
  const groups: TenureGroup[] = [];
  let open: TenureGroup = { start: 0, end: null, rows: [] };
  tenureEdges.slice(1).forEach((edge, e) => {
    for (let row = 0; row < label.length; row++)
      if (tenureDays[row]! >= tenureEdges[e]! && tenureDays[row]! < edge) open.rows.push(row);
    if (countMinority(Uint8Array.from(open.rows, (row) => label[row]!)) < minOfEachLabel) return;
    groups.push({ ...open, end: edge });
    open = { start: edge, end: null, rows: [] };
  });
  const last = groups.at(-1);
  if (last === undefined) return [];
  return [...groups.slice(0, -1), { ...last, end: null, rows: [...last.rows, ...open.rows] }];
};

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
