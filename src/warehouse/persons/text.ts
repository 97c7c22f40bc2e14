// What all spellings are brought to before they are compared: words in lower case, without accents and punctuation.
// What people write for "I do not know" is no value at all: kept, it would make one person of everybody without one.

import { placeholders } from "../../domain/identity/words.js";
import { list, type Sql, sql } from "../sql/sql.js";

/** Trimmed text, or null where it is blank or stands for nothing. */
export const stated = (text: Sql): Sql =>
  sql`case when lower(trim(${text})) in ('', ${list(placeholders)}) then null else trim(${text}) end`;

/** `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay. */
export const words = (text: Sql): Sql =>
  sql`trim(regexp_replace(lower(strip_accents(translate(${text}, '''’', ''))), '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))`;

export const withoutSpaces = (text: Sql): Sql => sql`nullif(replace(${text}, ' ', ''), '')`;
