// Spellings of the values in the file of an ad platform, over the written and the normalised identity. The
// platform hashes its users' own data in the same spelling, so a difference of one character loses the match.

import { usStateNames } from "../../domain/people/identity/addresses.js";
import type { PresetColumn, PresetSpelling } from "../../domain/target/target-presets.js";
import { postcode } from "../persons/addresses.js";
import { meaningful } from "../persons/text.js";
import { list, type Sql, sql } from "../sql/sql.js";
import { e164, orWrittenHash, type SpelledColumn } from "./hashed.js";

/** The values of a preset's columns. `country` (ISO 3166-1 alpha-2) is the account's: datasets have no country. */
export const presetValues = (columns: readonly PresetColumn[], country: string): SpelledColumn[] =>
  columns.map(({ header, spelling, isClear = false }) => {
    const text = spelling === "country" ? sql`${country.toLowerCase()}` : spellings[spelling];
    const hash = spelling === "address" ? orWrittenHash(sql`sha256(${text})`) : sql`sha256(${text})`;
    return {
      name: header,
      value: isClear ? text : hash,
      isOfPerson: !isClear && spelling !== "country",
    };
  });

/** Both platforms count the tag after a plus sign, which identity resolution leaves out. */
const address = sql`
  case when mailbox.address is not null then regexp_replace(lower(written.email), '\\s+', '', 'g') end`;
const givenName = orNull(sql`coalesce(${lowerCase(sql`written.person_first_name`)}, name.first_name)`);
const familyName = orNull(sql`coalesce(${lowerCase(sql`written.person_last_name`)}, name.last_name)`);
const zip = postcode(meaningful(sql`written.postcode`));
const region = withoutPunctuation(lowerCase(sql`written.state`), "");
/** Found in a list: a CASE would repeat the expression for each of its branches, and take 200 MB. */
const place = sql`list_position([${list(usStateNames.map(([, name]) => name.replaceAll(" ", "")))}], ${region})`;
const stateCode = sql`list_extract([${list(usStateNames.map(([code]) => code))}], ${place})`;

const spellings: Record<Exclude<PresetSpelling, "country">, Sql> = {
  address,
  digits: sql`replace(${e164}, '+', '')`,
  e164,
  "given name in letters": withoutPunctuation(givenName, " "),
  "family name in letters": withoutPunctuation(familyName, " "),
  "given name": givenName,
  "family name": familyName,
  city: withoutPunctuation(lowerCase(sql`written.city`), ""),
  state: sql`coalesce(${stateCode}, ${region})`,
  "lower-case postcode": sql`lower(${zip})`,
  postcode: zip,
};

/** In lower case, with single blanks. */
function lowerCase(text: Sql): Sql {
  return sql`regexp_replace(lower(${meaningful(text)}), '\\s+', ' ', 'g')`;
}

/** Letters of every script, accents and digits stay, and the characters of `kept`. */
function withoutPunctuation(text: Sql, kept: "" | " "): Sql {
  return orNull(sql`trim(regexp_replace(${text}, ${`[^\\p{L}\\p{M}\\p{N}${kept}]+`}, '', 'g'))`);
}

function orNull(text: Sql): Sql {
  return sql`nullif(${text}, '')`;
}
