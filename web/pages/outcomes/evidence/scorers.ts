// What was tried besides the model, and the figures by which all of it is measured.

import { formatNumber, formatShare } from "../../../ui/format.js";
import type { Analysis, Bounds } from "./analysis.js";

const names: Readonly<Record<string, string>> = {
  model: "The model",
  constant: "The same for everybody",
  recency: "Recency alone",
  rfm: "Recency, frequency and value",
  bg_nbd: "Rate of buying and of leaving (BG/NBD)",
  logistic: "Logistic regression",
  trees: "Boosted trees",
};
export const scorerName = (name: string): string => names[name] ?? name;

export type MetricName = "auc" | "average_precision" | "log_loss" | "brier" | "ece" | "top_decile_lift";

interface Metric {
  name: MetricName;
  label: string;
  /** What it is, after “It is”. */
  meaning: string;
  isMoreBetter: boolean;
  show: (value: number) => string;
}

export const metrics: readonly Metric[] = [
  {
    name: "log_loss",
    label: "Log loss",
    meaning: "the price of being wrong, dearer the surer one was; it decides the verdict",
    isMoreBetter: false,
    show: (value) => value.toFixed(4),
  },
  {
    name: "auc",
    label: "AUC",
    meaning: "how often one who attains is ranked above one who does not; 0.5 is chance",
    isMoreBetter: true,
    show: (value) => value.toFixed(3),
  },
  {
    name: "top_decile_lift",
    label: "Lift of the first tenth",
    meaning: "how many times the usual rate the tenth that is ranked first attains at; 1 is chance",
    isMoreBetter: true,
    show: (value) => `${value.toFixed(2)} ×`,
  },
  {
    name: "average_precision",
    label: "Average precision",
    meaning: "the mean share of right guesses down to each one who attains; the usual rate is chance",
    isMoreBetter: true,
    show: (value) => value.toFixed(3),
  },
  {
    name: "brier",
    label: "Brier score",
    meaning: "the mean squared distance of the probability from what happened",
    isMoreBetter: false,
    show: (value) => value.toFixed(4),
  },
  {
    name: "ece",
    label: "Calibration error",
    meaning: "how far probabilities and rates lie apart, on average over ten groups of people",
    isMoreBetter: false,
    show: formatShare,
  },
];

export const metricNamed = (name: MetricName): Metric => metrics.find((metric) => metric.name === name)!;

export type Role = "model" | "rule" | "candidate";

export interface Scored extends Bounds {
  name: string;
  role: Role;
  value: number;
}

const simple = ["constant", "recency"];

/** By one metric: the model first, then all others, the best first. */
export const scoredBy = ({ performance, intervals }: Analysis, metric: MetricName): Scored[] => {
  const of = (name: string, role: Role, figures: Record<string, number>): Scored => {
    const value = figures[metric] ?? 0;
    const { low, high } = intervals[name]?.[metric] ?? { low: value, high: value };
    return { name, role, value, low, high };
  };
  const sign = metricNamed(metric).isMoreBetter ? -1 : 1;
  const others = Object.entries(performance.candidates)
    .map(([name, figures]) => of(name, simple.includes(name) ? "rule" : "candidate", figures))
    .sort((a, b) => sign * (a.value - b.value));
  return [of("model", "model", performance.model), ...others];
};

/** How the model differs from the best simple rule, of the same people, so that it is surer than either figure. */
export const differenceInWords = ({ comparison }: Analysis, name: MetricName): string => {
  const { label, isMoreBetter, show } = metricNamed(name);
  const { value, low, high } = comparison.differences[name];
  const rule = lowered(scorerName(comparison.rule));
  const size = (bound: number) => `${bound < 0 ? "−" : "+"}${show(Math.abs(bound))}`;
  const figures = `${size(value)} (95 % interval: ${size(low)} to ${size(high)})`;
  const isSure = low > 0 || high < 0;
  const isBetter = value > 0 === isMoreBetter;
  const verdict = isSure
    ? `The model is ${isBetter ? "better" : "worse"} by this measure, surely so.`
    : "The interval holds nought, so by this measure chance could explain the difference.";
  return `${label} beside the best simple rule, ${rule}: ${figures}. ${verdict}`;
};

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What the model is made of: “logistic regression (70 %) and boosted trees (30 %)”. */
export const blendInWords = (blend: Readonly<Record<string, number>>): string =>
  Object.entries(blend)
    .sort(([, a], [, b]) => b - a)
    .map(([name, share]) => `${lowered(scorerName(name))} (${formatShare(share)})`)
    .join(" and ");

export const withBounds = (
  show: (value: number) => string,
  value: number,
  bounds: Bounds | undefined,
): string => (bounds ? `${show(value)} (${show(bounds.low)} to ${show(bounds.high)})` : show(value));

export const formatRatio = (ratio: number): string => `${formatNumber(ratio)} ×`;
