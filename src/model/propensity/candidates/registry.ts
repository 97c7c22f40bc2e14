// The candidates, from simple to rich. Each turns a frame into log-odds; which of them are used is decided by evidence.
//   constant   the base rate of the training rows, the same for everybody
//   recency    logistic regression on the time since the last event, and nothing else
//   rfm        logistic regression on recency, frequency, tenure and value (Bult and Wansbeek 1995): where there is little
//              to be told, much of it is there, and few coefficients cannot follow noise far
//   bg_nbd     the chance that a model of purchases and of dropping out gives of any more (Fader, Hardie and Lee 2005)
//   logistic   logistic regression on all features
//   trees      gradient boosting on all features

import { predictGbdt } from "../../gbdt/predictor.js";
import { type GbdtModel, gainShares } from "../../gbdt/tree.js";
import type { WorkerThreads } from "../../gbdt/worker-threads.js";
import { countMinority, countPositives } from "../../numeric/labels.js";
import {
  coefficientShares,
  fitLogistic,
  type LogisticModel,
  predictLogistic,
} from "../../numeric/logistic.js";
import { logit } from "../../numeric/logit.js";
import type { LabelledFrame } from "../rows.js";
import { fitPurchases, type PurchasesModel, scorePurchases } from "./bg-nbd.js";
import { fitTrees } from "./trees.js";

export const candidateNames = ["constant", "recency", "rfm", "bg_nbd", "logistic", "trees"] as const;
export type CandidateName = (typeof candidateNames)[number];

export type FittedCandidate =
  | { kind: "constant"; logOdds: number }
  /** Logistic regression on some of the features. */
  | { kind: "few"; features: number[]; model: LogisticModel }
  | PurchasesModel
  | LogisticModel
  | GbdtModel;

export interface CandidateOptions {
  /** Indices of the features that rfm uses, recency first; empty where the frame has none. */
  rfm: number[];
  /** Indices of days with purchases, recency and tenure, by which bg_nbd is fitted; empty where it cannot be. */
  visits: number[];
  horizonDays: number;
  seed: number;
  /** How many models of trees are averaged; chosen by the rows if absent. */
  averaged?: number;
  threads?: WorkerThreads;
}

/** Of a frame without recency or without features there are fewer candidates. */
export const candidatesFor = (frame: LabelledFrame, { rfm, visits }: CandidateOptions): CandidateName[] => {
  const isPossible = {
    constant: true,
    recency: rfm.length > 0,
    rfm: rfm.length > 1,
    bg_nbd: visits.length > 0,
    logistic: frame.columns.length > 0,
    trees: frame.columns.length > 0,
  };
  return candidateNames.filter((name) => isPossible[name]);
};

/** Where labels are of one class there is nothing to tell apart, and every candidate is the constant. */
export const fitCandidate = (
  name: CandidateName,
  frame: LabelledFrame,
  { rfm, visits, horizonDays, seed, averaged, threads }: CandidateOptions,
  trees: number,
): FittedCandidate => {
  if (name === "constant" || countMinority(frame.label) === 0) return fitConstant(frame.label);
  switch (name) {
    case "recency":
      return fitFew(frame, rfm.slice(0, 1));
    case "rfm":
      return fitFew(frame, rfm);
    case "bg_nbd":
      return fitPurchases(frame, visits, horizonDays);
    case "logistic":
      return fitLogistic(frame.columns, frame.label, penalty);
    case "trees":
      return fitTrees(frame, seed, trees, averaged, threads);
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
    case "few":
      return predictLogistic(
        fitted.model,
        fitted.features.map((f) => columns[f]!),
      );
    case "purchases":
      return scorePurchases(fitted, columns);
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
    case "few": {
      const shares = new Float64Array(features);
      coefficientShares(fitted.model).forEach((share, i) => {
        shares[fitted.features[i]!] = share;
      });
      return shares;
    }
    case "purchases":
      return sharedAlike(fitted.features, features);
    case "logistic":
      return coefficientShares(fitted);
    case "gbdt":
      return gainShares(fitted);
  }
};

/** None of them says anything without the others. */
const sharedAlike = (places: readonly number[], features: number): Float64Array =>
  Float64Array.from({ length: features }, (_, f) => (places.includes(f) ? 1 / places.length : 0));

/** Holds a coefficient within about a third of its feature's deviation, so that features that say the same share it. */
const penalty = 10;

/** Half a person is added to either side, so that a rate of nobody or of everybody stays finite. */
const fitConstant = (label: Uint8Array): FittedCandidate => ({
  kind: "constant",
  logOdds: logit((countPositives(label) + 0.5) / (label.length + 1)),
});

const fitFew = (frame: LabelledFrame, features: number[]): FittedCandidate => ({
  kind: "few",
  features,
  model: fitLogistic(
    features.map((f) => frame.columns[f]!),
    frame.label,
    penalty,
  ),
});
