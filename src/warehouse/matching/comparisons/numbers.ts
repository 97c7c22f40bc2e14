// What a person keeps for life, and gets wrong by a digit.

import { type Sql, sql } from "../../sql/sql.js";
import { isEqual, isMissing, isOneEditAway, level, unknown } from "./level.js";

const year = (side: Sql) => sql`left(${side}.birth_date, 4)`;
const month = (side: Sql) => sql`substr(${side}.birth_date, 5, 2)`;
const day = (side: Sql) => sql`right(${side}.birth_date, 2)`;
const [l, r] = [sql`l`, sql`r`];

const isInSameYear = sql`(length(l.birth_date) = 8 and length(r.birth_date) = 8 and ${year(l)} = ${year(r)})`;

/** Of one year: the month or the day is another, or both changed places. */
const isReadOtherwise = sql`(
  ${month(l)} = ${month(r)} or ${day(l)} = ${day(r)} or ${month(l)} = ${day(r)} and ${day(l)} = ${month(r)})`;

/** Alike: one digit off, two neighbours swapped, day and month swapped, or the year and one other part equal. */
export const birthDate = sql`
  case when ${isMissing("birth_date")} then ${unknown}
    when ${isEqual("birth_date")} then ${level("birth_date", "is the same")}
    when ${isOneEditAway("birth_date")} or ${isInSameYear} and ${isReadOtherwise}
      then ${level("birth_date", "is a little alike")}
    when ${isInSameYear} then ${level("birth_date", "is in the same year")}
    else ${level("birth_date", "differs")} end`;

export const nationalId = sql`
  case when ${isMissing("national_id")} then ${unknown}
    when ${isEqual("national_id")} then ${level("national_id", "is the same")}
    when ${isOneEditAway("national_id")} then ${level("national_id", "is a digit away")}
    else ${level("national_id", "differs")} end`;
