// Summaries of predictions: each with the number of people who are expected to reach its goal and the newest
// list of them.

import type { Claim } from "../../api/claims.js";
import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";

type Outcome = Records["outcomes"];
type Scope = Records["scopes"];
type Target = Records["targets"];
type Scored = Schemas["ScopeAnalysis"]["outcomes"][number];

/** Expectation of a pipeline. */
export interface Analysed {
  scope: Scope;
  analysis: Schemas["ScopeAnalysis"];
}

export interface Summary {
  outcome: Outcome;
  /** Absent until a pipeline has scored people. */
  expected: Scored | undefined;
  /** The pipeline that the expected number is of. */
  scope: Scope | undefined;
  /** The newest list that was delivered. */
  list: Target | undefined;
}

/** One for each prediction in use, in the given order. */
export const summariesOf = (
  outcomes: readonly Outcome[],
  analysed: readonly Analysed[],
  targets: readonly Target[],
): Summary[] =>
  outcomes
    .filter(({ archived_at }) => !archived_at)
    .map((outcome) => {
      const own = analysed.filter(({ scope }) => scope.payload.outcome_ids?.includes(outcome.id));
      const largest = own
        .flatMap(({ scope, analysis }) =>
          analysis.outcomes
            .filter(({ outcome_id, scored_count }) => outcome_id === outcome.id && scored_count > 0)
            .map((expected) => ({ scope, expected })),
        )
        .sort((a, b) => b.expected.scored_count - a.expected.scored_count)[0];
      const scopeIds = own.map(({ scope }) => scope.id);
      return {
        outcome,
        expected: largest?.expected,
        scope: largest?.scope,
        list: newestOf(targets, scopeIds),
      };
    });

/** Until when the data reach that a prediction starts from. */
export const throughOf = ({
  scope,
  outcome,
}: {
  scope: Scope | null | undefined;
  outcome: Outcome;
}): string | undefined => scope?.data_through ?? outcome.data_through;

/** How many more people are expected than an earlier list said, and the last moment that this list knew. */
export interface Change {
  more: number;
  through: number;
}

const dayMs = 86_400_000;
/** A list of a week ago, as near to that as there is one. */
const [fewestDays, usualDays, mostDays] = [5, 7, 31];

/** Undefined without a list of the last month of the same pipeline for the same horizon. */
export const changeOf = (summary: Leading, claims: readonly Claim[]): Change | undefined => {
  const { outcome, scope, expected } = summary;
  const through = Date.parse(throughOf(summary) ?? "");
  const daysBefore = ({ cutoff }: Claim) => (through - Date.parse(cutoff)) / dayMs;
  const [nearest] = claims
    .filter((claim) => claim.outcome_id === outcome.id && claim.scope_id === scope?.id)
    .filter((claim) => claim.horizon_days === outcome.horizon_days && claim.void_reason === undefined)
    .filter((claim) => daysBefore(claim) >= fewestDays && daysBefore(claim) <= mostDays)
    .sort((a, b) => Math.abs(daysBefore(a) - usualDays) - Math.abs(daysBefore(b) - usualDays));
  const said = nearest?.measures.find(({ measure }) => measure === "people")?.expected;
  if (!nearest || said === undefined) return undefined;
  return {
    more: Math.round(expected.expected) - Math.round(said),
    through: Date.parse(nearest.cutoff) - 1_000,
  };
};

export type Leading = Summary & { expected: Scored };

/**
 * First of the predictions with scores that help most: better than a rule, as good as one, without dates,
 * without signal, with too little data.
 */
export const leadOf = (summaries: readonly Summary[]): Leading | undefined => leadersOf(summaries)[0];

/** Predictions with scores: those that help most come first. */
export const leadersOf = (summaries: readonly Summary[]): Leading[] =>
  summaries
    .filter((summary): summary is Leading => summary.expected !== undefined)
    .sort((a, b) => distance(a) - distance(b));

const distance = (summary: Summary): number => {
  const { decision, code } = summary.outcome.verdict ?? {};
  if (decision === "too_little_data") return 4;
  if (code === "nothing_ranks") return 3;
  if (isLikeness(summary)) return 2;
  return decision === "no_better" ? 1 : 0;
};

/** Learned without dates: its chances add up to no forecast. */
export const isLikeness = ({ outcome: { status, horizon_days } }: Summary): boolean =>
  status === "ready" && horizon_days === undefined;

const newestOf = (targets: readonly Target[], scopeIds: readonly string[]): Target | undefined =>
  targets
    .filter((target) => scopeIds.includes(target.scope_id) && !target.archived_at)
    .filter(({ row_count, last_updated_output_at }) => row_count !== undefined && last_updated_output_at)
    .sort((a, b) => b.last_updated_output_at!.localeCompare(a.last_updated_output_at!))[0];
