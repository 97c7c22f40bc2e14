// Where the scores of all pipelines in use are, and what all that they tell of is called.

import path from "node:path";
import { namedPersonas } from "../../domain/persona-set.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { payloadIds } from "../../domain/scope.js";
import { findResources, listResources, type Resource } from "../../store/resources.js";
import { type PeopleSources, peopleSources } from "./people-sources.js";
import type { Recorded } from "./recorded.js";

export interface ScoreSources extends PeopleSources {
  scopes: ScoredScope[];
}

export interface ScoredScope {
  id: string;
  name: string;
  dir: string;
  dataThrough: EpochSeconds | null;
  /** With its place among the scores. */
  outcomes: { id: string; name: string; place: number }[];
  personaSets: { id: string; name: string; dir: string; personas: { id: string; name: string }[] }[];
}

/** In the order of lists. Refuses `result-not-ready` before people are resolved for the first time. */
export const scoreSources = async (recorded: Recorded): Promise<ScoreSources> => {
  const { db, accountId, dataDir } = recorded;
  const people = await peopleSources(recorded);
  const scopes = await listResources(db, accountId, "scopes");
  const told = await findResources(db, accountId, [
    ...new Set(scopes.flatMap(({ config }) => payloadIds(config))),
  ]);
  return { ...people, scopes: scopes.flatMap((scope) => scoredScope(scope, told, dataDir)) };
};

/**
 * None of a scope that is out of use or has no result. Scores lie in the order of the payload that they were made with, which
 * is the order of the result's outcomes; what the payload no longer tells of is left out.
 */
const scoredScope = (
  { id, name, config: { payload }, result, resultDir, archivedAt }: Resource<"scopes">,
  told: readonly Resource[],
  dataDir: string,
): ScoredScope[] => {
  if (archivedAt !== null || result === null || resultDir === null) return [];
  const outcomes = Object.keys(result.outcomes).flatMap((outcomeId, place) => {
    const outcome = told.find((resource) => resource.id === outcomeId);
    return outcome && payload.outcome_ids.includes(outcomeId)
      ? [{ id: outcomeId, name: outcome.name, place }]
      : [];
  });
  const personaSets = (payload.persona_set_ids ?? []).flatMap((setId) => {
    const set = told.find((resource) => resource.id === setId);
    return set?.type === "persona_sets" ? scoredPersonas(set, dataDir) : [];
  });
  const scored = { id, name, outcomes, personaSets, dir: path.join(dataDir, resultDir) };
  return [{ ...scored, dataThrough: result.data_through ?? null }];
};

const scoredPersonas = (
  { id, name, config, result, resultDir }: Resource<"persona_sets">,
  dataDir: string,
): ScoredScope["personaSets"] =>
  result === null || resultDir === null
    ? []
    : [{ id, name, dir: path.join(dataDir, resultDir), personas: namedPersonas(config, result.personas) }];
