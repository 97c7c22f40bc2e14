// What all spellings are brought to before they are compared: words in lower case, without accents and punctuation.
// What people write for "I do not know" is no value at all: kept, it would make one person of everybody without one.

import { letterReplacements, placeholderTexts } from "../../domain/identity/text.js";
import { list, type Sql, sql } from "../sql/sql.js";

/** Trimmed text, or null where it is blank or stands for nothing. */
export const meaningful = (text: Sql): Sql =>
  sql`case when ${saysNothing(text)} then null else trim(${text}) end`;

const saysNothing = (text: Sql): Sql => sql`lower(trim(${text})) in ('', ${list(placeholderTexts)})`;

/** `O’Brien-Müller, J.` → `obrien-muller, j.` */
export const folded = (text: Sql): Sql => {
  const other = sql`replace(translate(${text}, ${letterReplacements.from}, ${letterReplacements.to}), 'ß', 'ss')`;
  // Most texts are ASCII, where one letter is one byte; to translate them would take as long as all the rest.
  const plain = sql`case when strlen(${text}) = length(${text}) then replace(${text}, '''', '') else ${other} end`;
  return sql`lower(strip_accents(${plain}))`;
};

/** `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay. */
export const words = (text: Sql): Sql =>
  sql`trim(regexp_replace(${folded(text)}, '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))`;

/** The words of a text that says something, else null. */
export const meaningfulWords = (text: Sql): Sql =>
  sql`case when ${saysNothing(text)} then null else ${words(text)} end`;

export const withoutSpaces = (text: Sql): Sql => sql`nullif(replace(${text}, ' ', ''), '')`;
