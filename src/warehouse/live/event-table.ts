// Event table: a stream's events as rows of numbers, in the columns that one reader needs and in its order. Events
// that came after the last build get the same columns by the same query, so that a person's rows of both, sorted
// together, are those of a build that has them all.

import type { FeaturePlan } from "../../domain/outcome/features/feature.js";
import type { PropertyCondition } from "../../domain/resource/condition.js";
import { meetsConditions } from "../cohorts/criteria.js";
import type { StreamProperties } from "../cohorts/inputs.js";
import type { Engine } from "../engine.js";
import { eventsQuery, type PeopleInOrder } from "../features/events.js";
import { fieldsOfStream } from "../features/histories.js";
import { inRange } from "../features/key-range.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { exactValue } from "../streams.js";

export interface EventTable {
  stream: string;
  /** One row per event of the people: place, then numbers by which rows are ordered, event_time first. */
  query(events: Relation, people: PeopleInOrder): Sql;
}

/** Rows of several people: `values` has one row of `names` after the other, that of person `places[row]`. */
export interface EventRows {
  names: string[];
  places: Float64Array;
  values: Float64Array;
}

/** No event is later: what is after a cutoff is left out when it is known. */
const endOfTime = 2 ** 52;

/** What a plan's features read of a stream. */
export const featureTable = (
  plan: FeaturePlan,
  stream: string,
  properties: StreamProperties | undefined,
): EventTable => ({
  stream,
  query: (events, people) =>
    eventsQuery({ events, properties }, people, endOfTime, fieldsOfStream(plan, stream)),
});

/** What cohorts read of a stream: value in millionths, exactly, and `chosen_<i>`: whether it meets condition list i. */
export const cohortTable = (
  stream: string,
  conditions: readonly (readonly PropertyCondition[])[],
  properties: StreamProperties,
): EventTable => ({
  stream,
  query: (events, people) => {
    const chosen = conditions.map(
      (each, i) =>
        sql`, cast(coalesce(${meetsConditions(each, { properties })}, false) as integer) as ${ident(`chosen_${i}`)}`,
    );
    return sql`
  select p.place, cast(event.event_time as double) as event_time,
    round(cast(${exactValue(sql`event.value`)} as double) * 1000000) as value${join(chosen, "")}
  from ${events} as event join ${people.relation} as p on p.person_id = event.person_id
  where ${inRange(sql`event.person_id`, people.range)}
  order by all`;
  },
});

/** The rows of a table. */
export const readTable = async (
  engine: Engine,
  { query }: EventTable,
  events: Relation,
  people: PeopleInOrder,
): Promise<EventRows> => {
  const { rows, columns } = await engine.columns(query(events, people));
  const { place, ...numbers } = columns as Record<string, Float64Array>;
  const names = Object.keys(numbers);
  const values = new Float64Array(rows * names.length);
  for (const [at, name] of names.entries()) {
    const column = numbers[name]!;
    for (let row = 0; row < rows; row++) values[row * names.length + at] = column[row]!;
  }
  return { names, places: place!, values };
};

/** The people in order of their ids, in the engine's table of this name: person_id, place. */
export const stagePeople = async (
  engine: Engine,
  name: string,
  people: Relation,
): Promise<{ relation: Relation; ids: BigInt64Array }> => {
  const relation = await engine.createTable(
    name,
    sql`select p.person_id, cast(row_number() over (order by p.person_id) - 1 as integer) as place
    from (select distinct e.person_id from ${people} as e) as p order by p.person_id`,
  );
  const { columns } = await engine.columns(sql`select p.person_id from ${relation} as p order by p.place`);
  return { relation, ids: columns.person_id as BigInt64Array };
};

/** The people from one place until another; they keep their places. */
export const peopleFrom = (
  { relation, ids }: { relation: Relation; ids: BigInt64Array },
  from: number,
  until: number,
): PeopleInOrder => ({
  relation: sql`(select p.person_id, p.place from ${relation} as p where p.place >= ${from} and p.place < ${until})`,
  count: until,
  range: { from: ids[from] ?? 0n, until: until < ids.length ? ids[until]! : null },
});
