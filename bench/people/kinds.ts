// Errors by kind of record; a record of several kinds, `es|family`, counts for each. A record is found if it is with another record of its person, and wrong if it is
// with one of somebody else.

import type { Engine } from "../../src/warehouse/engine.js";
import { type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";

export type JudgedKind = {
  kind: string;
  records: number;
  /** Share found, of the records whose person has others; null if none has. */
  found: number | null;
  /** Share that is wrong. */
  wrong: number;
  /** Of the pairs of its records with any others; null without a pair. */
  precision: number | null;
  recall: number | null;
};

/** `resolved`: record, truth, found; `kinds`: record, kind. The most wrong records first. */
export const judgeKinds = (engine: Engine, resolved: Relation, kinds: Relation): Promise<JudgedKind[]> =>
  engine.rows(judgedKinds(resolved, kinds));

const judgedKinds = (resolved: Relation, kinds: Relation): Sql => sql`
  with own as materialized (select * from ${resolved}),
  counted as (
    select own.record, count(*) over (partition by own.truth) as true_records,
      count(*) over (partition by own.found) as found_records,
      count(*) over (partition by own.truth, own.found) as right_records
    from own
  )
  select each.kind, count(*) as records,
    avg(cast(counted.right_records > 1 as integer)) filter (counted.true_records > 1) as found,
    avg(cast(counted.found_records > counted.right_records as integer)) as wrong,
    cast(sum(counted.right_records - 1) / nullif(sum(counted.found_records - 1), 0) as double) as "precision",
    cast(sum(counted.right_records - 1) / nullif(sum(counted.true_records - 1), 0) as double) as recall
  from counted
  join ${kinds} as own on own.record = counted.record
  cross join unnest(string_split(own.kind, '|')) as each(kind)
  group by each.kind
  order by sum(cast(counted.found_records > counted.right_records as integer)) desc, each.kind`;
