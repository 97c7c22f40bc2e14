// Is a link that was thought right nine times in ten right nine times in ten? Links by what was thought of them, beside how
// often both their records are of one person.

import type { Engine } from "../../src/warehouse/engine.js";
import { list, type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";

/** Links whose probability is `least` or more, and less than that of the next. */
export type JudgedLinks = {
  least: number;
  links: number;
  /** Mean probability. */
  expected: number;
  /** Share that is right. */
  realised: number;
};

const bounds = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999];

/**
 * Ascending, none without links. Of `matches` (left_key, right_key, kind, log_odds) those count that were made because records
 * are alike; `references` and `truth` as in `foundPeople`.
 */
export const judgeLinks = (
  engine: Engine,
  matches: Relation,
  references: Relation,
  truth: Relation,
): Promise<JudgedLinks[]> => engine.rows(judgedLinks(matches, writers(references, truth)));

/** One row per identity: identity_key and person, who wrote the first of its records. */
const writers = (references: Relation, truth: Relation): Relation => sql`(
  select reference.identity_key, arg_min(truth.person, truth.record) as person
  from ${references} as reference
  join ${truth} as truth on truth.record = cast(reference.reference as bigint)
  group by reference.identity_key)`;

const judgedLinks = (matches: Relation, writers: Relation): Sql => sql`
  with link as (
    select 1 / (1 + exp(-matched.log_odds)) as probability,
      list_max(list_filter([${list(bounds)}], lambda bound: bound <= probability)) as least,
      left_writer.person = right_writer.person as is_right
    from ${matches} as matched
    join ${writers} as left_writer on left_writer.identity_key = matched.left_key
    join ${writers} as right_writer on right_writer.identity_key = matched.right_key
    where matched.kind = 'match'
  )
  select cast(least as double) as least, count(*) as links, avg(probability) as expected,
    avg(cast(is_right as integer)) as realised
  from link
  group by least
  order by least`;

/** Of the bins from `least` up to `most`, together: null where they hold no links. */
export const linksBetween = (
  bins: readonly JudgedLinks[],
  least: number,
  most: number,
): Pick<JudgedLinks, "links" | "realised"> | null => {
  const within = bins.filter((bin) => bin.least >= least && bin.least < most);
  const links = within.reduce((sum, bin) => sum + bin.links, 0);
  const right = within.reduce((sum, bin) => sum + bin.links * bin.realised, 0);
  return links === 0 ? null : { links, realised: right / links };
};
