// Previews of cohorts and outcomes, computed before a definition is saved.

import type { Warning } from "../outcome/evaluation.js";
import type { CalendarFields } from "../outcome/label-window.js";
import type { EpochSeconds } from "../resource/resource.js";

export interface CohortPreview {
  population: number;
  ofPeople: number;
  dataThrough: EpochSeconds;
  /** Names of datasets in use whose newest rows are not included yet. */
  unread: string[];
}

export interface OutcomePreview {
  /** The prediction in words. */
  sentence: string;
  /** Members of the eligible cohort as of now, or all known people. */
  eligible: number;
  /** Members of the attainment cohort as of now. */
  attained: number;
  /** Null: the prediction has no dates, or the history is too short. */
  horizonDays: number | null;
  isHorizonChosen: boolean;
  /** The horizon, if it is one of the calendar. */
  calendar: CalendarFields;
  /** Eligible people at the newest landmark, and those who converted; null without landmarks. */
  newest: { landmark: EpochSeconds; people: number; attained: number } | null;
  warnings: Warning[];
}
