// Numbers as people write them: `12`, `$1,234.50`, `(12.00)`, `1.234,50 €`. A comma before exactly three
// digits separates thousands, and any other is a decimal comma, unless the other amounts of the column show
// that `1.234` has a separator of thousands.

import { besideAmount, currencyPattern, symbols } from "../../domain/data/currency.js";
import type { ColumnFormat } from "../../domain/data/dataset.js";
import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * DOUBLE, null where the text is not a number, including the engine's "nan" and "inf". `hasDecimalComma`: so
 * does the whole column.
 */
export const numberSql = (text: Sql, format?: ColumnFormat, hasDecimalComma = false): Sql => {
  const plain = hasDecimalComma ? sql`cast(null as double)` : sql`try_cast(${text} as double)`;
  const number = sql`case when isfinite(${plain}) then ${plain} else ${moneySql(text, hasDecimalComma)} end`;
  return format === "currency_cents" ? sql`((${number}) / 100)` : number;
};

const currency = `(${besideAmount})?`;
const money = `[-+]?\\(?[-+]?\\s*${currency}\\s*[-+]?[0-9.,' ]*[0-9][.,]?\\s*${currency}\\s*[-)]?`;

/** Spaces that do not break, the typographic apostrophe and the minus sign, and how they are typed. */
const typographic = "\u00a0\u202f\u2009’−";
const typed = "   '-";

const moneySql = (written: Sql, hasDecimalComma: boolean): Sql => {
  const text = sql`translate(${written}, ${typographic}, ${typed})`;
  // As in `Rs. 1,200`.
  const withoutPoint = sql`regexp_replace(${text}, '\\p{L}[.]', '')`;
  const digits = sql`regexp_replace(${withoutPoint}, '[^0-9.,]', '', 'g')`;
  const sign = sql`case when regexp_matches(${text}, '[-(]') then -1 else 1 end`;
  const european = sql`when regexp_full_match(${digits}, '([0-9]+|[0-9]{1,3}([.][0-9]{3})+)(,[0-9]*)?|,[0-9]+')
      then try_cast(replace(replace(${digits}, '.', ''), ',', '.') as double)`;
  return sql`case when regexp_full_match(${text}, ${money}) then ${sign} * case ${hasDecimalComma ? european : sql``}
    when regexp_full_match(${digits}, '[0-9]*([.][0-9]*)?|[0-9]{1,3}(,[0-9]{3})+([.][0-9]*)?')
      then try_cast(replace(${digits}, ',', '') as double)
    when regexp_full_match(${digits}, '([0-9]+|[0-9]{1,3}([.][0-9]{3})+),[0-9]+')
      then try_cast(replace(replace(${digits}, '.', ''), ',', '.') as double)
  end end`;
};

/** VARCHAR: `currencyCode` of a text. */
export const currencySql = (text: Sql): Sql => {
  const found = sql`upper(nullif(regexp_extract(${text}, ${currencyPattern}), ''))`;
  const cases = [...symbols].map(([symbol, code]) => sql`when ${symbol} then ${code}`);
  return sql`(case ${found} ${join(cases, " ")} else ${found} end)`;
};

/** With its currency, if it has one. */
const wholeAmount = `[-+(]?${currency}\\s*[-+]?[0-9]+\\s*${currency}[-)]?`;
/** Beside so many whole amounts, a single one with a point before three digits is no exception. */
const manyWhole = 20;

/**
 * Whether the amounts of a column have a decimal comma, so that `1.234` is more than a thousand: some have
 * decimals after a comma, or each point is before three digits and amounts without one are below a thousand.
 * `rows`: a relation or a sample.
 */
export const findDecimalComma = async (engine: Engine, rows: Relation, text: Sql): Promise<boolean> => {
  const is = (pattern: string) => sql`count(*) filter (where regexp_full_match(a.digits, ${pattern}))`;
  const grouped = "[1-9][0-9]{0,2}([.][0-9]{3})+";
  const found = await engine.row<
    Record<"points" | "grouped" | "several" | "commas" | "whole" | "long", number>
  >(
    sql`select count(*) filter (where contains(a.digits, '.')) as points, ${is(`${grouped}(,[0-9]*)?`)} as grouped,
      ${is("[0-9]{1,3}([.][0-9]{3}){2,}")} as several, ${is("[0-9]{1,3}")} as whole, ${is("[0-9]{4,}")} as long,
      ${is(`([0-9]+|${grouped}),([0-9]{1,2}|[0-9]{4,}|0*[0-9]{3})`)} - ${is("[1-9][0-9]{0,2},[0-9]{3}")} as commas
    from (select regexp_replace(${text}, '[^0-9.,]', '', 'g') as digits from ${rows} as r
      where contains(${text}, '.') or contains(${text}, ',') or regexp_full_match(${text}, ${wholeAmount})) as a`,
  );
  const { points, whole, long } = found;
  return (
    points === found.grouped &&
    (found.commas > 0 ||
      found.several > 0 ||
      (points > 0 && whole >= (points > 1 ? 1 : manyWhole) && long === 0))
  );
};

/**
 * True for a number that loses nothing as a DOUBLE: no leading zeros and at most 15 digits. A short text
 * whose first character is a digit from 1 needs no pattern.
 */
export const isPlainNumber = (text: Sql): Sql => sql`(isfinite(try_cast(${text} as double))
  and not case when ${text} < '1' or strlen(${text}) > 15 or contains(${text}, '_')
    then regexp_matches(${text}, '^[+-]?(0[0-9]|[0-9]{16})|_') else false end)`;
