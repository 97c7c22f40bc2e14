// Ids of personas: a cluster continues the persona of the previous build whose people it has, or is a new persona.

import { createHash } from "node:crypto";
import type { PersonaSetResult } from "../../domain/personas/persona-set.js";
import { bestPairing } from "../../model/kmeans/hungarian.js";

/** The number of members that a cluster shares with a persona of the previous build. */
export type Shared = { cluster: number; persona_id: string; people: number };

interface PersonaIds {
  /** One per cluster. */
  ids: string[];
  /** Including the new ones. */
  personasMade: number;
}

/**
 * A persona continues in the cluster that has most of its people, or that mostly consists of them. The
 * assignment keeps as many people as possible in the persona that they were in.
 */
export const personaIds = (
  setId: string,
  clusters: number,
  before: PersonaSetResult | null,
  shared: readonly Shared[],
): PersonaIds => {
  const known = before?.personas ?? [];
  const gain = Array.from({ length: clusters }, (_, cluster) =>
    known.map(({ id }) => sharedBy(shared, cluster, id)),
  );
  const pairs = bestPairing(gain);
  let personasMade = before?.personas_made ?? 0;
  const ids = pairs.map((place, cluster) =>
    place !== null && isSame(gain, cluster, place) ? known[place]!.id : idOf(setId, personasMade++),
  );
  return { ids, personasMade };
};

const sharedBy = (shared: readonly Shared[], cluster: number, id: string): number =>
  shared.find((each) => each.cluster === cluster && each.persona_id === id)?.people ?? 0;

const minShared = 0.5;

const isSame = (gain: readonly (readonly number[])[], cluster: number, place: number): boolean => {
  const own = gain[cluster]!.reduce((sum, people) => sum + people, 0);
  const its = gain.reduce((sum, row) => sum + row[place]!, 0);
  const people = gain[cluster]![place]!;
  return people > 0 && (people >= minShared * own || people >= minShared * its);
};

/** A UUID derived from the set and a number, so that equal builds give equal ids. */
const idOf = (setId: string, number: number): string => {
  const hex = createHash("sha256").update(`${setId} ${number}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16]!, 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
};

/**
 * Where the people of the previous build are not known: a cluster of exactly as many people as one persona
 * had is that persona.
 */
export const sharedBySize = (sizes: readonly number[], before: PersonaSetResult | null): Shared[] =>
  sizes.flatMap((people, cluster) => {
    const alike = (before?.personas ?? []).filter(({ individuals_count }) => individuals_count === people);
    const isOnly = alike.length === 1 && sizes.filter((size) => size === people).length === 1;
    return isOnly ? [{ cluster, persona_id: alike[0]!.id, people }] : [];
  });
