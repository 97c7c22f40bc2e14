// The kinds of work in a fit that threads share, each with what a piece of it is.

export const kinds = [
  /** Finds the edges of bins: of one feature. */
  "edges",
  /** Puts values into bins: some values of one feature. */
  "bins",
  /** Works out the gradients before a tree: of a stretch of rows. */
  "gradients",
  /** Parts the rows of a node: a stretch of them. */
  "divide",
  /** Brings the gradients of a node's rows together: of a stretch of them. */
  "gather",
  /** Counts and searches nodes: by eight features. */
  "study",
  /** Adds a tree to the scores: a leaf of it, or a stretch of the rows that it was not fitted to. */
  "scores",
] as const;
export type Kind = (typeof kinds)[number];

/** Does one piece, for each kind. */
export type Work = Record<Kind, (piece: number) => void>;

/** Rows of a stretch. */
export const rowsAtOnce = 16_384;
export const stretches = (rows: number): number => Math.ceil(rows / rowsAtOnce);
