// Normalised birth dates. Where day and month could be swapped, the other dates with the same separator
// decide: if a file has 25/12, its 03/04 is in April.

import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { folded, meaningful } from "./text.js";

/**
 * Stems of month names in ten languages, in lower case and without accents; a longer stem comes before its
 * prefix.
 */
const months: readonly (readonly [number: string, ...stems: string[]])[] = [
  ["01", "sty", "led", "янв", "січ", "ιαν"],
  ["02", "lut", "unor", "фев", "лют", "φεβ"],
  ["03", "mrt", "marz", "mar", "maa", "mae", "brez", "мар", "бер", "μαρ"],
  ["04", "kwi", "dub", "апр", "кві", "απρ"],
  ["05", "maj", "mag", "mei", "kvet", "маи", "мая", "трав", "μαι"],
  ["06", "juin", "giu", "cze", "cervn", "июн", "чер", "ιουν"],
  ["07", "juil", "lug", "lip", "cervec", "июл", "лип", "ιουλ"],
  ["08", "srp", "sie", "авг", "сер", "αυγ"],
  ["09", "sep", "set", "wrz", "zar", "сен", "вер", "σεπ"],
  ["10", "paz", "rij", "окт", "жов", "οκτ"],
  ["11", "nov", "lis", "ноя", "νοε"],
  ["12", "gru", "pros", "дек", "груд", "δεκ"],
  ["01", "jan", "ene", "gen"],
  ["02", "feb", "fev"],
  ["04", "apr", "avr", "abr"],
  ["05", "may", "mai"],
  ["06", "jun"],
  ["07", "jul"],
  ["08", "aug", "aou", "ago"],
  ["10", "oct", "okt", "out", "ott"],
  ["12", "dec", "dez", "dic"],
];

/** Dates that programs fill in for a missing one. */
const placeholderDays = sql`('18991230', '18991231', '19000101', '19010101')`;

/** Two-digit years from here on are in the last century. */
const firstOfLastCentury = 20;

const day = "([0-9]{1,2})(?:st|nd|rd|th)?";
const month = `(${months.flatMap(([, ...stems]) => stems).join("|")})[^0-9 .,/-]*`;
const timeOfDay = "(?:[t ,].*)?$";
const separator = "[-/. ]";

const yearFirst = `^([0-9]{4})(?:${separator}|年 ?)([0-9]{1,2})(?:${separator}|月 ?)([0-9]{1,2})日?${timeOfDay}`;
const yearAndName = `^([0-9]{4})[ ./-]${month}[ ./-]${day}${timeOfDay}`;
const yearFirstTight = "^([0-9]{4})([0-9]{2})([0-9]{2})$";
const dayAndName = `^${day}[ ./-]*(?:de |of )?${month}[ .,/-]*(?:de )?([0-9]{4}|[0-9]{2})${timeOfDay}`;
const nameAndDay = `^${month}[ .-]*${day}[ .,-]+([0-9]{4})${timeOfDay}`;
const yearLast = `^([0-9]{1,2})(${separator})([0-9]{1,2})${separator}([0-9]{4}|[0-9]{2})${timeOfDay}`;
const yearLastTight = "^([0-9]{2})()([0-9]{2})([0-9]{4})$";

/**
 * One row per identity with a birth date: node, birth (as written, folded), and of a date with the name of
 * its month, named_day, named_month (the name) and named_year; empty where absent.
 */
export const birthDateTexts = (written: Relation): Sql => {
  const found = (pattern: string, ...parts: string[]) =>
    sql`regexp_extract(birth, ${pattern}, [${join(parts.map((part) => literal(part)))}])`;
  const named = (part: string) => {
    const from = (form: string) => sql`nullif(struct_extract(${ident(form)}, ${part}), '')`;
    return sql`coalesce(${from("day_first")}, ${from("name_first")}, struct_extract(year_first, ${part}))`;
  };
  return sql`
    select node, birth, ${named("day")} as named_day, ${named("month")} as named_month, ${named("year")} as named_year
    from (
      select node, birth, ${found(dayAndName, "day", "month", "year")} as day_first,
        ${found(nameAndDay, "month", "day", "year")} as name_first, ${found(yearAndName, "year", "month", "day")} as year_first
      from (
        select node, ${folded(meaningful(sql`birth_date`))} as birth from ${written} where birth_date is not null
      )
      where birth is not null
    )`;
};

/** Columns of `birthDateParts` besides the node. */
export const birthDatePartColumns = [
  ...["value", "first_part", "separator", "second_part"],
  ...["year", "mistyped"],
];

/**
 * One row per row of `birthDateTexts`: node, value (YYYYMMDD if unambiguous), otherwise first_part,
 * separator, second_part and year (the parts are day and month in either order), and mistyped (YYYYMMDD that
 * is no calendar date); null where absent.
 */
