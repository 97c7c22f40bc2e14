// Rows that are areas. One with few people would tell of somebody in particular, so it is left out.

import type { Area } from "../../domain/target.js";
import { postcode } from "../persons/places.js";
import { meaningful } from "../persons/text.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

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
