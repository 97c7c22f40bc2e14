// Contract of a candidate model: it turns a frame into log-odds. Validation decides which candidates are
// used. A new candidate is one file that exports such an object, one line in `registry.ts`, and its label in
// `src/words/labels.ts`.

import type { WorkerThreads } from "../../gbdt/worker-threads.js";
import type { LabelledFrame } from "../rows.js";

export interface CandidateOptions {
  /** Indices of the features for RFM, recency first; empty where the frame has none. */
  rfm: number[];
  /** Indices of days with purchases, recency and tenure, for BG/NBD; empty where it cannot be fitted. */
  visits: number[];
  /** The same, whether or not it can; empty or absent where the frame has none. */
  histories?: number[];
  horizonDays: number;
  /** Number of people to learn from; many if absent. */
  people?: number;
  seed: number;
  /** Number of models of trees that are averaged; chosen by the number of rows if absent. */
  averaged?: number;
  threads?: WorkerThreads;
}

/** `Fitted` is plain data that is stored with the model. Its `kind` is unique to one form of data. */
export interface Candidate<Name extends string, Fitted extends { kind: string }> {
  name: Name;
  kind: Fitted["kind"];
  /** A simple rule that the model has to beat. */
  isBaseline: boolean;
  /** Uses few features, so one of them may dominate without being a leak. */
  isNarrow: boolean;
  /** Is simple enough for small data. */
  isForFew: boolean;
  /** Whether the frame has the features that it needs. */
  isPossible(frame: LabelledFrame, options: CandidateOptions): boolean;
  /** Both labels occur. `size` is 0 for a candidate without `growth`. */
  fit(frame: LabelledFrame, options: CandidateOptions, size: number): Fitted;
  /** Raw scores: log-odds, one per row. */
  predict(fitted: Fitted, columns: Float32Array[], rows: number): Float64Array;
  /** Importance of each of the frame's features: shares that sum to 1, or all 0. */
  importances(fitted: Fitted, features: number): Float64Array;
  /**
   * Contribution of each feature to the score, in row-major order: `rows` × features. The sum of a row's
   * contributions and its score differ by the same number for all rows. `reference` is a usual value of each
   * feature.
   */
  contributions(
    fitted: Fitted,
    columns: Float32Array[],
    rows: number,
    reference: readonly number[],
  ): Float64Array;
  /** Growth of a candidate whose size is chosen in validation. */
  growth?: Growth<Fitted>;
}

/** A smaller model is the beginning of a larger one, so one fit scores rows at every size. */
export interface Growth<Fitted> {
  sizes: readonly number[];
  /** Scores by size, up to `atLeast`, whether or not growth helps. */
  scoresBySize(
    training: LabelledFrame,
    scored: LabelledFrame,
    options: CandidateOptions,
    atLeast: number,
  ): ScoresBySize;
  /**
   * The options of the models whose mean the candidate is. The first is the model of which `scoresBySize` has
   * the scores.
   */
  averaged(training: LabelledFrame, options: CandidateOptions): CandidateOptions[];
  meanOf(models: readonly Fitted[]): Fitted;
}

/**
 * Raw scores of rows at each size. Growth may have ended before the largest: further sizes then have the
 * scores of the last.
 */
export type ScoresBySize = Float64Array[];

/** One number per row and feature, from one array per feature. */
export const rowMajor = (byFeature: readonly Float64Array[], rows: number): Float64Array => {
  const features = byFeature.length;
  const values = new Float64Array(rows * features);
  byFeature.forEach((ofFeature, f) => {
    for (let row = 0; row < rows; row++) values[row * features + f] = ofFeature[row]!;
  });
  return values;
};
