// Evaluation of a model of horizons: the newest test of each, and of expected dates.

import type { DateEvaluation, HorizonEvaluation, OutcomeHorizons } from "../../domain/outcome/horizons.js";
import { score } from "../evaluation/metrics.js";
import { totalInterval } from "../propensity/expected-total.js";
import { expectedDays } from "./model.js";
import { type HorizonsOrigin, judgedAt, type TrainedHorizons } from "./train.js";

/** `wanted` has the days of the horizons to report, ascending. */
export const evaluateHorizons = (trained: TrainedHorizons, wanted: readonly number[]): OutcomeHorizons => ({
  horizons: wanted.map((days) => horizonEvaluation(trained, days)),
  dates: dateEvaluation(trained.origins),
  blend: trained.blend,
});

const horizonEvaluation = ({ model, origins }: TrainedHorizons, days: number): HorizonEvaluation => {
  const untested = { landmark: null, scores: null, expected: null, expected_interval: null };
  const interval = model.bounds.indexOf(days);
  if (interval < 0) return { days, tested_on: "not predicted", ...untested };
  const test = origins.flatMap((origin) => judgedAt(origin, days) ?? []).at(-1);
  const margin = model.levelMargins[interval]!;
  if (test === undefined || margin === null) return { days, tested_on: "not", ...untested };
  const { landmark, probability, label } = test;
  const total = { people: label.length, expected: 0, variance: 0 };
  for (const p of probability) {
    total.expected += p;
    total.variance += p * (1 - p);
  }
  return {
    days,
    tested_on: "later dates",
    landmark,
    scores: score(probability, label),
    expected: total.expected,
    expected_interval: totalInterval(total, margin),
  };
};

/** At the newest date on which the longest horizon that is tested was over. */
const dateEvaluation = (origins: readonly HorizonsOrigin[]): DateEvaluation | null => {
  const tested = origins.flatMap((origin) => {
    const over = origin.bounds.filter((days) => judgedAt(origin, days) !== null);
    return over.length === 0 ? [] : [{ origin, intervals: over.length }];
  });
  const most = Math.max(...tested.map(({ intervals }) => intervals));
  const test = tested.filter(({ intervals }) => intervals === most).at(-1);
  if (test === undefined) return null;
  const { landmark, curves, timing, wait, ...origin } = test.origin;
  const bounds = origin.bounds.slice(0, test.intervals);
  const within_days = bounds.at(-1)!;
  const found = { landmark, within_days, expected: 0, held: 0, unlikely: 0, unlikely_reached: 0 };
  wait.forEach((waited, row) => {
    const curve = bounds.map((_, interval) => curves[interval]![row]!);
    const { median, low, high } = expectedDays({ bounds, timing }, curve);
    const day = Math.floor(waited);
    if (Number.isNaN(median)) {
      found.unlikely++;
      if (waited < within_days) found.unlikely_reached++;
      return;
    }
    found.expected++;
    if (day >= low && !(day > high)) found.held++;
  });
  return found;
};
