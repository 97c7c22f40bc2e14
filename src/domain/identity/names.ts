// A name is compared by its first given name, its family name without spaces, and its suffix; titles and middle names come
// and go. `warehouse/persons/names.ts` says the same in SQL.

import { stated, words } from "./words.js";

export const suffixes = "(jr|sr|ii|iii|iv|junior|senior)";
export const titles = "^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|rev)(?: |$))+";
/** The last word, with the particles before it: `de la cruz`, `van den berg`. */
export const familyName =
  " ((?:(?:de|del|della|di|da|dos|du|la|le|van|von|der|den|ter|ten|bin|ibn|al|el|st|mac) )*[^ ]+)$";

export interface Name {
  first_name?: string | undefined;
  last_name?: string | undefined;
  suffix?: string | undefined;
}

export interface WrittenName {
  person_first_name?: string | null;
  person_last_name?: string | null;
  person_full_name?: string | null;
}

/** Whatever is absent, or says nothing, is undefined. */
export const nameOf = (written: WrittenName): Name => {
  const full = (stated(written.person_full_name) ?? "").toLowerCase();
  const whole = splitFullName(full.replace(new RegExp(`[ ,]+${suffixes}[. ]*(,|$)`), "$2"));
  const given = withoutTitle(words(stated(written.person_first_name))) || whole.given;
  const familyWords = words(written.person_last_name);
  const family = familyWords.replace(new RegExp(` ${suffixes}$`), "") || whole.family;
  const suffix = capture(familyWords, ` ${suffixes}$`) || capture(full, `[ ,]${suffixes}[. ]*(?:,|$)`);
  return {
    first_name: given.split(" ")[0] || undefined,
    last_name: family.replaceAll(" ", "") || undefined,
    suffix: shortSuffix(suffix) || undefined,
  };
};

/** `Family, Given` or `Given Family`; one word alone is a family name. */
const splitFullName = (full: string): { given: string; family: string } => {
  const comma = full.indexOf(",");
  if (comma >= 0)
    return { given: withoutTitle(words(full.split(",")[1])), family: words(full.slice(0, comma)) };
  const given = withoutTitle(words(full));
  return given.includes(" ") ? { given, family: capture(given, familyName) } : { given: "", family: given };
};

const withoutTitle = (text: string): string => text.replace(new RegExp(titles), "");

const capture = (text: string, pattern: string): string => new RegExp(pattern).exec(text)?.[1] ?? "";

const shortSuffix = (suffix: string): string =>
  suffix === "junior" ? "jr" : suffix === "senior" ? "sr" : suffix;
