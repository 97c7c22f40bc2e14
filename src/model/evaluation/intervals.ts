// The intervals of a test: of every metric for every model, of the model's differences to a rule, and of the ROC curve.

import {
  type BandPoint,
  type Comparison,
  type Interval,
  type Intervals,
  type MetricName,
  metricNames,
} from "../../domain/evaluation.js";
import { type BootstrapOptions, basicInterval, eachDraw, quantile } from "../numeric/bootstrap.js";
import { chooseSorted, seededRandom } from "../numeric/random.js";
import { type Point, rocCurve } from "./curves.js";
import { logLoss } from "./metrics.js";
import { type MetricValues, rankPeople, truePositiveRates, weightedMetrics } from "./weighted-metrics.js";

export interface Scorer {
  name: string;
  probability: Float64Array;
}

export interface TestIntervals {
  /** By scorer's name. */
  intervals: Record<string, Intervals>;
  comparison: Comparison;
  roc_curve: BandPoint[];
}

/** The first scorer is the model; `rules` are names of simple ones among the others, at least one. */
export const testIntervals = (
  label: Uint8Array,
  scorers: readonly Scorer[],
  rules: readonly string[],
  options: BootstrapOptions,
): TestIntervals => {
  const all = scorers.map(({ probability }) => rankPeople(probability, label));
  const everybody = new Uint8Array(label.length).fill(1);
  const estimates = all.map((people) => weightedMetrics(people, everybody));

  const chosen = chooseSorted(seededRandom(options.seed), label.length, options.maxPeople);
  const narrowing = Math.sqrt(chosen.length / label.length);
  const isSampled = chosen.length < label.length;
  const tested = isSampled ? scorers.map((scorer) => rankedAmong(scorer, label, chosen)) : all;
  const everyone = everybody.subarray(0, chosen.length);
  const measured = isSampled ? tested.map((people) => weightedMetrics(people, everyone)) : estimates;

  const roc = rocCurve(scorers[0]!.probability, label);
  const measuredRates = truePositiveRates(tested[0]!, everyone, roc);
  const drawn: MetricValues[][] = [];
  const drawnRates: Float64Array[] = [];
  eachDraw(chosen.length, options, (weight) => {
    drawn.push(tested.map((people) => weightedMetrics(people, weight)));
    drawnRates.push(truePositiveRates(tested[0]!, weight, roc));
  });

  const rule = scorers.findIndex(({ name }) => name === leastLoss(scorers, rules, label));
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
    Uint8Array.from(chosen, (i) => label[i]!),
  );

const leastLoss = (scorers: readonly Scorer[], rules: readonly string[], label: Uint8Array): string =>
  scorers
    .filter(({ name }) => rules.includes(name))
    .map(({ name, probability }) => ({ name, loss: logLoss(probability, label) }))
    .reduce((best, rule) => (rule.loss < best.loss ? rule : best)).name;

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

/** Percentiles, so that the band stays within the square and never falls. */
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
