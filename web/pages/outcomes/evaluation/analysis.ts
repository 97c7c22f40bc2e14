// The analysis of a prediction, and the figures and sentences that its page takes from it.

import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  differenceSentence,
  evaluationHeadline,
  featuresByTenure,
  tenureLabel,
  tenureTick,
  testSummary,
} from "../../../../src/words/evaluation.js";
import { findingsIn } from "../../../../src/words/findings.js";
import type { Bounds } from "../../../../src/words/format.js";
import { candidateLabels, type MetricLabel, metricLabel } from "../../../../src/words/labels.js";
import { answer, api, type Problem, type Schemas } from "../../../api/client.js";
import { reader } from "../../../ui/format.js";

export type Analysis = Schemas["OutcomeAnalysis"];
export type Decile = Schemas["Decile"];
export type Feature = Schemas["Feature"];
export type Bias = NonNullable<Analysis["bias"]>;

/** Part of the analysis that a panel shows, and the name of the prediction for the files that it exports. */
export interface EvaluationProps {
  analysis: Analysis;
  name: string;
}

export const useAnalysis = (id: string): UseQueryResult<Analysis, Problem> => useQuery(analysisOf(id));

export const analysisOf = (id: string) =>
  queryOptions<Analysis, Problem>({
    queryKey: ["outcomes", id, "analysis"],
    queryFn: () => answer(api.GET("/outcomes/{id}/analysis", { params: { path: { id } } })),
  });

export type Findings = ReturnType<typeof findingsIn<Analysis>>;

/** The service sends them with the page; after a change they are read with the whole analysis. */
export const useFindings = (id: string): UseQueryResult<Findings, Problem> => {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["outcomes", id, "findings"],
    queryFn: async () => findingsIn(await queries.fetchQuery(analysisOf(id))),
  });
};

/** The mean probability of all people in the test. */
export const meanProbability = ({ deciles }: Analysis): number => {
  const sum = (of: (decile: Decile) => number) => deciles.reduce((total, decile) => total + of(decile), 0);
  return (
    sum(({ expected }) => expected) /
    Math.max(
      sum(({ people }) => people),
      1,
    )
  );
};

/** The share of the people in the test who converted. */
export const baseRate = ({ performance }: Pick<Analysis, "performance">): number =>
  performance.model.base_rate ?? 0;

export const headline = (
  analysis: Findings,
  /** `eligible` absent: all people. */
  {
    attainment,
    eligible,
    active,
  }: { attainment: string; eligible: string | undefined; active?: string | undefined },
): string => {
  const { method, performance, deciles } = analysis;
  return evaluationHeadline(
    {
      attainment,
      eligible: eligible ?? null,
      active,
      people: performance.model.people ?? 0,
      rate: baseRate(analysis),
      deciles,
      testDay: method.mode === "static" ? null : (method.test_landmark ?? null),
      horizon: method,
    },
    reader,
  );
};

export const testSentence = ({ method }: Analysis): string =>
  testSummary({ ...method, testDay: method.test_landmark ?? null }, reader);

export type MetricName = MetricLabel["name"];
export type Role = "model" | "rule" | "candidate";

export interface Scored extends Bounds {
  name: string;
  role: Role;
  value: number;
}

/** The model first, then simple rules and other candidates, the best first. */
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

/** The difference between the model and the best simple rule on the same people. */
export const differenceText = ({ comparison }: Analysis, metric: MetricName): string =>
  differenceSentence(metricLabel(metric), comparison.rule, comparison.differences[metric], reader);

export interface Tenure {
  span: string;
  /** On an axis. */
  shortSpan: string;
  people: number;
  rate: number;
  auc: number;
  lift: number;
}

/** Performance by tenure. The API gives counts and rates only in the table of metrics. */
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

export interface TenureImportance {
  span: string;
  shortSpan: string;
  feature: string;
  importance: number;
}

/** The most important features of any tenure, each with its importance in every tenure. */
export const tenureImportances = ({ tenure_features }: Analysis): TenureImportance[] =>
  featuresByTenure(tenure_features.recognized_individuals).flatMap(({ feature, importances }) =>
    importances.map(({ span, importance }) => ({
      span: tenureLabel(span, reader),
      shortSpan: tenureTick(span, reader),
      feature: feature.literate,
      importance,
    })),
  );
