// People within a distance of a part of atlases, that is, of any of the chosen locations. These are few: each person
// who is near enough to some location of the atlas is compared with every chosen one.

import { eccentricity2, equatorRadius, throughEarth } from "../../domain/cohort/earth.js";
import type { LocationPart } from "../../domain/cohort/location-part.js";
import { duckdbOnly } from "../sql/spellings.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type AtlasRelations, isInPart } from "./atlas.js";

/** One row: locations, the number of those in the part. Refuses `condition-invalid`. */
export const locationsInPart = (atlases: readonly AtlasRelations[], part: LocationPart): Sql => sql`
select count(*) as locations from (${join(
  atlases.map(({ locations }) => sql`select 1 from ${locations} as each where ${isInPart(part)}`),
  " union all ",
)}) as found`;

/** Distances are rounded to the millimetre. */
const rounding = 0.0005;

/** True where the person (an expression for their id) is within the metres, or farther away. Nobody without a location is either. */
export const meetsPartCondition = (
  { distance, invert = false }: { distance: number; invert?: boolean | undefined },
  part: LocationPart,
  atlases: readonly AtlasRelations[],
  person: Sql,
): Sql => {
  const near = join(
    atlases.map((atlas) => peopleNear(atlas, part, distance)),
    " union all ",
  );
  if (!invert) return duckdbOnly(sql`${person} in (${near})`);
  const located = sql`select own.person_id from ${atlases[0]!.nearest} as own`;
  return duckdbOnly(sql`(${person} in (${located}) and ${person} not in (${near}))`);
};

const peopleNear = (
  { nearest, locations }: AtlasRelations,
  part: LocationPart,
  distance: number,
): Relation => {
  const square = throughEarth(distance + rounding) ** 2;
  const isNear = Number.isFinite(square)
    ? sql`(p.x - l.x) * (p.x - l.x) + (p.y - l.y) * (p.y - l.y) + (p.z - l.z) * (p.z - l.z) < ${square}`
    : sql`true`;
  return sql`
select p.person_id
from (select each.person_id, ${inSpace} from ${nearest} as each where each.metres <= ${distance}) as p
semi join (select ${inSpace} from ${locations} as each where ${isInPart(part)}) as l on ${isNear}`;
};

/** The position of the row `each`: x, y, z. */
const inSpace = ((): Sql => {
  const [east, north] = [sql`radians(each.longitude)`, sql`radians(each.latitude)`];
  const curvature = sql`(${equatorRadius} / sqrt(1 - ${eccentricity2} * sin(${north}) * sin(${north})))`;
  return sql`${curvature} * cos(${north}) * cos(${east}) as x, ${curvature} * cos(${north}) * sin(${east}) as y,
  ${curvature} * ${1 - eccentricity2} * sin(${north}) as z`;
})();
