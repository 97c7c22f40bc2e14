// What judging the candidates gives, and what choosing among them takes.

import type { CandidateName } from "./candidates.js";

/** Every candidate's scores for the same rows, none of which it was trained on. */
export interface Judgement {
  names: CandidateName[];
  /** Per name: log-odds, one per row. */
  scores: Float64Array[];
  label: Uint8Array;
  /** How many trees served these rows best. */
  trees: number;
}
