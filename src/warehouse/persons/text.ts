// Normalised text: words in lower case, without accents and punctuation. A placeholder such as `n/a` counts as no value: kept, it
// would merge everyone who wrote it. `domain/identity/text.ts` does the same in TypeScript.

import { letterReplacements, placeholderTexts } from "../../domain/identity/text.js";
import { list, type Sql, sql } from "../sql/sql.js";

/** Trimmed text; null if blank or a placeholder. */
export const meaningful = (text: Sql): Sql =>
  sql`case when ${isPlaceholder(text)} then null else trim(${text}) end`;

const isPlaceholder = (text: Sql): Sql => sql`lower(trim(${text})) in ('', ${list(placeholderTexts)})`;

/** `O’Brien-Müller, J.` → `obrien-muller, j.` */
export const folded = (text: Sql): Sql => {
  const other = sql`replace(translate(${text}, ${letterReplacements.from}, ${letterReplacements.to}), 'ß', 'ss')`;
  // Most texts are ASCII, where one letter is one byte; translating them would take as long as everything else together.
  const plain = sql`case when strlen(${text}) = length(${text}) then replace(${text}, '''', '') else ${other} end`;
  return sql`lower(strip_accents(${plain}))`;
};

/** `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay. */
export const words = (text: Sql): Sql =>
  sql`trim(regexp_replace(${folded(text)}, '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))`;

/** The words of a text; null if blank or a placeholder. */
export const meaningfulWords = (text: Sql): Sql =>
  sql`case when ${isPlaceholder(text)} then null else ${words(text)} end`;

export const withoutSpaces = (text: Sql): Sql => sql`nullif(replace(${text}, ' ', ''), '')`;
