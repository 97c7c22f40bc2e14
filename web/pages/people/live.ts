// A person as of this moment: scores with the events that came since the last build, and these events.

import type { Schemas } from "../../api/client.js";

export type Score = Schemas["PersonScore"];
type Arrival = Schemas["RecentEvent"];
type PersonEvent = Schemas["PersonEvent"];

/** Most identifiers that the service is asked for. */
const mostIdentifiers = 20;

/** Customer numbers and addresses of a person, by which their events are found. */
export const identifiersOf = ({
  fields,
  records,
}: Pick<Schemas["Person"], "fields" | "records">): string[] => {
  const found = new Set<string>();
  for (const each of [fields, ...records.map((record) => record.fields)])
    for (const value of [each.customer_id, each.email]) if (value) found.add(value);
  return [...found].slice(0, mostIdentifiers);
};

const keyOf = ({ scope_id, outcome_id }: Pick<Score, "scope_id" | "outcome_id">): string =>
  `${scope_id} ${outcome_id}`;

export interface ShownScore {
  score: Score;
  /** The probability of the last build, where the score is newer. */
  builtProbability?: number | undefined;
}

/**
 * Scores of the last build, moved to this moment where that is possible. A percentile ranks all people as of the last
 * build, so it is left out once the person has moved.
 */
export const movedScores = (built: readonly Score[], live: readonly Score[] | undefined): ShownScore[] => {
  const now = new Map(live?.map((score) => [keyOf(score), score]));
  return built.map((score) => {
    const moved = now.get(keyOf(score));
    if (!moved || moved.status === "unavailable" || (moved.live?.newer_events ?? 0) === 0) return { score };
    const { percentile: _, probability: builtProbability, explanation, ...rest } = score;
    return {
      builtProbability,
      score: {
        ...rest,
        status: moved.status,
        ...(moved.probability !== undefined && { probability: moved.probability }),
        ...((moved.explanation ?? explanation) && { explanation: moved.explanation ?? explanation }),
      },
    };
  });
};

/** The newest of the arrivals, as many as the last build does not have. */
export const newerOf = (arrivals: readonly Arrival[], newerEvents: number): PersonEvent[] =>
  arrivals
    .filter(({ result, stream_name: stream }) => result === "taken" && stream)
    .slice(0, newerEvents)
    .map(({ datetime, stream_name, value, properties }) => ({
      ...(datetime !== undefined && { datetime }),
      stream_name: stream_name!,
      ...(value !== undefined && { value }),
      properties,
    }));

/**
 * Events of the last build and newer ones, newest first. Of a list that goes on there are as many as before, so that what
 * is below it stays where it is.
 */
export const withNewer = <E extends PersonEvent>(
  built: readonly E[],
  newer: readonly E[],
  goesOn: boolean,
): E[] => {
  // A build may have them by now, before the scores know of it.
  const known = new Set(built.map(nameOf));
  const all = [...newer.filter((event) => !known.has(nameOf(event))), ...built].sort(byDate);
  return goesOn ? all.slice(0, built.length) : all;
};

const nameOf = ({ datetime, stream_name: stream, value }: PersonEvent): string =>
  [stream, datetime === undefined ? "" : Math.floor(Date.parse(datetime) / 1000), value].join(" ");

const byDate = ({ datetime: a = "" }: PersonEvent, { datetime: b = "" }: PersonEvent): number =>
  a === b ? 0 : a > b ? -1 : 1;
