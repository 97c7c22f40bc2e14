// Rows of a deployment by representation: people with their identity, people by the owner's key, households,
// and areas. Each has a row_key, unique and by default the order of the file, and the payload. For hashed
// rows see `hashed.ts`.

import { isHorizonProbability } from "../../domain/outcome/horizons.js";
import { isValueColumn, summedColumns } from "../../domain/outcome/value.js";
import type { Area } from "../../domain/target/target.js";
import { postcode } from "../persons/addresses.js";
import { meaningful } from "../persons/text.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per selected person: row_key, the identity fields to show, and the payload. */
export const identifiedRows = (selected: Relation, people: Relation, fields: readonly string[]): Sql => {
  const shown = fields.map((field) => ident("person", field));
  return sql`
    select c.person_id as row_key, ${join([sql`c.*`, ...shown])}
    from ${selected} as c left join ${people} as person on person.person_id = c.person_id`;
};

/**
 * One row per person with a key in the column: person_id, reference_key. Of several keys the first in the
 * files counts; of several in one row, the smallest.
 */
export const referenceKeys = (references: Relation, persons: Relation, column: string): Sql => sql`
  select person_id, reference as reference_key
  from (
    select person.person_id, own.reference,
      row_number() over (partition by person.person_id order by own.first_row, own.reference) as place
    from ${references} as own join ${persons} as person on person.identity_key = own.identity_key
    where own.column_name = ${column}
  )
  where place = 1`;

/** One row per selected person with a key: row_key, reference_key and the payload. */
export const referencedRows = (selected: Relation, keys: Relation): Sql => sql`
  select c.person_id as row_key, c.*, k.reference_key
  from ${selected} as c join ${keys} as k on k.person_id = c.person_id`;

/** One row per person, as addresses are read: node (a person_id) and the identity fields to show. */
export const addressedPeople = (people: Relation): Relation =>
  sql`(select person_id as node, * from ${people})`;

/**
 * One row per person with an address: person_id, household. People of one household have the same normalised
 * address: street and postcode, else street, city and state, else the address in one field. `places` is keyed
 * by person.
 */
export const households = (places: Relation): Sql => {
  const address = (kind: string, parts: Sql) => sql`concat_ws(chr(31), ${kind}, ${parts})`;
  return sql`
    select person_id, household
    from (
      select p.node as person_id, case
        when p.street is not null and p.postcode is not null then ${address("postcode", sql`p.street, p.postcode`)}
        when p.street is not null and p.city is not null
          then ${address("city", sql`p.street, p.city, coalesce(p.state, '')`)}
        when p.freeform is not null then ${address("freeform", sql`p.freeform`)} end as household
      from ${places} as p
    )
    where household is not null`;
};

/** Id of a household, as text: the same in every file and response. */
export const householdId = (household: Sql): Sql => sql`cast(md5_number_lower(${household}) >> 1 as varchar)`;

/**
 * One row per household: row_key (the id of its most likely member), the identity fields of that member, and
 * the payload: the highest probabilities and percentile of any member, the first status that any member has
 * of `scored`, `no_events`, `not_eligible` and `attained`, membership if any member has it, the sum of expected values,
 * without ranges; all other columns are those of the most likely member. `likeliest` is the column that says
 * who that is; null: the smallest id.
 */
export const householdRows = (
  selected: Relation,
  homes: Relation,
  people: Relation,
  fields: readonly string[],
  payload: readonly { source: string; kind: string }[],
  likeliest: string | null,
): Sql => {
  const first = likeliest === null ? sql`` : sql`c.${ident(likeliest)} desc nulls last,`;
  const columns = [
    sql`c.person_id as row_key, c.person_id`,
    ...fields.map((field) => ident("person", field)),
    ...payload.map(({ source, kind }) => sql`${ofHousehold(source, kind)} as ${ident(source)}`),
  ];
  return sql`
    select * exclude (place)
    from (
      select ${join(columns)},
        row_number() over (partition by h.household order by ${first} c.person_id) as place
      from ${selected} as c
      join ${homes} as h on h.person_id = c.person_id
      left join ${people} as person on person.person_id = c.person_id
    )
    where place = 1`;
};

const isSummed = (kind: string): boolean => (summedColumns as readonly string[]).includes(kind);

const statusesLastFirst = ["attained", "not_eligible", "no_events", "scored"];

const ofHousehold = (source: string, kind: string): Sql => {
  const column = ident("c", source);
  if (kind === "member") return sql`bool_or(${column}) over (partition by h.household)`;
  if (kind === "status")
    return sql`max_by(${column}, list_position([${list(statusesLastFirst)}], ${column})) over (partition by h.household)`;
  if (kind === "probability" || kind === "percentile" || isHorizonProbability(kind))
    return sql`max(${column}) over (partition by h.household)`;
  if (isSummed(kind))
    return sql`cast(sum(cast(${column} as decimal(38, 2))) over (partition by h.household) as double)`;
  if (isValueColumn(kind)) return sql`cast(null as double)`;
  return column;
};

const spelling: Record<Area, Sql> = {
  postcode: postcode(meaningful(sql`person.postcode`)),
  state: sql`upper(${meaningful(sql`person.state`)})`,
};

/**
 * One row per selected person in an area with enough people: person_id, area. Smaller areas could identify a
 * person.
 */
export const peopleOfAreas = (
  selected: Relation,
  people: Relation,
  area: Area,
  minPeople: number,
): Sql => sql`
  select person_id, area
  from (
    select located.person_id, located.area, count(*) over (partition by located.area) as people
    from (
      select c.person_id, ${spelling[area]} as area
      from ${selected} as c join ${people} as person on person.person_id = c.person_id
    ) as located
    where located.area is not null
  )
  where people >= ${minPeople}`;

/** One row per person with a row in the file: person_id. `located`: the people of areas, where a row is an area. */
export const peopleWithRow = (rows: Relation, located: Relation | null): Sql =>
  located === null
    ? sql`select distinct r.person_id from ${rows} as r`
    : sql`select l.person_id from ${located} as l where l.area in (select r.row_key from ${rows} as r)`;

export interface Aggregate {
  aggregation: "avg" | "count";
  /** Column of the payload, and its name in the rows of areas. */
  source: string;
  output: string;
  kind: string;
}

/** One row per area: row_key, the area, people_count, and the aggregates. Means ignore nulls. */
export const areaRows = (
  selected: Relation,
  located: Relation,
  area: Area,
  aggregates: readonly Aggregate[],
): Sql => sql`
  select l.area as row_key, ${join([
    sql`l.area as ${ident(area)}`,
    sql`count(*) as people_count`,
    ...aggregates.map((aggregate) => sql`${aggregated(aggregate)} as ${ident(aggregate.output)}`),
  ])}
  from ${selected} as c join ${located} as l on l.person_id = c.person_id
  group by l.area`;

/** Summed as decimals, so that the result does not depend on the order of the rows. */
const aggregated = ({ aggregation, source, kind }: Aggregate): Sql => {
  const column = ident("c", source);
  const isMember = kind === "member";
  if (aggregation === "count")
    return isMember ? sql`count(*) filter (where ${column})` : sql`count(${column})`;
  const value = isMember ? sql`cast(${column} as integer)` : column;
  return sql`round(cast(sum(cast(${value} as decimal(18, 6))) as double) / nullif(count(${column}), 0), 6)`;
};
