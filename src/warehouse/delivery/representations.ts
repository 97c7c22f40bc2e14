// Rows that are persons: as they are shown, or by a key of the owner's own.

import type { Area } from "../../domain/target.js";
import { postcode } from "../persons/places.js";
import { meaningful } from "../persons/text.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per chosen person: row_key, the identity fields of who they are, and the payload. */
export const identifiedRows = (chosen: Relation, people: Relation, fields: readonly string[]): Sql => {
  const shown = fields.map((field) => ident("who", field));
  return sql`
    select c.person_id as row_key, ${join([sql`c.*`, ...shown])}
    from ${chosen} as c left join ${people} as who on who.person_id = c.person_id`;
};

/**
 * One row per person with a key in the column: person_id, reference_key. Of several keys it is the one that came first in
 * the files; of those in one row the smallest.
 */
export const referenceKeys = (references: Relation, persons: Relation, column: string): Sql => sql`
  select person_id, reference as reference_key
  from (
    select who.person_id, held.reference,
      row_number() over (partition by who.person_id order by held.first_row, held.reference) as place
    from ${references} as held join ${persons} as who on who.identity_key = held.identity_key
    where held.column_name = ${column}
  )
  where place = 1`;

/** One row per chosen person with a key: row_key, reference_key and the payload. */
export const referencedRows = (chosen: Relation, keys: Relation): Sql => sql`
  select c.person_id as row_key, c.*, k.reference_key
  from ${chosen} as c join ${keys} as k on k.person_id = c.person_id`;

// Rows that are households: the people whose address comes to the same words. A household is shown as its most likely
// member; what is said of it is the most that is said of any member.

/**
 * One row per person with an address: person_id, household. A door is known by street and postcode, else by street, city
 * and state, else by an address that was written in one field. `places` is keyed by the person.
 */
export const households = (places: Relation): Sql => {
  const door = (kind: string, parts: Sql) => sql`concat_ws(chr(31), ${kind}, ${parts})`;
  return sql`
    select person_id, household
    from (
      select p.node as person_id, case
        when p.street is not null and p.postcode is not null then ${door("postcode", sql`p.street, p.postcode`)}
        when p.street is not null and p.city is not null
          then ${door("city", sql`p.street, p.city, coalesce(p.state, '')`)}
        when p.freeform is not null then ${door("freeform", sql`p.freeform`)} end as household
      from ${places} as p
    )
    where household is not null`;
};

/**
 * One row per household: row_key (the id of its most likely member), the identity fields of that member, and the payload:
 * the highest probability and percentile, `scored` where anybody is, else `not_eligible` where anybody is, member where
 * anybody is; anything else is that of the most likely member.
 */
export const householdRows = (
  chosen: Relation,
  homes: Relation,
  people: Relation,
  fields: readonly string[],
  payload: readonly { source: string; kind: string }[],
  likeliest: Sql,
): Sql => {
  const columns = [
    sql`c.person_id as row_key, c.person_id`,
    ...fields.map((field) => ident("who", field)),
    ...payload.map(({ source, kind }) => sql`${ofHousehold(source, kind)} as ${ident(source)}`),
  ];
  return sql`
    select * exclude (place)
    from (
      select ${join(columns)},
        row_number() over (partition by h.household order by ${likeliest} c.person_id) as place
      from ${chosen} as c
      join ${homes} as h on h.person_id = c.person_id
      left join ${people} as who on who.person_id = c.person_id
    )
    where place = 1`;
};

/** `scored` comes after `not_eligible`, and that after `attained`, in the alphabet too. */
const ofHousehold = (source: string, kind: string): Sql => {
  const column = ident("c", source);
  if (kind === "member") return sql`bool_or(${column}) over (partition by h.household)`;
  if (kind === "probability" || kind === "percentile" || kind === "status")
    return sql`max(${column}) over (partition by h.household)`;
  return column;
};

// Rows that are areas. One with few people would tell of somebody in particular, so it is left out.

const spelling: Record<Area, Sql> = {
  postcode: postcode(meaningful(sql`who.postcode`)),
  state: sql`upper(${meaningful(sql`who.state`)})`,
};

/** One row per chosen person of an area with enough people: person_id, area. */
export const peopleOfAreas = (chosen: Relation, people: Relation, area: Area, fewest: number): Sql => sql`
  select person_id, area
  from (
    select located.person_id, located.area, count(*) over (partition by located.area) as people
    from (
      select c.person_id, ${spelling[area]} as area
      from ${chosen} as c join ${people} as who on who.person_id = c.person_id
    ) as located
    where located.area is not null
  )
  where people >= ${fewest}`;

export interface Aggregate {
  aggregation: "avg" | "count";
  /** Column of the payload, and what it is called in the rows of areas. */
  source: string;
  output: string;
  kind: string;
}

/** One row per area: row_key and the area, people_count, and the aggregates. A null takes no part in a mean. */
export const areaRows = (
  chosen: Relation,
  located: Relation,
  area: Area,
  aggregates: readonly Aggregate[],
): Sql => sql`
  select l.area as row_key, ${join([
    sql`l.area as ${ident(area)}`,
    sql`count(*) as people_count`,
    ...aggregates.map((aggregate) => sql`${aggregated(aggregate)} as ${ident(aggregate.output)}`),
  ])}
  from ${chosen} as c join ${located} as l on l.person_id = c.person_id
  group by l.area`;

/** Summed as decimals, so that the order in which threads meet the rows does not show. */
const aggregated = ({ aggregation, source, kind }: Aggregate): Sql => {
  const column = ident("c", source);
  const isMember = kind === "member";
  if (aggregation === "count")
    return isMember ? sql`count(*) filter (where ${column})` : sql`count(${column})`;
  const value = isMember ? sql`cast(${column} as integer)` : column;
  return sql`round(cast(sum(cast(${value} as decimal(18, 6))) as double) / nullif(count(${column}), 0), 6)`;
};
