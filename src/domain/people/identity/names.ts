// Normalised names: the given name with all its words, the family name without spaces, and the suffix; titles
// and middle initials are dropped. `warehouse/persons/names.ts` does the same in SQL.

import { guestNamesTsv, rowsOf } from "./lists.js";
import { meaningful, trimmed, withLatinCharacters, words } from "./text.js";

export const suffixPattern = "(jr|sr|ii|iii|iv|2nd|3rd|4th|junior|senior)";
/** Other spellings of suffixes. */
export const suffixSpellings: Record<string, string> = {
  junior: "jr",
  senior: "sr",
  "2nd": "ii",
  "3rd": "iii",
  "4th": "iv",
};

const titleWords =
  "mr|mrs|ms|miss|mx|mister|dr|doctor|prof|professor|sir|madam|mme|mlle|monsieur|herr|frau|rev|reverend|hon|capt|captain|lt|sgt|maj|pastor";
export const titlePattern = `^(?:(?:${titleWords})(?: and| und)?(?: |$))+`;

/** Degrees and titles after a full name, which are not part of it. */
const credentials = "ph ?d|md|esq|esquire|dds|dvm|cpa|rn|mba";
export const credentialsAfterFamily = `(?: (?:${credentials}|m d|d d s))+$`;
/** Only after two words, or `Khan, Md` would lose its first name. */
export const credentialsAfterName = `^([^ ,]+[ ,]+[^ ,]+.*?)(?:[ ,]+(?:${credentials}|ph[.] ?d|m[.]d|d[.]d[.]s)[.]?)+$`;

const particles = "(?:de|del|della|di|da|dos|du|la|le|van|von|der|den|ter|ten|bin|ibn|al|el|st|mac) ";
/** The last word, with the particles before it: `de la cruz`, `van den berg`. */
export const familyNamePattern = ` ((?:${particles})*[^ ]+)$`;

/** The longest first, so that a name is not taken for its beginning. */
const guestWords = [
  ...new Set(rowsOf(guestNamesTsv).flatMap(([, names]) => names!.split(", ").map((name) => words(name)))),
].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
/** A name of these words alone, as shops write for a guest: `Guest Customer`. */
export const guestNamePattern = `(?:(?:${guestWords.join("|")})(?: |$))+`;

const legalForms =
  "inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|plc|gmbh|mbh|ug|ag|kg|ohg|gbr|ev|sarl|sas|sasu|eurl|srl|spa|sl|slu|bv|nv|oy|oyj|aps|pty|pte|sro";
const institutions =
  "co|company|school|schule|ecole|escuela|academy|preschool|kindergarten|university|college|institute|center|centre|ctr|church|hospital|clinic|association|foundation|department|ministry|council|society|services|solutions|group|holdings|restaurant|hotel|store|shop";
/**
 * A whole name, in words, that is an organisation's: it ends with a legal form, or has three words, one of
 * them an institution.
 */
export const organisationPattern = `^[^ ]+ (?:.* )?(?:${legalForms})$|株式会社|有限会社|合同会社|^[^ ]+ [^ ]+ (?:.* )?(?:${institutions})(?: |$)|^[^ ]+ (?:${institutions}) [^ ]|^(?:${institutions}) [^ ]+ [^ ]`;
/** `John and Mary` are two people in one field; the first counts. */
export const otherPeople = "^(.+?) (?:and|und|y|et) .*$";
/** A letter that stands for a name. An ideograph alone is a name. */
export const initialPattern = "[a-zß-ɏͰ-ԯ]";

/** Legal forms, which come and go in an organisation's name. */
export const legalFormPattern = `(?: (?:${legalForms}))+$|株式会社|有限会社|合同会社`;

export interface Name {
  /** Joined, so that `Xiao Ming` is `Xiaoming`. */
  first_name?: string | undefined;
  last_name?: string | undefined;
  suffix?: string | undefined;
}

export interface WrittenName {
  person_first_name?: string | null;
  person_last_name?: string | null;
  person_full_name?: string | null;
}

/** Missing parts and placeholders are undefined. */
export const nameOf = (written: WrittenName): Name => {
  const full = withLatinCharacters(meaningful(written.person_full_name) ?? "")
    .toLowerCase()
    .replace(new RegExp(credentialsAfterName), "$1");
  const whole = splitFullName(full.replace(new RegExp(`[ ,]+${suffixPattern}[. ]*(,|$)`), "$2"));
  const givenWords = withoutTitle(words(meaningful(written.person_first_name)));
  const familyWords = words(written.person_last_name).replace(new RegExp(credentialsAfterFamily), "");
  const given = withoutOthers(withoutSuffix(givenWords)) || whole.given;
  const family = withoutSuffix(familyWords) || whole.family;
  const suffix =
    suffixOf(familyWords) || suffixOf(givenWords) || capture(full, `[ ,]${suffixPattern}[. ]*(?:,|$)`);
  if (isGuest(`${given} ${family}`.trim()))
    return { first_name: undefined, last_name: undefined, suffix: undefined };
  return {
    first_name: joinedGiven(given) || undefined,
    last_name: family.replaceAll(" ", "") || undefined,
    suffix: (suffixSpellings[suffix] ?? suffix) || undefined,
  };
};

/** All words, joined, without initials after the first. */
const joinedGiven = (given: string): string =>
  given
    .split(" ")
    .filter((word, place) => place === 0 || !new RegExp(`^${initialPattern}$`).test(word))
    .join("");

const isGuest = (name: string): boolean => new RegExp(`^${guestNamePattern}$`).test(name);

/** Whether a name says only that somebody is a guest. */
export const isGuestName = (name: string): boolean => isGuest(words(name));

/**
 * `Family, Given` or `Given Family`; one word alone is a family name. Of an organisation the last word stands for
 * the family name, since many have it, and the words before it tell which one it is.
 */
const splitFullName = (full: string): { given: string; family: string } => {
  if (new RegExp(organisationPattern).test(words(full)))
    return splitWords(trimmed(words(full).replace(new RegExp(legalFormPattern), "")));
  const comma = full.indexOf(",");
  const { given, family } =
    comma >= 0
      ? { given: withoutTitle(words(full.split(",")[1])), family: words(full.slice(0, comma)) }
      : splitWords(withoutTitle(words(full)));
  return { given: withoutOthers(given), family };
};

const splitWords = (name: string): { given: string; family: string } =>
  name.includes(" ")
    ? { given: name.replace(new RegExp(familyNamePattern), ""), family: capture(name, familyNamePattern) }
    : { given: "", family: name };

const withoutOthers = (text: string): string => text.replace(new RegExp(otherPeople), "$1");
const withoutTitle = (text: string): string => text.replace(new RegExp(titlePattern), "");
const withoutSuffix = (text: string): string => text.replace(new RegExp(` ${suffixPattern}$`), "");
const suffixOf = (text: string): string => capture(text, ` ${suffixPattern}$`);

const capture = (text: string, pattern: string): string => new RegExp(pattern).exec(text)?.[1] ?? "";
