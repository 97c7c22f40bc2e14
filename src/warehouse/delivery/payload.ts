// Payload of a deployment: one row per person of the population with scores, cohort memberships, personas,
// recommendations and traits.

import { upliftNumbers } from "../../domain/campaign/uplift.js";
import { isHorizonProbability } from "../../domain/outcome/horizons.js";
import { isActiveColumn, isValueColumn } from "../../domain/outcome/value.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

export interface PayloadSpec {
  scores: Relation;
  /** Columns of the scores. Probabilities and values are rounded, so that a filter sees what a reader sees. */
  scored: readonly { source: string; kind: string }[];
  /** Column and members of each cohort. */
  cohorts: readonly { source: string; members: Relation }[];
  /** Column, people (person_id, persona_id) and names of the personas of each set. */
  personaSets: readonly {
    source: string;
    people: Relation;
    personas: readonly { id: string; name: string }[];
  }[];
  /** Columns by rank, the recommendations (person_id, rank_<n>), and the popular items for people without any. */
  recommenders: readonly {
    columns: readonly { source: string; rank?: number }[];
    people: Relation;
    popular: readonly string[];
  }[];
  /** One row per person and trait: person_id, trait, value. */
  traits: Relation;
  attributes: readonly { source: string; trait: string }[];
}

/** One row per person of the population: person_id, then each column under the name of its source. */
export const payloadRows = ({
  scores,
  scored,
  cohorts,
  personaSets,
  recommenders,
  traits,
  attributes,
}: PayloadSpec): Sql => {
  const columns = [
    sql`s.person_id`,
    ...scored.map(({ source, kind }) => scoreColumn(source, kind)),
    ...cohorts.map(
      ({ source, members }) =>
        sql`s.person_id in (select m.person_id from ${members} as m) as ${ident(source)}`,
    ),
    ...personaSets.map(({ source }) => sql`${ident(source, "name")} as ${ident(source)}`),
    ...recommenders.flatMap(({ columns: ranked, popular }, place) =>
      ranked.map(({ source, rank = 1 }) =>
        recommendedColumn(source, rank, ident(`recommender_${place}`), popular),
      ),
    ),
    ...attributes.map(({ source }) => sql`t.${ident(source)}`),
  ];
  const joinedTraits =
    attributes.length > 0
      ? sql`left join (${attributesByPerson(traits, attributes)}) as t on t.person_id = s.person_id`
      : sql``;
  const grouped = personaSets.map(({ source, people, personas }) => {
    const alias = ident(source);
    return sql`left join (${personaNames(people, personas)}) as ${alias} on ${alias}.person_id = s.person_id`;
  });
  const recommended = recommenders.map(({ people }, place) => {
    const alias = ident(`recommender_${place}`);
    return sql`left join ${people} as ${alias} on ${alias}.person_id = s.person_id`;
  });
  return sql`select ${join(columns)} from ${scores} as s ${join([...grouped, ...recommended], " ")} ${joinedTraits}`;
};

/** Recommendations are either a person's own or the popular ones, never a mixture. */
const recommendedColumn = (source: string, rank: number, alias: Sql, popular: readonly string[]): Sql => sql`
  case when ${alias}.person_id is null then ${popular[rank - 1] ?? null}
    else ${alias}.${ident(`rank_${rank}`)} end as ${ident(source)}`;

const scoreColumn = (source: string, kind: string): Sql => {
  const column = ident("s", source);
  if (kind === "probability" || isUpliftNumber(kind) || isHorizonProbability(kind) || isActiveColumn(kind))
    return sql`round(${column}, 6) as ${ident(source)}`;
  const isMoney = kind === "profit" || isValueColumn(kind);
  return isMoney ? sql`round(${column}, 2) as ${ident(source)}` : column;
};

const isUpliftNumber = (kind: string): boolean => (upliftNumbers as readonly string[]).includes(kind);

/** One row per person with a persona: person_id and its name. */
const personaNames = (people: Relation, personas: readonly { id: string; name: string }[]): Sql => {
  const names = personas.map(({ id, name }) => sql`when ${id} then ${name}`);
  return sql`select g.person_id, case g.persona_id ${join(names, " ")} end as name from ${people} as g`;
};

/** One row per person with any of the traits: person_id, then a column for each. */
const attributesByPerson = (traits: Relation, attributes: PayloadSpec["attributes"]): Sql => {
  const columns = attributes.map(
    ({ source, trait }) => sql`max(case when h.trait = ${trait} then h.value end) as ${ident(source)}`,
  );
  return sql`
    select h.person_id, ${join(columns)} from ${traits} as h
    where h.trait in (${list(attributes.map(({ trait }) => trait))}) group by h.person_id`;
};

/** The rows of the payload that pass every test, a boolean over its columns. */
export const filteredRows = (payload: Relation, tests: readonly Sql[]): Sql =>
  sql`select p.* from ${payload} as p where ${join(tests, " and ", "true")}`;
