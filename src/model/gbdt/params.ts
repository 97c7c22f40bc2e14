// Parameters of boosting.

/** 1 where scores may only rise with a feature, −1 where they may only fall, 0 where they are free. */
export type Monotonicity = -1 | 0 | 1;

export interface GbdtParams {
  trees: number;
  /** Share of each leaf's Newton step that is added to the scores. */
  learningRate: number;
  maxLeaves: number;
  maxDepth: number;
  /** Penalties on the absolute and on the squared value of a leaf. */
  l1: number;
  l2: number;
  /** Minimum sum of hessians, and minimum number of rows, on either side of a split. */
  minHessian: number;
  minRows: number;
  /** Minimum reduction of the training loss by a split, in nats. */
  minGain: number;
  /** Per feature; null where all are free. */
  monotone: readonly Monotonicity[] | null;
  /** Per feature, whether it holds codes of categories; null where all hold numbers. */
  categorical: readonly boolean[] | null;
  /** Hessian added to that of each category before categories are sorted: it keeps small categories near the middle. */
  categorySmoothing: number;
  /** A category with fewer rows in a node goes where missing values go. */
  minCategoryRows: number;
  /** Share of the rows, and of the features, that each tree uses. */
  rowShare: number;
  columnShare: number;
  /** With validation rows: stop after this many trees without an improvement on them. */
  patience: number;
  seed: number;
}

export const defaultParams: GbdtParams = {
  trees: 200,
  learningRate: 0.1,
  maxLeaves: 31,
  maxDepth: 12,
  l1: 0,
  l2: 1,
  minHessian: 1,
  minRows: 20,
  minGain: 1e-6,
  monotone: null,
  categorical: null,
  categorySmoothing: 10,
  minCategoryRows: 50,
  rowShare: 1,
  columnShare: 1,
  patience: 20,
  seed: 1,
};
