// What a definition comes to, told before it is kept, so that whoever writes one sees what they ask.

import type { Warning } from "./evaluation.js";
import type { EpochSeconds } from "./resource.js";

export interface CohortPreview {
  population: number;
  ofPeople: number;
  dataThrough: EpochSeconds;
  /** Names of datasets in use whose newest rows are not counted yet. */
  unread: string[];
}

export interface OutcomePreview {
  /** What will be learned, in words. */
  sentence: string;
  /** Members of the eligible cohort as of now, or everybody known. */
  eligible: number;
  /** Members of the attainment cohort as of now. */
  attained: number;
  /** Null: it is asked without dates, or the history is too short to choose from. */
  horizonDays: number | null;
  isHorizonChosen: boolean;
  /** What became of whoever is asked about at the newest landmark; null where there is none. */
  newest: { landmark: EpochSeconds; people: number; attained: number } | null;
  warnings: Warning[];
}
