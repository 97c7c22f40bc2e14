// Scopes, called pipelines in the console: the people to score and what to deliver about them. A preview is a
// pipeline that is not enabled yet.

import { type Static, Type } from "@sinclair/typebox";
import type { ContactPlan } from "../campaign/economics.js";
import { economicsField } from "../campaign/economics-config.js";
import { type HoldoutResult, holdoutField } from "../campaign/holdout.js";
import type { Interval, PopulationShift, Warning } from "../outcome/evaluation.js";
import type { ScoredHorizons } from "../outcome/horizons.js";
import type { ScoredValue, ValueErrors } from "../outcome/value.js";
import { limits } from "../resource/limits.js";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, described, ids, nameOf, oneId, optional } from "../resource/schema.js";
import type { PerformanceHistory } from "./observed-performance.js";
import { payloadLocation } from "./payload-location.js";
import type { RecurringAmounts } from "./recurring.js";
import type { ScoreChanges, ScoredBuilds } from "./score-change.js";

/** Explaining this many people for each outcome takes 25 to 75 seconds on one core. */
export const maxExplained = 100_000;

const explainability =
  "true: adds a column for each outcome with the reasons for a person's probability. It holds a JSON list of up to three reasons for " +
  "and three against, strongest first, each with `feature`, `reason`, `value` (null if unknown), `effect` and `direction`. The effect " +
  "is the change in log-odds from the population's average; together with the effects too small to list, the effects add up to " +
  "the person's distance from that average. Reasons explain the model's output before any bias mitigation. They do not predict what " +
  `happens if the value changes. For each outcome, the ${maxExplained.toLocaleString("en-US")} most likely people get reasons.`;

export const scopeConfig = closed({
  population: described(
    "People to score.",
    closed({
      cohort_ids: described(
        "IDs of the cohorts to score. An empty list means everyone known.",
        Type.Array(oneId, { maxItems: limits.ids.is }),
      ),
      exclusion_cohort_ids: optional(ids("the cohorts to leave out")),
      exclusion_address_level_cohort_ids: optional(
        ids("the cohorts to leave out, with everyone who lives at the address of a member"),
      ),
    }),
  ),
  payload: described(
    "Values to deliver for each person.",
    closed({
      outcome_ids: described(
        "IDs of the outcomes.",
        Type.Array(oneId, { maxItems: limits.ids.is, default: [] }),
      ),
      cohort_ids: optional(ids("cohorts; each adds a column that says whether the person is a member")),
      persona_set_ids: optional(
        ids("persona sets; each adds a column with the name of the person's persona"),
      ),
      recommender_ids: optional(
        ids("recommenders; each adds a column for each of the first ten recommendations"),
      ),
      attributes: optional(
        Type.Array(nameOf("Name of a trait."), {
          maxItems: limits.datasetFields.is,
          description:
            "Names of traits; each adds a column. A prefix `fig/` is ignored; the column of such a name is empty if nobody has the " +
            "trait, and the pipeline then has a warning.",
          examples: [["plan"]],
        }),
      ),
      location: optional(
        described(
          "The nearest location of atlases, such as your stores; adds four columns: its name, your ID of it, the ID of its atlas, and the distance " +
            "in meters. They are empty for people without a known location.",
          payloadLocation,
        ),
      ),
      explainability: optional(Type.Boolean({ description: explainability })),
    }),
  ),
  holdout: holdoutField,
  economics: economicsField,
  preview: Type.Boolean({
    description: "true: the pipeline is not enabled yet, and its targets hold at most the first 1,000 rows.",
    default: true,
  }),
});
export type ScopeConfig = Static<typeof scopeConfig>;

