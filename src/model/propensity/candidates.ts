// The candidates, from simple to rich. Each turns a frame into log-odds; which of them are used is decided by evidence.
//   constant   the base rate of the training rows, the same for everybody
//   recency    logistic regression on the time since the last event, and nothing else
//   logistic   logistic regression on all features
//   trees      gradient boosting on all features

import { fitGbdt, type GbdtParams } from "../gbdt/boost.js";
import { gainShares } from "../gbdt/importance.js";
import { predictGbdt } from "../gbdt/predict.js";
import type { GbdtModel } from "../gbdt/tree.js";
import { coefficientShares, fitLogistic, type LogisticModel, predictLogistic } from "../logistic.js";
import { logit } from "../logit.js";
import { attainedIn, type LabelledFrame, rarerIn } from "./rows.js";

export const candidateNames = ["constant", "recency", "logistic", "trees"] as const;
export type CandidateName = (typeof candidateNames)[number];

export type FittedCandidate =
  | { kind: "constant"; logOdds: number }
  | { kind: "recency"; feature: number; model: LogisticModel }
  | LogisticModel
  | GbdtModel;

export interface CandidateOptions {
  /** Index of the recency feature; null where the frame has none. */
  recency: number | null;
  seed: number;
}

/** Of a frame without recency or without features there are fewer candidates. */
export const candidatesFor = (frame: LabelledFrame, options: CandidateOptions): CandidateName[] =>
  candidateNames.filter((name) =>
    name === "recency" ? options.recency !== null : name === "constant" || frame.columns.length > 0,
  );

/** How long boosting may go on: a number of trees, or as long as it helps on rows kept aside. */
export type Stop = { trees: number } | { validation: LabelledFrame };

/** Where labels are of one class there is nothing to tell apart, and every candidate is the constant. */
export const fitCandidate = (
  name: CandidateName,
  frame: LabelledFrame,
  options: CandidateOptions,
  stop: Stop,
): FittedCandidate => {
  if (name === "constant" || rarerIn(frame.label) === 0) return fitConstant(frame.label);
  switch (name) {
    case "recency": {
      const feature = options.recency!;
      return { kind: "recency", feature, model: fitLogistic([frame.columns[feature]!], frame.label) };
    }
    case "logistic":
      return fitLogistic(frame.columns, frame.label);
    case "trees":
      return fitTrees(frame, options.seed, stop);
  }
};

/** Raw scores: log-odds, one per row. */
export const scoreCandidate = (
  fitted: FittedCandidate,
  columns: Float32Array[],
  rows: number,
): Float64Array => {
  switch (fitted.kind) {
    case "constant":
      return new Float64Array(rows).fill(fitted.logOdds);
    case "recency":
      return predictLogistic(fitted.model, [columns[fitted.feature]!]);
    case "logistic":
      return predictLogistic(fitted, columns);
    case "gbdt":
      return predictGbdt(fitted, columns);
  }
};

/** What each feature is worth to a candidate: shares that sum to 1, or all 0. */
export const sharesOf = (fitted: FittedCandidate, features: number): Float64Array => {
  switch (fitted.kind) {
    case "constant":
      return new Float64Array(features);
    case "recency":
      return new Float64Array(features).fill(1, fitted.feature, fitted.feature + 1);
    case "logistic":
      return coefficientShares(fitted);
    case "gbdt":
      return gainShares(fitted);
  }
};

/** Half a person is added to either side, so that a rate of nobody or of everybody stays finite. */
const fitConstant = (label: Uint8Array): FittedCandidate => ({
  kind: "constant",
  logOdds: logit((attainedIn(label) + 0.5) / (label.length + 1)),
});

const fitTrees = (frame: LabelledFrame, seed: number, stop: Stop): GbdtModel => {
  const params = { ...paramsFor(rarerIn(frame.label)), seed };
  return "trees" in stop
    ? fitGbdt(frame.columns, frame.label, { ...params, trees: stop.trees })
    : fitGbdt(frame.columns, frame.label, params, stop.validation);
};

/** What trees may learn grows with the number of people of the rarer class: few people, few leaves and small steps. */
const paramsFor = (rarer: number): Partial<GbdtParams> => ({
  trees: 300,
  patience: 25,
  learningRate: rarer < 3000 ? 0.05 : 0.1,
  maxLeaves: Math.max(4, Math.min(31, Math.round(rarer / 60))),
  minRows: 20,
  l2: 5,
  rowShare: 0.7,
  columnShare: 0.7,
});
