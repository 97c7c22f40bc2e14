// Figures of the model, of simple rules and of the other candidates, as the test measured them.

import type { Bounds } from "../../../../src/words/format.js";
import {
  candidateLabels,
  candidatePhrase,
  type MetricLabel,
  metricLabel,
  showMetric,
} from "../../../../src/words/labels.js";
import { listed } from "../../../../src/words/plural.js";
import { formatPercent, reader } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";

export type MetricName = MetricLabel["name"];
export type Role = "model" | "rule" | "candidate";

export interface Scored extends Bounds {
  name: string;
  role: Role;
  value: number;
}

/** By one metric: the model first, then all others, the best first. */
export const scoredBy = ({ performance, intervals }: Analysis, metric: MetricName): Scored[] => {
  const of = (name: string, role: Role, figures: Record<string, number>): Scored => {
    const value = figures[metric] ?? 0;
    const { low, high } = intervals[name]?.[metric] ?? { low: value, high: value };
    return { name, role, value, low, high };
  };
  const sign = metricLabel(metric).isHigherBetter ? -1 : 1;
  const others = Object.entries(performance.candidates)
    .map(([name, figures]) => of(name, candidateLabels[name]?.isRule ? "rule" : "candidate", figures))
    .sort((a, b) => sign * (a.value - b.value));
  return [of("model", "model", performance.model), ...others];
};

/**
 * The difference between the model and the best simple rule on the same people. Its interval is narrower than that of either figure,
 * because the people are the same.
 */
export const differenceInWords = ({ comparison }: Analysis, name: MetricName): string => {
  const { label, isHigherBetter } = metricLabel(name);
  const show = showMetric(name, reader);
  const { value, low, high } = comparison.differences[name];
  const signed = (figure: number) => `${figure < 0 ? "−" : "+"}${show(Math.abs(figure))}`;
  const difference = reader.withInterval(value, { low, high }, signed);
  const rule = candidatePhrase(comparison.rule);
  const isBetter = value > 0 === isHigherBetter;
  const verdict =
    low > 0 || high < 0
      ? `The model is ${isBetter ? "better" : "worse"} by this metric.`
      : "The interval includes 0: by this metric the difference may be chance.";
  return `${label}, compared with the best simple rule (${rule}): ${difference}. ${verdict}`;
};

/** The candidates that the model combines: “logistic regression (70 %) and gradient-boosted trees (30 %)”. */
export const blendInWords = (blend: Readonly<Record<string, number>>): string =>
  listed(
    Object.entries(blend)
      .sort(([, a], [, b]) => b - a)
      .map(([name, share]) => `${candidatePhrase(name)} (${formatPercent(share)})`),
  );
