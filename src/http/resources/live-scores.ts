// Live scores as the API says them.

import type { LivePerson, LiveScores, NamedPerson } from "../../domain/pipeline/live-score.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { present } from "../json.js";
import { isoMs, isoSeconds } from "./record.js";

export interface NamedBody {
  id?: string;
  customer_id?: string;
  email?: string;
}

/** Exactly one of the fields is there. */
export const parseNamed = ({ id, customer_id, email }: NamedBody): NamedPerson => {
  if (id !== undefined) return { id };
  return email !== undefined ? { email } : { customerId: customer_id! };
};

/** Outcomes of the person's pipelines, with the fields of `GET /people/{id}/scores`. */
const renderOutcomes = ({ scopes }: LivePerson): JsonObject[] =>
  scopes.flatMap(({ scopeId, scopeName, outcomes }) =>
    outcomes.map(({ outcomeId, outcomeName, status, obstacle, probability, reasons }) =>
      present({
        scope_id: scopeId,
        scope_name: scopeName,
        outcome_id: outcomeId,
        outcome_name: outcomeName,
        status,
        unavailable_because: obstacle,
        probability,
        explanation: reasons,
      }),
    ),
  );

const moments = ({ scoredAt, dataThrough, builtThrough }: LiveScores): JsonObject => ({
  scored_at: isoMs(scoredAt),
  data_through: isoSeconds(dataThrough),
  built_through: isoSeconds(builtThrough),
});

export const renderLiveScores = (scores: LiveScores): JsonObject => ({
  ...moments(scores),
  newer_events: scores.newerEvents,
  waiting_records: scores.waitingRecords,
  people: scores.people.map((person) =>
    person === null ? { found: false } : { found: true, person_id: person.personId, ...about(person) },
  ),
});

const about = (person: LivePerson): JsonObject => ({
  is_new: person.isNew,
  newer_events: person.newerEvents,
  waiting_records: person.waitingRecords,
  scores: renderOutcomes(person),
});

/** What a look-up says besides the payload of the last build. */
export const renderLookedUp = (scores: LiveScores, person: LivePerson): JsonObject => ({
  ...moments(scores),
  ...about(person),
});

/** One person, in the list of `GET /people/{id}/scores`. */
export const renderLivePerson = (scores: LiveScores, person: LivePerson): JsonObject[] =>
  renderOutcomes(person).map((outcome) => ({
    ...outcome,
    past: [],
    personas: [],
    scored_through: isoSeconds(scores.dataThrough),
    live: {
      ...moments(scores),
      newer_events: person.newerEvents,
      waiting_records: person.waitingRecords,
      is_new: person.isNew,
    },
  }));
