// Warnings about a prediction's data: a stable code with its figures. `src/words/warnings.ts` renders the sentence.

/**
 * Codes of what can be wrong with the goal, the eligible cohort or the data, each with its figures. Days are
 * `YYYY-MM-DD`.
 */
export interface WarningFigures {
  /** One feature ranks people almost perfectly by itself. */
  feature_reveals_goal: { feature: string; auc: number; trait: string | null };
  /** One feature has nearly all of the importance. */
  feature_dominates: { feature: string; share: number; trait: string | null };
  /** A feature's values moved abruptly just before the test. */
  feature_shifted: { feature: string; index: number; limit: number };
  /** The people scored differ from those learned from. */
  population_shifted: { feature: string; index: number; limit: number };
  /** A stream has had no events for far longer than usual. */
  stream_quiet: { stream: string; quiet_days: number; usual_gap_days: number };
  /** The rate at the test is far outside of all earlier rates. */
  rate_jumped: { rate: number; low: number; high: number };
  /** The test expected far more or far fewer people than reached the goal. */
  level_off: { expected: number; attained: number };
  /** Nearly all eligible people reach the goal. */
  nearly_all_reach_goal: { rate: number; horizon_days: number };
  /** Nearly all eligible people had reached the goal before. */
  nearly_all_reached_before: { rate: number; day: string };
  /** People reach the goal without being eligible first. */
  rarely_eligible_before: { attained: number; never_eligible: number };
  /** Most events of the goal have one date. */
  events_on_one_day: { stream: string; all_events: number; events: number; day: string };
  /** The attainment and the eligible cohort have one definition. */
  cohorts_identical: Record<string, never>;
  /** The goal allows fewer events than eligible people have already. */
  count_cannot_fall: { stream: string; min: number; max: number };
  /** Nobody can be away for so long within the horizon. */
  horizon_too_short: { away_days: number; reached_days: number; occurrence: string; needed_days: number };
  no_matching_event: { stream: string; recurring: boolean };
  count_out_of_reach: { stream: string; recurring: boolean; wanted: number; most: number };
  amount_out_of_reach: { stream: string; recurring: boolean; wanted: number; most: number };
  amount_always_above: { stream: string; recurring: boolean; wanted: number; least: number };
  nobody_eligible: { known: number; day: string };
  all_reached_before: { eligible: number; day: string };
  all_in_attrition: { eligible: number; day: string };
  nearly_all_reach_goal_soon: { horizon_days: number };
  none_reached_since: { day: string };
  too_few_reach_goal: Record<string, never>;
  /** Too few past dates to see how much dates differ. `quiet_days`: days of the history with hardly any events. */
  few_landmarks: { landmarks: number; quiet_days: number; horizon_days: number };
  /** The goal's events come on regular dates, and a horizon may end before the next. Of `needed_days`, none does. */
  horizon_skips_dates: { every_days: number; horizon_days: number; needed_days: number };
  /** Days of horizons, listed: those that the history is too short to predict, and to test. */
  horizons_not_predicted: { days: string };
  horizons_not_tested: { days: string };
  /** Names of `feature_blocklist` that exclude nothing. */
  exclusions_unknown: { names: string };
  /** Features beyond the limit, the first properties and traits that they would be made from, and how many more these are. */
  features_left_out: { most: number; features: number; names: string; further: number };
  /** Names of built-in attributes in a payload, of which there are none. */
  attributes_unavailable: { names: string };
  /** A stream of the definition has no dates, so the model learns who is similar, not who will. */
  undated: { reason: string };
}

export type WarningCode = keyof WarningFigures;

/** Diagnosis of a fault, as data. */
export type Diagnosis = {
  [C in WarningCode]: { code: C; figures: WarningFigures[C] };
}[WarningCode];
