// People without events in a pipeline: they are on file, and no dated stream has an event of theirs. The model
// learns from people with events alone, so it cannot score them. Their probability is the share of earlier people
// without events, on file for as long, who reached the goal within the horizon. Where too few such people are
// known, they have none. Earlier dates lie a horizon apart, so that no window counts twice.

import { minCountOf } from "../../domain/cohort/cohort-count.js";
import { horizonOf, windowEnd } from "../../domain/outcome/label-window.js";
import { registrationTrait } from "../../domain/people/registration.js";
import type { WithoutEvents } from "../../domain/pipeline/scope.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { type EarlierPeople, type EarlierRate, earlierRates } from "../../model/propensity/earlier-rates.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import {
  earlierWithoutEvents,
  onFileSince,
  withoutEventsAmong,
} from "../../warehouse/cohorts/without-events.js";
import type { Engine } from "../../warehouse/engine.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import {
  exactTotal,
  outsidePopulation as peopleBut,
  ratedPeople,
  scoredPeople,
  withoutEventsMarked,
} from "../../warehouse/scores.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { type OutcomeSpec, objectiveOf } from "../outcome/prediction-task.js";
import type { BuiltOutcome } from "./input.js";

export interface FoundWithoutEvents {
  /** The statuses with `no_events` for these people. */
  statuses: Relation;
  /** person_id, probability of these people; null where nobody can say. */
  rated: Relation | null;
  result: WithoutEvents;
}

/** Whether people without events can be scored by an outcome: it is of dates, and eligibility takes no event. */
export const mayLackEvents = (
  { eligible }: Pick<OutcomeSpec, "eligible">,
  { streams }: Pick<AccountSnapshot, "streams">,
): boolean => {
  const isDated = streams.find(({ name }) => name === eligible?.stream_name)?.result.isDated === true;
  return !(isDated && minCountOf(eligible!) > 0);
};

/** The people whom the model scores, among these: person_id. */
export const withEvents = (
  { spec, result: { mode } }: BuiltOutcome,
  people: Relation,
  account: AccountSnapshot,
): Relation => {
  if (!spec || mode !== "point_in_time" || !mayLackEvents(spec, account)) return people;
  const others = withoutEventsAmong(people, cohortInputs(account), account.dataThrough);
  return resultOf(peopleBut(people, resultOf(others)));
};

/** Null where everyone who is scored has an event. Tables are named after the place of the outcome. */
export const findWithoutEvents = async (
  { spec, result: { mode, landmarks, ...horizon } }: BuiltOutcome,
  place: number | string,
  statuses: Relation,
  account: AccountSnapshot,
  engine: Engine,
): Promise<FoundWithoutEvents | null> => {
  if (!spec || mode !== "point_in_time" || !mayLackEvents(spec, account)) return null;
  const [inputs, now] = [cohortInputs(account), account.dataThrough];
  const people = await engine.createTable(
    `without_events_${place}`,
    withoutEventsAmong(scoredPeople(statuses), inputs, now),
  );
  const count = await engine.count(people);
  if (count === 0) return null;
  const marked = await engine.createTable(`marked_${place}`, withoutEventsMarked(statuses, people));
  const onFile = await engine.createTable(`on_file_${place}`, onFileOf(account, inputs));
  const dates = datesApart(landmarks, (landmark) => windowEnd(landmark, horizonOf(horizon)));
  const earlier: EarlierPeople[] = [];
  for (const { landmark, until } of dates)
    earlier.push(
      ...(await engine.rows<{ days: number; people: number; attained: number }>(
        earlierWithoutEvents(objectiveOf(spec), inputs, onFile, landmark, until),
      )),
    );
  const rates = earlierRates(earlier);
  const rated = rates && (await rate(place, people, onFile, rates, now, engine));
  return {
    statuses: marked,
    rated,
    result: {
      people: count,
      expected: rated && (await engine.row<{ expected: number }>(exactTotal(rated))).expected,
      earlier_people: earlier.reduce((sum, one) => sum + one.people, 0),
      earlier_attained: earlier.reduce((sum, one) => sum + one.attained, 0),
    },
  };
};

const onFileOf = ({ peopleDir, people: { traits } }: AccountSnapshot, inputs: CohortInputs): Relation => {
  const dates = traits.filter(({ found }) => found.data_type === "date" || found.data_type === "text");
  return onFileSince(inputs, relation(peopleFiles(peopleDir).persons), registrationTrait(dates));
};

const rate = (
  place: number | string,
  people: Relation,
  onFile: Relation,
  rates: readonly EarlierRate[],
  now: EpochSeconds,
  engine: Engine,
): Promise<Relation> => engine.createTable(`rated_${place}`, ratedPeople(people, onFile, rates, now));

/** Newest dates whose windows do not overlap, the newest first. */
const maxDates = 6;

const datesApart = (landmarks: readonly EpochSeconds[], endOf: (landmark: EpochSeconds) => EpochSeconds) => {
  const taken: { landmark: EpochSeconds; until: EpochSeconds }[] = [];
  for (const landmark of [...landmarks].sort((a, b) => b - a)) {
    const until = endOf(landmark);
    if (until <= (taken.at(-1)?.landmark ?? Number.POSITIVE_INFINITY)) taken.push({ landmark, until });
    if (taken.length === maxDates) break;
  }
  return taken;
};
