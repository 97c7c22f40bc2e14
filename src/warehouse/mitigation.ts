// Mitigation deals the same probabilities out again. People keep their order within their cell; the cells take turns, each as
// often as its size and its delay ask for; and the probabilities are handed down that line, the highest first. So what is
// dealt sums to what was there, and no two people of a cell ever change places. Who is in no cell keeps their own.

import { join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per person: person_id, probability. `cells`: person_id, cell; `delays` by cell, 1 for an equal turn. */
export const mitigated = (probabilities: Relation, cells: Relation, delays: readonly number[]): Sql => sql`
with placed as (
  select p.person_id, p.probability, c.cell,
    (row_number() over (partition by c.cell order by p.probability desc, p.person_id) - 0.5)
      / count(*) over (partition by c.cell) * ${delayOf(delays)} as place
  from ${probabilities} as p join ${cells} as c on c.person_id = p.person_id
), turns as (
  select placed.*, row_number() over (order by placed.place, placed.cell, placed.person_id) as turn
  from placed
), ladder as (
  select placed.probability, row_number() over (order by placed.probability desc, placed.person_id) as rung
  from placed
), dealt as (
  ${dealt}
)
select p.person_id, coalesce(d.dealt, p.probability) as probability
from ${probabilities} as p
left join turns as t on t.person_id = p.person_id
left join dealt as d on d.cell = t.cell and d.probability = t.probability`;

/** One row per cell and probability: cell, probability, dealt. Who cannot be told apart gets the same; sums run in order, to the last bit. */
const dealt = sql`select t.cell, t.probability, avg(l.probability order by l.rung) as dealt
  from turns as t join ladder as l on l.rung = t.turn
  group by t.cell, t.probability`;

const delayOf = (delays: readonly number[]): Sql => {
  const cases = delays.map((delay, cell) => sql`when c.cell = ${cell} then ${delay}`);
  return sql`(case ${join(cases, " ", "when false then 1.0")} else 1.0 end)`;
};
