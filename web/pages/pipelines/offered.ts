// The options of a pipeline's form: cohorts, predictions, persona sets, recommenders, traits and atlases, each with
// a note.

import { verdictShort } from "../../../src/words/verdict.js";
import type { Kind, Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { formatCounted } from "../../ui/format.js";
import type { Offered } from "./chooser.js";

/** All records of a kind that are in use or already chosen; undefined while loading. */
const useOffered = <K extends Kind>(
  kind: K,
  chosen: readonly string[],
  noteOf: (record: Records[K]) => string | undefined,
): Offered[] | undefined => {
  const { data } = useList(kind);
  return data
    ?.filter(({ id, archived_at }) => archived_at === undefined || chosen.includes(id))
    .map((record) => ({ id: record.id, name: record.name, note: noteOf(record) }));
};

export const useOfferedCohorts = (chosen: readonly string[]) =>
  useOffered("cohorts", chosen, ({ population_count: people }) =>
    people === undefined ? "not counted yet" : formatCounted(people, "person", "people"),
  );

export const useOfferedOutcomes = (chosen: readonly string[]) =>
  useOffered("outcomes", chosen, ({ verdict }) => (verdict ? verdictShort(verdict) : "not built yet"));

export const useOfferedPersonaSets = (chosen: readonly string[]) =>
  useOffered("persona_sets", chosen, ({ personas }) =>
    personas ? formatCounted(personas.length, "persona") : "not built yet",
  );

export const useOfferedRecommenders = (chosen: readonly string[]) =>
  useOffered(
    "recommenders",
    chosen,
    ({ stream_name, stream_property_name }) => `${stream_property_name} of ${stream_name}`,
  );

export const useOfferedAtlases = (chosen: readonly string[]) =>
  useOffered("atlases", chosen, ({ counts }) =>
    counts ? formatCounted(counts.locatable, "location") : "not built yet",
  );

/** A payload refers to traits by name instead of by id. */
export const useOfferedTraits = (): Offered[] | undefined => {
  const { data } = useList("traits");
  return data?.map(({ name, literate, people_count: people }) => ({
    id: name,
    name: literate,
    note: people === undefined ? undefined : `known for ${formatCounted(people, "person", "people")}`,
  }));
};
