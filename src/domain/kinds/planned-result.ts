// Planned result: the part of a result on which plans depend. It is stored beside the configuration, so that
// a plan of thousands of resources reads no whole result.

import type { PeopleResult } from "../people/people.js";
import type { PrivacyFindings } from "../people/privacy.js";
import type { Persona } from "../personas/persona-set.js";
import type { DatasetResult } from "../proposal/dataset-result.js";
import type { ResourceType } from "../resource/resource.js";
import type { ResultOf } from "./kinds.js";

interface PlannedResults {
  datasets: Pick<
    DatasetResult,
    "next_due" | "due_through" | "refresh_seconds" | "content" | "arrivals_through"
  > & {
    /** The names count. */
    streams: Record<string, Record<string, never>>;
  };
  people: Pick<PeopleResult, "forgotten"> & {
    /** Findings of privacy lists, by dataset. */
    privacy?: Record<string, Pick<PrivacyFindings, "print">>;
  } & { traits: Pick<PeopleResult["traits"][number], "name">[] };
  persona_sets: { personas: Pick<Persona, "id" | "name">[] };
}

/** Part of a result that a plan reads. For all other types a plan only asks whether there is one. */
export type PlannedResultOf<T extends ResourceType> = T extends keyof PlannedResults
  ? PlannedResults[T]
  : Record<string, never>;

export const plannedResult = <T extends ResourceType>(type: T, result: ResultOf<T>): PlannedResultOf<T> => {
  const part = type in partOf ? partOf[type as keyof PlannedResults](result as never) : {};
  return part as PlannedResultOf<T>;
};

const partOf: { [T in keyof PlannedResults]: (result: ResultOf<T>) => PlannedResults[T] } = {
  datasets: ({ next_due, due_through, refresh_seconds, content, arrivals_through, streams }) => ({
    next_due,
    ...(due_through !== undefined && { due_through }),
    ...(refresh_seconds !== undefined && { refresh_seconds }),
    ...(content !== undefined && { content }),
    arrivals_through,
    streams: Object.fromEntries(Object.keys(streams).map((name) => [name, {}])),
  }),
  people: ({ forgotten, privacy, traits }) => ({
    ...(forgotten !== undefined && { forgotten }),
    ...(privacy !== undefined && {
      privacy: Object.fromEntries(Object.entries(privacy).map(([id, { print }]) => [id, { print }])),
    }),
    traits: traits.map(({ name }) => ({ name })),
  }),
  persona_sets: ({ personas }) => ({ personas: personas.map(({ id, name }) => ({ id, name })) }),
};
