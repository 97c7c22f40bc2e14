// Normalised text: words in lower case, without accents and punctuation. A placeholder such as `n/a` counts
// as no value: kept, it would merge everyone who wrote it. `domain/people/identity/text.ts` does the same in
// TypeScript.

import {
  anySignVariant,
  letterReplacements,
  misread,
  placeholderTexts,
  plainText,
} from "../../domain/people/identity/text.js";
import { list, type Sql, sql } from "../sql/sql.js";

/** Trimmed text; null if blank or a placeholder. */
export const meaningful = (text: Sql): Sql =>
  sql`case when ${isPlaceholder(text)} then null else trim(${text}) end`;

/** For `in` with a long list, the engine (1.5) joins the rows with the list, which costs more, above all to plan. */
const isPlaceholder = (text: Sql): Sql =>
  sql`list_contains(['', ${list(placeholderTexts)}], lower(trim(${text})))`;

/** One letter is one byte. Translating such a text would take as long as everything else together. */
const isAscii = (text: Sql): Sql => sql`strlen(${text}) = length(${text})`;

/**
 * `O’Brien-Müller, Ｊ.` → `obrien-muller, j.` The engine strips every mark, also those that are vowels, so it
 * spells plain text alone.
 */
export const folded = (text: Sql): Sql => {
  const { from, to } = letterReplacements;
  return sql`
    case when ${text} is null then null
      when ${isAscii(text)} then lower(replace(${text}, '''', ''))
      when regexp_full_match(${text}, ${plainText}) and not regexp_matches(${text}, ${`${anySignVariant}|${misread}`})
        then lower(strip_accents(replace(translate(${text}, ${from}, ${to}), 'ß', 'ss')))
      else folded_text(${text}) end`;
};

/** `＋９７１ ٥٠` → `+971 50` */
export const withLatinCharacters = (text: Sql): Sql =>
  sql`case when ${text} is null or ${isAscii(text)} then ${text} else latin_characters(${text}) end`;

/** `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay. */
export const words = (text: Sql): Sql =>
  sql`trim(regexp_replace(${folded(text)}, '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))`;

/** The words of a text; null if blank or a placeholder. */
export const meaningfulWords = (text: Sql): Sql =>
  sql`case when ${isPlaceholder(text)} then null else ${words(text)} end`;

export const withoutSpaces = (text: Sql): Sql => sql`nullif(replace(${text}, ' ', ''), '')`;
