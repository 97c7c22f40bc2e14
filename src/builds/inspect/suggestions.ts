// Suggestions with their counts: how many people each would score now, and how often it came true in the past. The counts come from the
// same relations as cohorts and outcomes, so that a suggestion and the prediction that it makes never disagree.

import type { EpochSeconds } from "../../domain/resource.js";
import { secondsPerDay } from "../../domain/resource.js";
import {
  type CountedSuggestion,
  horizonChoices,
  isRecurring,
  type PastRate,
  proposedHorizon,
  type SuggestibleStream,
  type Suggestion,
  suggestedCohorts,
  suggestionsFor,
} from "../../domain/suggestion.js";
import { type CohortInputs, type Objective, sampleInputs } from "../../warehouse/cohorts/inputs.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { spine } from "../../warehouse/cohorts/spine.js";
import type { Engine } from "../../warehouse/engine.js";
import { sql } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot, BuiltStream } from "../kind/snapshot.js";

/** In larger accounts people are counted in a sample of about this many, which is precise to a third of a percentage point. */
const samplePeople = 100_000;

export const countSuggestions = async (
  { account }: { account: AccountSnapshot },
  engine: Engine,
): Promise<CountedSuggestion[]> => {
  const share = Math.min(1, samplePeople / Math.max(1, account.people.people_count));
  const inputs = sampleInputs(cohortInputs(account), share);
  const counted: CountedSuggestion[] = [];
  for (const suggestion of suggestionsFor(account.streams.map(suggestible))) {
    const horizons = await pastRates(suggestion, account, inputs, engine);
    const proposedDays = proposedHorizon(horizons);
    const people = await countPopulation(suggestion, proposedDays, account, inputs, engine);
    const whole = (count: number) => Math.round(count / share);
    counted.push({
      ...{ ...suggestion, proposedDays, people: whole(people) },
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

/** A horizon is left out unless as much history is before its cutoff as after. */
const pastRates = async (
  suggestion: Suggestion,
  { dataThrough, streams }: AccountSnapshot,
  inputs: CohortInputs,
  engine: Engine,
): Promise<PastRate[]> => {
  const since = oldestOf(suggestion, streams);
  const rates: PastRate[] = [];
  for (const days of horizonChoices) {
    const cutoff = dataThrough - days * secondsPerDay;
    if (since === null || cutoff - since < days * secondsPerDay) break;
    const rows = spine(objectiveOf(suggestion, days), inputs, cutoff, days * secondsPerDay);
    const counts = await engine.row<{ people: number; attained: number }>(
      sql`select count(*) as people, count(*) filter (row.label = 1) as attained from (${rows}) as row`,
    );
    rates.push({ days, cutoff, ...counts });
  }
  return rates;
};

/** When every stream of the suggestion had begun. */
const oldestOf = ({ stream, other }: Suggestion, streams: readonly BuiltStream[]): EpochSeconds | null => {
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

/** Who would be scored now: the population without those who have reached the goal for good. */
const countPopulation = async (
  suggestion: Suggestion,
  proposedDays: number | null,
  { dataThrough }: AccountSnapshot,
  inputs: CohortInputs,
  engine: Engine,
): Promise<number> => {
  const { attainment, population } = suggestedCohorts(suggestion, proposedDays ?? horizonChoices[0]);
  const members = cohortMembers(population, inputs, dataThrough);
  const attained = isRecurring(suggestion)
    ? sql`false`
    : sql`member.person_id in (${cohortMembers(attainment, inputs, dataThrough)})`;
  const { people } = await engine.row<{ people: number }>(
    sql`select count(*) as people from (${members}) as member where not ${attained}`,
  );
  return people;
};
