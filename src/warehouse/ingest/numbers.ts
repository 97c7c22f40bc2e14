// Numbers as people write them: `12`, `$1,234.50`, `(12.00)`, `1.234,50 €`. A comma before exactly three digits separates
// thousands; any other is a decimal comma.

import type { ColumnFormat } from "../../domain/dataset.js";
import { type Sql, sql } from "../sql/sql.js";

/** DOUBLE, null where the text is not a number, including the engine's "nan" and "inf". */
export const numberSql = (text: Sql, format?: ColumnFormat): Sql => {
  const plain = sql`try_cast(${text} as double)`;
  const number = sql`case when isfinite(${plain}) then ${plain} else ${moneySql(text)} end`;
  return format === "currency_cents" ? sql`((${number}) / 100)` : number;
};

const currency = "(R?[$]|[€£¥₹₽₺₩₫₪]|kr|zł|Kč|[A-Z]{3})?";
const money = `[-+]?\\(?[-+]?\\s*${currency}\\s*[-+]?[0-9.,' ]*[0-9][.,]?\\s*${currency}\\s*[-)]?`;

/** Spaces that do not break, the typographic apostrophe and the minus sign, and how they are typed. */
const typographic = "\u00a0\u202f\u2009’−";
const typed = "   '-";

const moneySql = (written: Sql): Sql => {
  const text = sql`translate(${written}, ${typographic}, ${typed})`;
  const digits = sql`regexp_replace(${text}, '[^0-9.,]', '', 'g')`;
  const sign = sql`case when regexp_matches(${text}, '[-(]') then -1 else 1 end`;
  return sql`case when regexp_full_match(${text}, ${money}) then ${sign} * case
    when regexp_full_match(${digits}, '[0-9]*([.][0-9]*)?|[0-9]{1,3}(,[0-9]{3})+([.][0-9]*)?')
      then try_cast(replace(${digits}, ',', '') as double)
    when regexp_full_match(${digits}, '([0-9]+|[0-9]{1,3}([.][0-9]{3})+),[0-9]+')
      then try_cast(replace(replace(${digits}, '.', ''), ',', '.') as double)
  end end`;
};

/** True for a number that loses nothing as a DOUBLE: no leading zeros and at most 15 digits. */
export const isPlainNumber = (text: Sql): Sql => sql`(isfinite(try_cast(${text} as double))
  and not regexp_matches(${text}, '^[+-]?(0[0-9]|[0-9]{16})|_'))`;