export const birthDateParts = (texts: Relation): Sql => sql`
  select node,
    coalesce(
      ${validDay(part(yearFirst, 1), part(yearFirst, 2), part(yearFirst, 3))},
      ${validDay(part(yearFirstTight, 1), part(yearFirstTight, 2), part(yearFirstTight, 3))},
      ${validDay(wholeYear(sql`named_year`), monthNumber(sql`named_month`), sql`named_day`)}) as value,
    ${yearLastPart(1)} as first_part, ${part(yearLast, 2)} as separator, ${yearLastPart(3)} as second_part,
    ${wholeYear(yearLastPart(4))} as year,
    coalesce(
      ${mistypedDay(part(yearFirst, 1), part(yearFirst, 2), part(yearFirst, 3))},
      ${mistypedDay(part(yearFirstTight, 1), part(yearFirstTight, 2), part(yearFirstTight, 3))}) as mistyped
  from ${texts}`;

const part = (pattern: string, group: number): Sql => sql`regexp_extract(birth, ${pattern}, ${group})`;

const yearLastPart = (group: number): Sql =>
  sql`coalesce(nullif(${part(yearLast, group)}, ''), ${part(yearLastTight, group)})`;

const monthNumber = (name: Sql): Sql => {
  const cases = months.flatMap(([number, ...stems]) => stems.map((stem) => sql`when ${stem} then ${number}`));
  return sql`case ${name} ${join(cases, " ")} end`;
};

const wholeYear = (year: Sql): Sql => sql`
  case length(${year}) when 4 then ${year}
    when 2 then case when cast(${year} as integer) >= ${firstOfLastCentury} then '19' else '20' end || ${year} end`;

/** YYYYMMDD of a calendar date; null otherwise. */
const validDay = (year: Sql, month: Sql, day: Sql): Sql => {
  const iso = sql`${year} || '-' || lpad(${month}, 2, '0') || '-' || lpad(${day}, 2, '0')`;
  return sql`case when ${isYear(year)} and try_cast(${iso} as date) is not null then replace(${iso}, '-', '') end`;
};

/** YYYYMMDD of a date that the calendar lacks: a typo, one digit away from the right date. */
const mistypedDay = (year: Sql, month: Sql, day: Sql): Sql => sql`
  case when ${isYear(year)} and ltrim(${month}, '0') <> '' and ltrim(${day}, '0') <> ''
    then ${year} || lpad(${month}, 2, '0') || lpad(${day}, 2, '0') end`;

/** Years of other calendars are kept. */
const isYear = (year: Sql): Sql => sql`${year} >= '1300' and ${year} < '2600'`;

/**
 * One row per separator: separator, days_first and days_last, the numbers of dates that can only be read with
 * the day there.
 */
export const dateOrderCounts = (parts: Relation): Sql => sql`
  select separator, count(*) filter (where ${canOnlyBeDay(sql`first_part`)}) as days_first,
    count(*) filter (where ${canOnlyBeDay(sql`second_part`)}) as days_last
  from ${parts}
  where value is null
  group by separator`;

/** `dateOrderCounts` of several builds, added up by separator. */
export const totalDateOrderCounts = (counts: Relation): Sql => sql`
  select separator, cast(sum(days_first) as bigint) as days_first, cast(sum(days_last) as bigint) as days_last
  from ${counts}
  group by separator`;

/** One row per separator: separator, is_day_first. Without evidence, the day comes first only after points. */
export const dateOrders = (counts: Relation): Sql => sql`
  select separator,
    case when sum(days_first) = sum(days_last) then separator = '.' else sum(days_first) > sum(days_last) end as is_day_first
  from ${counts}
  group by separator`;

/** One row: changed, the number of separators whose dates are now read with day and month swapped. */
export const changedDateOrders = (before: Relation, now: Relation): Sql => sql`
  select count(*) as changed
  from (${dateOrders(before)}) as old
  join (${dateOrders(now)}) as new using (separator)
  where old.is_day_first <> new.is_day_first`;

function canOnlyBeDay(part: Sql): Sql {
  return sql`lpad(${part}, 2, '0') > '12' and lpad(${part}, 2, '0') < '32'`;
}

/** Year, month and day. */
const dayFirst = [sql`part.year`, sql`part.second_part`, sql`part.first_part`] as const;
const monthFirst = [sql`part.year`, sql`part.first_part`, sql`part.second_part`] as const;

/** One row per identity with a birth date: node, value (YYYYMMDD). */
export const birthDates = (parts: Relation, orders: Relation): Sql => sql`
  select node, value
  from (
    select part.node, coalesce(
      part.value,
      case when date_order.is_day_first then ${validDay(...dayFirst)} else ${validDay(...monthFirst)} end,
      ${validDay(...monthFirst)}, ${validDay(...dayFirst)},
      part.mistyped,
      case when date_order.is_day_first then ${mistypedDay(...dayFirst)} else ${mistypedDay(...monthFirst)} end) as value
    from ${parts} as part
    left join ${orders} as date_order on date_order.separator = part.separator
  )
  where value not in ${placeholderDays}`;
