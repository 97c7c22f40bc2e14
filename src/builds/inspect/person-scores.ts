// Scores of one person: their row of each pipeline's scores, and their persona of each persona set.

import type {
  PastScore,
  PersonReason,
  PersonScore,
  PersonScores,
  ScoreReason,
} from "../../domain/people/person.js";
import { isPredictedColumn } from "../../domain/pipeline/predicted-columns.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { keptScoreOf } from "../../warehouse/kept-scores.js";
import { personaFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { rowsOfPerson } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { featuresOf, plainIn } from "../target/list.js";
import { type PeopleQueries, personIdOf } from "./person.js";
import type { ScoredScope, ScoreSources } from "./sources.js";

export const scoresOf = async (
  { id }: { id: string },
  tools: PeopleQueries,
  { scopes }: ScoreSources,
): Promise<PersonScores[] | null> => {
  const personId = await personIdOf(id, tools);
  if (personId === null) return null;
  const scores: PersonScores[] = [];
  for (const scope of scopes) {
    const row = await rowOf(tools.engine, relation(scopeFiles(scope.dir).scores), personId);
    if (row)
      scores.push({
        scope: { id: scope.id, name: scope.name },
        outcomes: await Promise.all(
          scope.outcomes.map(async (outcome) => ({
            ...(await scoreOf(row, outcome)),
            past: await pastOf(tools.engine, scope.dir, outcome, personId),
          })),
        ),
        personas: await personasOf(tools.engine, scope, personId),
        ...locationOf(row),
        scoredThrough: scope.dataThrough,
      });
  }
  return scores;
};

/** `people`: a relation with one row per person. */
const rowOf = async (engine: Engine, people: Relation, personId: bigint): Promise<Row | undefined> => {
  const [row] = await engine.rows(rowsOfPerson(people, personId));
  return row;
};

type ScoredOutcome = ScoredScope["outcomes"][number];

const scoreOf = async (
  row: Row,
  { id, name, place, dir }: ScoredOutcome,
): Promise<Omit<PersonScore, "past">> => {
  const explanation = row[`explanation_${place}`];
  return {
    id,
    name,
    status: row[`status_${place}`] as PersonScore["status"],
    probability: row[`probability_${place}`] as number | null,
    percentile: row[`percentile_${place}`] as number | null,
    predicted: predictedIn(row, place),
    reasons: typeof explanation === "string" ? await reasonsIn(explanation, dir) : null,
  };
};

const locationOf = (row: Row): Pick<PersonScores, "location"> => {
  const { location_atlas_id: atlasId, location_name, location_reference_key, location_distance } = row;
  if (typeof atlasId !== "string") return {};
  return {
    location: {
      atlasId,
      name: location_name as string | null,
      referenceKey: location_reference_key as string | null,
      distance: location_distance as number,
    },
  };
};

/** Columns of the outcome at a place of the payload that have a value. */
const predictedIn = (row: Row, place: number): PersonScore["predicted"] =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      const name = column.endsWith(`_${place}`) ? column.slice(0, -`_${place}`.length) : "";
      return isPredictedColumn(name) && value !== null ? [[name, value as number | string]] : [];
    }),
  );

const pastOf = async (
  engine: Engine,
  scopeDir: string,
  { id, past }: ScoredOutcome,
  personId: bigint,
): Promise<PastScore[]> => {
  const found: PastScore[] = [];
  for (const { build, built_at, data_through, outcomes } of past) {
    const place = outcomes.findIndex((outcome) => outcome.id === id);
    const kept = relation(scopeFiles(scopeDir).kept(build));
    const [row] = await engine.rows<{ probability: number }>(keptScoreOf(kept, place, personId));
    if (row) found.push({ builtAt: built_at, scoredThrough: data_through, ...row });
  }
  return found;
};

/** `dir`: of the outcome's result; null if it has none any more. */
const reasonsIn = async (explanation: string, dir: string | null): Promise<PersonReason[]> => {
  const plain = plainIn(dir === null ? new Map() : await featuresOf({ dir }));
  return (JSON.parse(explanation) as ScoreReason[]).map((reason) => ({ ...reason, sentence: plain(reason) }));
};

const personasOf = async (
  engine: Engine,
  { personaSets }: ScoredScope,
  personId: bigint,
): Promise<PersonScores["personas"]> => {
  const found: PersonScores["personas"] = [];
  for (const { id: setId, name: setName, dir, personas } of personaSets) {
    const row = await rowOf(engine, relation(personaFiles(dir).personas), personId);
    const persona = personas.find(({ id }) => id === row?.persona_id);
    if (persona) found.push({ setId, setName, personaId: persona.id, personaName: persona.name });
  }
  return found;
};
