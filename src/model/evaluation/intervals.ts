// 95 % intervals of a test by bootstrap: every metric of every model, the differences between the model and
// its best baseline, and the ROC curve.

import {
  type BandPoint,
  type Comparison,
  type Interval,
  type Intervals,
  type MetricName,
  metricNames,
} from "../../domain/outcome/evaluation.js";
import { type BootstrapOptions, basicInterval, eachDraw, quantile } from "../numeric/confidence-intervals.js";
import { chooseSorted, seededRandom } from "../numeric/random.js";
import { type Point, rocCurve } from "./curves.js";
import { logLoss } from "./metrics.js";
import {
  type MetricValues,
  rankPeople,
  totalsOf,
  truePositiveRates,
  weightedMetrics,
} from "./weighted-metrics.js";

export interface Scorer {
  name: string;
  probability: Float64Array;
}

export interface TestIntervals {
  /** Intervals by the scorer's name. */
  intervals: Record<string, Intervals>;
  comparison: Comparison;
  roc_curve: BandPoint[];
}

/** The first scorer is the model; `baselines` are names of simple rules among the others, at least one. */
export const testIntervals = (
  label: Uint8Array,
  scorers: readonly Scorer[],
  baselines: readonly string[],
  options: BootstrapOptions,
): TestIntervals => {
  const all = scorers.map(({ probability }) => rankPeople(probability, label));
  const once = new Uint8Array(label.length).fill(1);
  const estimates = all.map((people) => weightedMetrics(people, once, totalsOf(label, once)));

  const chosen = chooseSorted(seededRandom(options.seed), label.length, options.maxPeople);
  const narrowing = Math.sqrt(chosen.length / label.length);
  const isSampled = chosen.length < label.length;
  const testedLabel = Uint8Array.from(chosen, (i) => label[i]!);
  const tested = isSampled ? scorers.map((scorer) => rankedAmong(scorer, testedLabel, chosen)) : all;
  const onceSampled = once.subarray(0, chosen.length);
  const sampledTotals = totalsOf(testedLabel, onceSampled);
  const measured = isSampled
    ? tested.map((people) => weightedMetrics(people, onceSampled, sampledTotals))
    : estimates;

  const roc = rocCurve(scorers[0]!.probability, label);
  const measuredRates = truePositiveRates(tested[0]!, onceSampled, sampledTotals, roc);
  const drawn: MetricValues[][] = [];
  const drawnRates: Float64Array[] = [];
  eachDraw(chosen.length, options, (weight) => {
    const totals = totalsOf(testedLabel, weight);
    drawn.push(tested.map((people) => weightedMetrics(people, weight, totals)));
    drawnRates.push(truePositiveRates(tested[0]!, weight, totals, roc));
  });

  const rule = scorers.findIndex(({ name }) => name === bestBaseline(scorers, baselines, label));
  const intervalOf = (of: (figures: readonly MetricValues[]) => number): Interval =>
    basicInterval(of(estimates), of(measured), Float64Array.from(drawn, of), narrowing);
  return {
    intervals: Object.fromEntries(
      scorers.map(({ name }, s) => [
        name,
        perMetric((metric, m) =>
          within(
            range[metric],
            intervalOf((figures) => figures[s]![m]!),
          ),
        ),
      ]),
    ),
    comparison: {
      rule: scorers[rule]!.name,
      differences: perMetric((_, m) => {
        const of = (figures: readonly MetricValues[]) => figures[0]![m]! - figures[rule]![m]!;
        return { value: of(estimates), ...intervalOf(of) };
      }),
    },
    roc_curve: roc.map((point, p) => band(point, p, measuredRates, drawnRates, narrowing)),
  };
};

const rankedAmong = ({ probability }: Scorer, label: Uint8Array, chosen: Int32Array) =>
  rankPeople(
    Float64Array.from(chosen, (i) => probability[i]!),
    label,
  );

/** The baseline with the lowest log loss. */
const bestBaseline = (scorers: readonly Scorer[], baselines: readonly string[], label: Uint8Array): string =>
  scorers
    .filter(({ name }) => baselines.includes(name))
    .map(({ name, probability }) => ({ name, loss: logLoss(probability, label) }))
    .reduce((best, baseline) => (baseline.loss < best.loss ? baseline : best)).name;

const perMetric = <T>(of: (metric: MetricName, place: number) => T): Record<MetricName, T> =>
  Object.fromEntries(metricNames.map((metric, m) => [metric, of(metric, m)])) as Record<MetricName, T>;

const unit: Interval = { low: 0, high: 1 };
const positive: Interval = { low: 0, high: Number.POSITIVE_INFINITY };
const range: Record<MetricName, Interval> = {
  auc: unit,
  average_precision: unit,
  log_loss: positive,
  brier: unit,
  ece: unit,
  top_decile_lift: { low: 0, high: 10 },
};

const within = (bounds: Interval, { low, high }: Interval): Interval => ({
  low: Math.max(bounds.low, low),
  high: Math.min(bounds.high, high),
});

/** Percentiles keep the band within the unit square and rising. */
const band = (
  { x, y }: Point,
  place: number,
  measured: Float64Array,
  drawn: readonly Float64Array[],
  narrowing: number,
): BandPoint => {
  const sorted = Float64Array.from(drawn, (rates) => rates[place]!).sort();
  const bound = (share: number) => y + narrowing * (quantile(sorted, share) - measured[place]!);
  return {
    x,
    y,
    y_min: Math.max(0, Math.min(y, bound(0.025))),
    y_max: Math.min(1, Math.max(y, bound(0.975))),
  };
};
