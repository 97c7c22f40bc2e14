// What one person did and what is said of them, as it is read.

import type { EventsCursor, PersonEvent, PersonEvents } from "../../domain/person-events.js";
import type { PersonScores } from "../../domain/person-scores.js";
import { refuse } from "../../errors/refusal.js";
import { type JsonObject, present } from "../json.js";
import { isoSeconds } from "./record.js";

export const renderPersonEvents = ({ events, total, next }: PersonEvents): JsonObject => ({
  events: events.map(renderEvent),
  total,
  ...(next && { next_before: writeCursor(next) }),
});

const renderEvent = ({ time, stream, value, properties }: PersonEvent): JsonObject =>
  present({ datetime: isoSeconds(time), stream_name: stream, value, properties });

/** `2025-11-30T09:14:00.000Z~2`: go on after two events of that second; `~2`: after two events without a time. */
const writeCursor = ({ time, passed }: EventsCursor): string => `${isoSeconds(time) ?? ""}~${passed}`;

/** A cursor, or an instant by itself: events before it. Refuses `cursor-invalid`. */
export const parseCursor = (written: string): EventsCursor => {
  const [, moment, passed] = /^([^~]*)(?:~(\d{1,6}))?$/.exec(written) ?? [];
  if (moment === "" && passed !== undefined) return { time: null, passed: Number(passed) };
  const ms = Date.parse(moment ?? "");
  if (Number.isNaN(ms)) throw refuse("cursor-invalid", { before: written });
  return passed === undefined
    ? { time: Math.ceil(ms / 1000) - 1, passed: 0 }
    : { time: Math.floor(ms / 1000), passed: Number(passed) };
};

/** One for each outcome of each pipeline. */
export const renderPersonScores = (told: readonly PersonScores[]): JsonObject[] =>
  told.flatMap(({ scope, outcomes, personas, scoredThrough }) =>
    outcomes.map((outcome) =>
      present({
        scope_id: scope.id,
        scope_name: scope.name,
        outcome_id: outcome.id,
        outcome_name: outcome.name,
        status: outcome.status,
        probability: outcome.probability,
        percentile: outcome.percentile,
        explanation: outcome.reasons,
        personas: personas.map((persona) => ({
          persona_set_id: persona.setId,
          persona_set_name: persona.setName,
          persona_id: persona.personaId,
          persona_name: persona.personaName,
        })),
        scored_through: isoSeconds(scoredThrough),
      }),
    ),
  );
