// Performance and important features by tenure.

import { featuresByTenure, tenureLabel, tenureTick } from "../../../../src/words/evaluation.js";
import { reader } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";

export interface Tenure {
  span: string;
  shortSpan: string;
  people: number;
  rate: number;
  auc: number;
  lift: number;
}

/** The number of people is only in the metrics table. */
export const tenuresOf = ({ tenure_performances }: Analysis): Tenure[] =>
  tenure_performances.recognized_individuals.map(({ roc_auc, metrics_table, ...span }) => {
    const cell = (header: string) =>
      Number(metrics_table.rows[0]?.[metrics_table.headers.indexOf(header)] ?? 0);
    return {
      span: tenureLabel(span, reader),
      shortSpan: tenureTick(span, reader),
      people: cell("People"),
      rate: cell("Base rate"),
      auc: roc_auc,
      lift: cell("Top-decile lift"),
    };
  });

export interface Attention {
  span: string;
  shortSpan: string;
  feature: string;
  importance: number;
}

/** The most important features of any span, each with its importance in every span. */
export const attentionOf = ({ tenure_features }: Analysis): Attention[] =>
  featuresByTenure(tenure_features.recognized_individuals).flatMap(({ feature, importances }) =>
    importances.map(({ span, importance }) => ({
      span: tenureLabel(span, reader),
      shortSpan: tenureTick(span, reader),
      feature: feature.literate,
      importance,
    })),
  );
