// Suggestions with their counts: how many people each would score now, and how often it came true in the
// past. The counts come from the same relations as cohorts and outcomes, so that a suggestion and the
// prediction that it makes never disagree.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { knownAnswers } from "../../domain/data/snapshot.js";
import {
  type CountedSuggestion,
  horizonChoices,
  isRecurring,
  type LikenessSuggestion,
  type PastRate,
  type PredictionSuggestion,
  proposedHorizon,
  type SuggestibleStream,
  type Suggestion,
  suggestedCohorts,
  suggestionsFor,
} from "../../domain/proposal/suggestion.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type CohortInputs, type Objective, sampleInputs } from "../../warehouse/cohorts/inputs.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { type LabelCounts, labelCounts } from "../../warehouse/cohorts/outcome-counts.js";
import { spine } from "../../warehouse/cohorts/spine.js";
import type { Engine } from "../../warehouse/engine.js";
import { resultOf, rowsWithout } from "../../warehouse/rows.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot, BuiltStream } from "../kind/snapshot.js";
import { newestLandmarkOf } from "../outcome/prediction-task.js";

/**
 * In larger accounts people are counted in a sample of about this many, which is precise to a third of a
 * percentage point.
 */
const samplePeople = 100_000;

export const countSuggestions = async (
  { account }: { account: AccountSnapshot },
  engine: Engine,
): Promise<CountedSuggestion[]> => {
  const share = Math.min(1, samplePeople / Math.max(1, account.people.people_count));
  const inputs = sampleInputs(cohortInputs(account), share);
  const counted: CountedSuggestion[] = [];
  const whole = (count: number) => Math.round(count / share);
  for (const suggestion of suggestionsFor(account.streams.map(suggestible), account.answers)) {
    if (suggestion.kind === "resembles") {
      const counts = await countAnswers(suggestion, account, inputs, engine);
      counted.push({ ...suggestion, ...mapCounts(counts, whole), proposedDays: null, horizons: [] });
      continue;
    }
    const horizons = await pastRates(suggestion, account, inputs, engine);
    const proposedDays = proposedHorizon(horizons);
    const people = await countPopulation(suggestion, proposedDays, account, inputs, engine);
    counted.push({
      ...suggestion,
      proposedDays,
      people: whole(people),
      horizons: horizons.map((rate) => ({
        ...rate,
        people: whole(rate.people),
        attained: whole(rate.attained),
      })),
    });
  }
  return counted;
};

export const suggestible = ({ name, result }: BuiltStream): SuggestibleStream => ({
  name,
  isDated: result.isDated,
  hasValue: result.hasValue,
  events: result.event_count,
  people: result.people_count,
  categories: Object.fromEntries(
    Object.entries(result.properties)
      .filter(([, { statistical_type }]) => statistical_type === "categorical")
      .map(([property, { categories }]) => [property, categories]),
  ),
});

type Likeness = Pick<CountedSuggestion, "people" | "answers">;

const countAnswers = async (
  suggestion: LikenessSuggestion,
  { dataThrough }: AccountSnapshot,
  inputs: CohortInputs,
  engine: Engine,
): Promise<Likeness> => {
  const cohorts = suggestedCohorts(suggestion, 0);
  const count = (cohort: CohortConfig) => engine.count(resultOf(cohortMembers(cohort, inputs, dataThrough)));
  const known = knownAnswers(cohorts, [suggestion.answer])!;
  const [people, attained] = [await count(known), await count(cohorts.attainment)];
  return { people: await count(cohorts.population), answers: { people, attained } };
};

const mapCounts = ({ people, answers }: Likeness, whole: (count: number) => number): Likeness => ({
  people: whole(people),
  ...(answers && { answers: { people: whole(answers.people), attained: whole(answers.attained) } }),
});

/** A horizon is left out unless as much history is before its cutoff as after. */
const pastRates = async (
  suggestion: PredictionSuggestion,
  account: AccountSnapshot,
  inputs: CohortInputs,
  engine: Engine,
): Promise<PastRate[]> => {
  const since = oldestOf(suggestion, account.streams);
  if (since === null) return [];
  const rates: PastRate[] = [];
  for (const days of horizonChoices) {
    const [objective, seconds] = [objectiveOf(suggestion, days), days * secondsPerDay];
    const cutoff = await newestLandmarkOf(objective, inputs, account, seconds, engine);
    if (cutoff === undefined || cutoff - since < seconds) break;
    const rows = spine(objective, inputs, cutoff, cutoff + seconds);
    const { attained, not_attained } = await engine.row<LabelCounts>(labelCounts(rows));
    rates.push({ days, cutoff, people: attained + not_attained, attained });
  }
  return rates;
};

/** When every stream of the suggestion had begun. */
const oldestOf = (
  { stream, other }: PredictionSuggestion,
  streams: readonly BuiltStream[],
): EpochSeconds | null => {
  const oldest = streams
    .filter(({ name }) => name === stream || name === other)
    .map(({ result }) => result.oldest);
  return oldest.some((moment) => moment === null) ? null : Math.max(...oldest.map(Number));
};

const objectiveOf = (suggestion: Suggestion, days: number): Objective => {
  const { attainment, eligible } = suggestedCohorts(suggestion, days);
  const recurring = isRecurring(suggestion);
  return { attainment, eligible, attrition: null, undecided: "not_attained", recurring };
};

/**
 * Number of people who would be scored now: the population without those who have reached the goal for good.
 */
const countPopulation = async (
  suggestion: Suggestion,
  proposedDays: number | null,
  { dataThrough }: AccountSnapshot,
  inputs: CohortInputs,
  engine: Engine,
): Promise<number> => {
  const { attainment, population } = suggestedCohorts(suggestion, proposedDays ?? horizonChoices[0]);
  const membersOf = (cohort: CohortConfig) => resultOf(cohortMembers(cohort, inputs, dataThrough));
  const members = membersOf(population);
  return engine.count(
    isRecurring(suggestion) ? members : rowsWithout(members, membersOf(attainment), "person_id"),
  );
};