/** People by status, and the findings about those scored. */
export interface ScoredOutcome {
  scored: number;
  attained: number;
  not_eligible: number;
  /** Sum of the probabilities of those scored. */
  expected: number;
  /** Bounds of how many will attain; absent where the outcome has no horizon. */
  expected_interval?: Interval;
  /** People by probability, in `histogramBins` bins of equal width. */
  histogram: number[];
  /** Eligible people outside the pipeline's population, likewise. */
  outside: { people: number; histogram: number[] };
  /** Absent: nobody who is eligible is without an event. */
  without_events?: WithoutEvents;
  /** Absent where too few are scored to tell. */
  shift?: PopulationShift;
  /** Present for an outcome that asks for amounts or counts. */
  value?: ScoredValue;
  /** Present for an outcome with further horizons. */
  horizons?: ScoredHorizons;
  /** Present for an outcome of who leaves something that is paid again and again. */
  recurring?: RecurringAmounts;
  /** The model that made the scores. */
  model: ScoringModel;
}

/** Eligible people who are on file and have no event, whom no model scores. */
export interface WithoutEvents {
  people: number;
  /** Sum of their probabilities; null where they have none. */
  expected: number | null;
  /** People who were on file without an event at earlier dates, and those of them who reached the goal within the horizon. */
  earlier_people: number;
  earlier_attained: number;
}

/** Model behind scores: its version, and how far its scores may be off. */
export interface ScoringModel {
  /** Hash of the model: equal hashes score alike. */
  version: string;
  /** Hash of the definitions of its features. */
  feature_version: string;
  /** Uncertainty of the level of the probabilities: see `model/propensity/expected-total.ts`; null without dates. */
  level_margin: number | null;
  /** Present for an outcome that asks for amounts or counts. */
  values?: ValueErrors;
}

export interface ScopeResult {
  population_count: number;
  /** The cutoff of the scores, exclusive. */
  data_through: EpochSeconds;
  /** Scored outcomes by id. */
  outcomes: Record<string, ScoredOutcome>;
  warnings: (Warning & { outcome_id?: string })[];
  /** Fates of the people of earlier scores by outcome id, for outcomes with a horizon. */
  performance: Record<string, PerformanceHistory>;
  /** Only with a hold-out. */
  holdout?: HoldoutResult;
  /** A hold-out that was removed: its groups and scores are kept for the day when it is set again. */
  formerHoldout?: Pick<HoldoutResult, "by" | "share" | "snapshots"> &
    Partial<Pick<HoldoutResult, "campaigns">>;
  /** People of the population whom the account's lasting hold-out holds out; absent without one. */
  lastingHoldout?: { held_out: number };
  /** Only with economics. */
  contacts?: ContactPlan;
  /** People with a nearest location; absent where the payload has none. */
  location?: { located: number };
  /** Builds whose scores are kept; absent without outcomes. */
  builds?: ScoredBuilds;
  /** Only with a build before it. */
  changes?: ScoreChanges;
}

/** Whether the scores say who is held out. */
export const hasArms = ({
  holdout,
  lastingHoldout,
}: Pick<ScopeResult, "holdout" | "lastingHoldout">): boolean =>
  holdout !== undefined || lastingHoldout !== undefined;

/** Cohorts of those who are scored, and of those who are left out. */
export const populationIds = ({ population }: ScopeConfig): string[] => [
  ...population.cohort_ids,
  ...(population.exclusion_cohort_ids ?? []),
  ...(population.exclusion_address_level_cohort_ids ?? []),
];

/** Outcomes, cohorts, persona sets and recommenders in the payload of a scope. */
export const payloadIds = ({ payload }: ScopeConfig): string[] => [
  ...payload.outcome_ids,
  ...(payload.cohort_ids ?? []),
  ...(payload.persona_set_ids ?? []),
  ...(payload.recommender_ids ?? []),
];

/** Atlases whose locations count for the payload. */
export const payloadAtlasIds = ({ payload }: ScopeConfig): string[] =>
  payload.location?.conditions.atlas_ids ?? [];

export const histogramBins = 100;

/** Targets of a pipeline that is not yet enabled hold this many rows at most. */
export const previewRows = 1000;
