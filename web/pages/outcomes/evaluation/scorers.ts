// Figures of the model, of simple rules and of the other candidates, as the test measured them.

import { blendText, differenceSentence } from "../../../../src/words/evaluation.js";
import type { Bounds } from "../../../../src/words/format.js";
import { candidateLabels, type MetricLabel, metricLabel } from "../../../../src/words/labels.js";
import { reader } from "../../../ui/format.js";
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

/** How the model differs from the best simple rule on the same people. */
export const differenceInWords = ({ comparison }: Analysis, name: MetricName): string =>
  differenceSentence(metricLabel(name), comparison.rule, comparison.differences[name], reader);

/** The candidates that the model combines. */
export const blendInWords = (blend: Readonly<Record<string, number>>): string => blendText(blend, reader);
