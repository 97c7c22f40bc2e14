// A day of birth is written in many ways. Where day and month could be either, the other dates with the same separator tell:
// in a file that has a 25/12, 03/04 is in April.

import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { meaningful } from "./text.js";

/** The first letters of each month in English, German, Spanish and French; the longer of two that begin alike comes first. */
const months: readonly (readonly [number: string, ...stems: string[]])[] = [
  ["06", "juin"],
  ["07", "juil"],
  ["01", "jan", "ene"],
  ["02", "feb", "fev"],
  ["03", "mar"],
  ["04", "apr", "avr", "abr"],
  ["05", "may", "mai"],
  ["06", "jun"],
  ["07", "jul"],
  ["08", "aug", "aou", "ago"],
  ["09", "sep"],
  ["10", "oct", "okt"],
  ["11", "nov"],
  ["12", "dec", "dez", "dic"],
];

/** Written for "I do not know" by programs that need a date. */
const placeholderDays = sql`('18991230', '18991231', '19000101', '19010101')`;

/** A year of two digits is one of the last century from here on. */
const firstOfLastCentury = 20;

const day = "([0-9]{1,2})(?:st|nd|rd|th)?";
const month = `(${months.flatMap(([, ...stems]) => stems).join("|")})[a-z]*`;
const timeOfDay = "(?:[t ,].*)?$";
const separator = "[-/. ]";

const yearFirst = `^([0-9]{4})${separator}([0-9]{1,2})${separator}([0-9]{1,2})${timeOfDay}`;
const yearFirstTight = "^([0-9]{4})([0-9]{2})([0-9]{2})$";
const dayAndName = `^${day}[ .-]*(?:de |of )?${month}[ .,-]*(?:de )?([0-9]{4})${timeOfDay}`;
const nameAndDay = `^${month}[ .-]*${day}[ .,-]+([0-9]{4})${timeOfDay}`;
const yearLast = `^([0-9]{1,2})(${separator})([0-9]{1,2})${separator}([0-9]{4}|[0-9]{2})${timeOfDay}`;
const yearLastTight = "^([0-9]{2})()([0-9]{2})([0-9]{4})$";

/**
 * One row per identity with something written for a day of birth: node, value (YYYYMMDD where it can be told at once), and
 * else one, separator, other and year, of which one and other are day and month in either order, and mistyped (YYYYMMDD that is no day); null where absent.
 */
export const birthDateParts = (written: Relation): Sql => sql`
  select node,
    coalesce(
      ${validDay(part(yearFirst, 1), part(yearFirst, 2), part(yearFirst, 3))},
      ${validDay(part(yearFirstTight, 1), part(yearFirstTight, 2), part(yearFirstTight, 3))},
      ${validDay(part(dayAndName, 3), monthNumber(part(dayAndName, 2)), part(dayAndName, 1))},
      ${validDay(part(nameAndDay, 3), monthNumber(part(nameAndDay, 1)), part(nameAndDay, 2))}) as value,
    ${partOfEither(1)} as one, ${part(yearLast, 2)} as separator, ${partOfEither(3)} as other,
    ${wholeYear(partOfEither(4))} as year,
    coalesce(
      ${mistypedDay(part(yearFirst, 1), part(yearFirst, 2), part(yearFirst, 3))},
      ${mistypedDay(part(yearFirstTight, 1), part(yearFirstTight, 2), part(yearFirstTight, 3))}) as mistyped
  from (
    select node, lower(strip_accents(${meaningful(sql`birth_date`)})) as birth from ${written} where birth_date is not null
  )
  where birth is not null`;

const part = (pattern: string, group: number): Sql => sql`regexp_extract(birth, ${pattern}, ${group})`;

const partOfEither = (group: number): Sql =>
  sql`coalesce(nullif(${part(yearLast, group)}, ''), ${part(yearLastTight, group)})`;

const monthNumber = (name: Sql): Sql => {
  const cases = months.flatMap(([number, ...stems]) => stems.map((stem) => sql`when ${stem} then ${number}`));
  return sql`case ${name} ${join(cases, " ")} end`;
};

const wholeYear = (year: Sql): Sql => sql`
  case length(${year}) when 4 then ${year}
    when 2 then case when cast(${year} as integer) >= ${firstOfLastCentury} then '19' else '20' end || ${year} end`;

/** YYYYMMDD of a day that the calendar has; null of any other. */
const validDay = (year: Sql, month: Sql, day: Sql): Sql => {
  const iso = sql`${year} || '-' || lpad(${month}, 2, '0') || '-' || lpad(${day}, 2, '0')`;
  return sql`case when ${isYear(year)} and try_cast(${iso} as date) is not null then replace(${iso}, '-', '') end`;
};

/** The same of a day that the calendar lacks: it was mistyped, and is a digit away from the right one. */
const mistypedDay = (year: Sql, month: Sql, day: Sql): Sql => sql`
  case when ${isYear(year)} and ltrim(${month}, '0') <> '' and ltrim(${day}, '0') <> ''
    then ${year} || lpad(${month}, 2, '0') || lpad(${day}, 2, '0') end`;

/** Years of other calendars are let be. */
const isYear = (year: Sql): Sql => sql`${year} >= '1300' and ${year} < '2600'`;

/** One row per separator: separator, days_first and days_last, how many dates can only be read with the day there. */
export const dateOrderCounts = (parts: Relation): Sql => sql`
  select separator, count(*) filter (where ${canOnlyBeDay(sql`one`)}) as days_first,
    count(*) filter (where ${canOnlyBeDay(sql`other`)}) as days_last
  from ${parts}
  where value is null
  group by separator`;

/** The relation of `birthSigns` with one row per separator again. */
export const totalDateOrderCounts = (signs: Relation): Sql => sql`
  select separator, cast(sum(days_first) as bigint) as days_first, cast(sum(days_last) as bigint) as days_last
  from ${signs}
  group by separator`;

/** One row per separator: separator, is_day_first. Without a sign of either, points mean that the day comes first. */
export const dateOrders = (signs: Relation): Sql => sql`
  select separator,
    case when sum(days_first) = sum(days_last) then separator = '.' else sum(days_first) > sum(days_last) end as is_day_first
  from ${signs}
  group by separator`;

function canOnlyBeDay(part: Sql): Sql {
  return sql`lpad(${part}, 2, '0') > '12' and lpad(${part}, 2, '0') < '32'`;
}

/** Year, month and day. */
const dayFirst = [sql`part.year`, sql`part.other`, sql`part.one`] as const;
const monthFirst = [sql`part.year`, sql`part.one`, sql`part.other`] as const;

/** One row per identity with a day of birth: node, value (YYYYMMDD). */
export const birthDates = (parts: Relation, orders: Relation): Sql => sql`
  select node, value
  from (
    select part.node, coalesce(
      part.value,
      case when birth_order.is_day_first then ${validDay(...dayFirst)} else ${validDay(...monthFirst)} end,
      ${validDay(...monthFirst)}, ${validDay(...dayFirst)},
      part.mistyped,
      case when birth_order.is_day_first then ${mistypedDay(...dayFirst)} else ${mistypedDay(...monthFirst)} end) as value
    from ${parts} as part
    left join ${orders} as birth_order on birth_order.separator = part.separator
  )
  where value not in ${placeholderDays}`;
