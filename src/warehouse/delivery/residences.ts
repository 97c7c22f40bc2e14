// Rows that are households: the people whose address comes to the same words. A household is shown as its most likely
// member; what is said of it is the most that is said of any member.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

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
export const residenceRows = (
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
