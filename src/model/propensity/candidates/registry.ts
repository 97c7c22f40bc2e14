// The candidate models, from simple to rich. The first is the constant.

import { isSmallData } from "../../../domain/outcome/small-data.js";
import { countMinority } from "../../numeric/labels.js";
import type { LabelledFrame } from "../rows.js";
import { bgNbd } from "./bg-nbd.js";
import type { Candidate, CandidateOptions, ScoresBySize } from "./candidate.js";
import { constant } from "./constant.js";
import { logistic } from "./logistic.js";
import { priorFitted } from "./prior-fitted.js";
import { recency } from "./recency.js";
import { rfm } from "./rfm.js";
import { trees } from "./trees.js";

const registered = [constant, recency, rfm, bgNbd, priorFitted, logistic, trees] as const;

export type CandidateName = (typeof registered)[number]["name"];
type FittedOf<C> = C extends Candidate<string, infer Fitted> ? Fitted : never;
export type FittedCandidate = FittedOf<(typeof registered)[number]>;

const candidates: readonly Candidate<CandidateName, FittedCandidate>[] = registered;

const namesWhere = (is: (candidate: Candidate<CandidateName, FittedCandidate>) => boolean): CandidateName[] =>
  candidates.filter(is).map(({ name }) => name);

export const candidateNames = namesWhere(() => true);
export const baselineNames = namesWhere(({ isBaseline }) => isBaseline);
export const narrowNames = namesWhere(({ isNarrow }) => isNarrow);

/** Candidates for which the frame has the features; for small data only simple ones. */
export const candidatesFor = (frame: LabelledFrame, options: CandidateOptions): CandidateName[] => {
  const isSmall = options.people !== undefined && isSmallData(options.people);
  return namesWhere((candidate) => (candidate.isForFew || !isSmall) && candidate.isPossible(frame, options));
};

const candidateNamed = (name: CandidateName) => candidates.find((candidate) => candidate.name === name)!;

/** Sizes that validation chooses among; `[0]` for a candidate that has no size. */
export const sizesOf = (name: CandidateName): readonly number[] => candidateNamed(name).growth?.sizes ?? [0];

/** Where all labels are equal, every candidate is the constant. */
export const fitCandidate = (
  name: CandidateName,
  frame: LabelledFrame,
  options: CandidateOptions,
  size: number,
): FittedCandidate =>
  (countMinority(frame.label) === 0 ? constant : candidateNamed(name)).fit(frame, options, size);

/** Raw scores of `scored` by the candidate fitted to `training`, for each of its sizes. */
export const scoreBySize = (
  name: CandidateName,
  training: LabelledFrame,
  scored: LabelledFrame,
  options: CandidateOptions,
  atLeast = 0,
): ScoresBySize => {
  const { growth } = candidateNamed(name);
  if (growth && countMinority(training.label) > 0)
    return growth.scoresBySize(training, scored, options, atLeast);
  const scores = scoreCandidate(fitCandidate(name, training, options, 0), scored.columns, scored.rows);
  return sizesOf(name).map(() => scores);
};

/** The options of the models whose mean the candidate is; of most candidates it is one model. */
export const averagedFits = (
  name: CandidateName,
  training: LabelledFrame,
  options: CandidateOptions,
): CandidateOptions[] => {
  const { growth } = candidateNamed(name);
  return growth && countMinority(training.label) > 0 ? growth.averaged(training, options) : [options];
};

/** The candidate that is the mean of these models. */
export const meanOfFits = (name: CandidateName, models: readonly FittedCandidate[]): FittedCandidate =>
  models.length === 1 ? models[0]! : candidateNamed(name).growth!.meanOf(models);

/** A fitted candidate is read by its kind, since its name may be that of a candidate that became the constant. */
const candidateOf = ({ kind }: FittedCandidate) => candidates.find((candidate) => candidate.kind === kind)!;

/** Raw scores: log-odds, one per row. */
export const scoreCandidate = (
  fitted: FittedCandidate,
  columns: Float32Array[],
  rows: number,
): Float64Array => candidateOf(fitted).predict(fitted, columns, rows);

/** Importance of each feature: shares that sum to 1, or all 0. */
export const importancesOf = (fitted: FittedCandidate, features: number): Float64Array =>
  candidateOf(fitted).importances(fitted, features);

/** Contribution of each feature to each row's score, in row-major order; see `Candidate.contributions`. */
export const contributionsOf = (
  fitted: FittedCandidate,
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => candidateOf(fitted).contributions(fitted, columns, rows, reference);
