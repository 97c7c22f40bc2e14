// Normalised addresses, with words abbreviated in one way: `12 North Main Street, Apt. 4` and `12 N Main St
// #4` are both `12 n main st apt 4`. `warehouse/persons/addresses.ts` does the same in SQL.

import { countryIn } from "./countries.js";
import { rowsOf, statesTsv, streetWordsTsv } from "./lists.js";
import { localPostcode, localStreet } from "./local-addresses.js";
import { meaningful, trimmed, withLatinCharacters, words } from "./text.js";

/** Abbreviations with their spelled-out forms. */
type Abbreviation = readonly [short: string, long: readonly string[]];

const streetWords = rowsOf(streetWordsTsv).map(
  ([kind, short, long]): { kind: string; word: Abbreviation } => ({
    kind: kind!,
    word: [short!, long!.split(" ").filter((form) => form !== "")],
  }),
);
const ofKind = (wanted: string): Abbreviation[] =>
  streetWords.flatMap(({ kind, word }) => (kind === wanted ? [word] : []));

export const abbreviations: readonly Abbreviation[] = streetWords.map(({ word }) => word);
/** Words around the name of a street that are not part of it. */
export const streetTypes: readonly string[] = ofKind("type").map(([short]) => short);
export const streetDirections: readonly string[] = ofKind("direction").map(([short]) => short);

const common = new Set(abbreviations.flatMap(([short, long]) => [short, ...long]));

const states = rowsOf(statesTsv);

/**
 * Postal abbreviation and name of states that are spelled out or abbreviated: of the United States, Canada
 * and Australia.
 */
export const stateNames = states.map(([, code, name]) => [code!, name!] as const);

export const usStateNames = states.flatMap(([country, code, name]) =>
  country === "us" ? [[code!, name!] as const] : [],
);

/** Either form of a state of the United States, as a pattern for lower case. */
const usStatePattern = usStateNames.flat().join("|");

/** Words of an address with a single spelling: neither `street` nor `st`, nor the name or code of a state. */
export const distinctiveWords = (address: string): string[] =>
  words(address)
    .split(" ")
    .filter((word) => !common.has(word) && !ofStates.has(word));

const ofStates = new Set(stateNames.flatMap(([code, name]) => [code, ...name.split(" ")]));

const shortOf = new Map(abbreviations.flatMap(([short, long]) => long.map((word) => [word, short] as const)));

/** Prefixes of city names, with their abbreviations. */
export const cityPrefixes: readonly (readonly [long: string, short: string])[] = [
  ["saint ", "st "],
  ["mount ", "mt "],
  ["fort ", "ft "],
];

/** Pattern of a United States address with commas, in lower case: `street, city, state postcode`, as four groups. */
export const addressWithCommas = `^(.*[^ ,])[ ,]*,[ ,]*([^,0-9]*?[^, 0-9])[ ,]+(${usStatePattern})[. ,]+([0-9]{5})(?:[- ]?[0-9]{4})?(?:[ ,]+(?:usa?|u[.]s[.]a?[.]?|united states|united states of america))?[ .,]*$`;

const ended = (words: string): string => `(?:${words})[.]?`;
const houseNumber = "[0-9]+[a-z]?(?:[-/][0-9]+[a-z]?)?(?: [0-9]/[0-9])?";
/** Street types that hardly occur in city names: the last of them ends the street. */
const endOfStreet = ended(
  "ave|av|aven|avenue|rd|road|dr|drv|drive|ln|lane|ct|court|blvd|boul|boulevard|pkwy|parkway|hwy|highway|ter|tce|trl|expy|tpke",
);
/** `st` also begins city names, so the first one ends the street. */
const street = ended("st|str|street");
const likelyEndOfStreet = ended(
  "pl|place|cir|circle|terrace|trail|way|wy|loop|run|sq|square|aly|alley|plz|plaza|cv|cove|row|path|pike|mews|walk",
);
/** A direction after the street type. A spelled-out one belongs to the city: `Elm St North Haven`. */
const directionAfter = "(?: (?:n|s|e|w|ne|nw|se|sw)[.]?)?";
const unitNumber = "(?:[a-z]?-?[0-9][a-z0-9-]*|[a-z])";
const markedUnit = ` (?:(?:(?:apt|apartment|unit|suite|ste|rm|room|bldg|building|fl|floor|lot|spc|space|trlr|trailer)[.]?)[ #]*|# ?)${unitNumber}| [0-9]+(?:st|nd|rd|th) (?:fl|floor)`;
const unit = `(?:(?:${markedUnit})+| [0-9]+[a-z]?)?`;
const box =
  "(?:(?:p[. ]*o[. ]*|post office )(?:box|bx)|pob|(?:rr|r[.]r[.]|hc|rural route) ?#?[0-9]+ (?:box|bx)) ?#? ?[0-9]+[a-z]?";
const numberedRoad =
  "(?:(?:us|u[.]s[.]|state|county|old) )?(?:hwy|highway|rte|route|rt|road|rd)[.]? [0-9]+[a-z]?";
const lines = [
  box,
  `${houseNumber} ${numberedRoad}${directionAfter}${unit}`,
  `${houseNumber} (?:.+ )${endOfStreet}${directionAfter}${unit}`,
  `${houseNumber} (?:.+? )${street}${directionAfter}${unit}`,
  `${houseNumber} (?:.+? )${likelyEndOfStreet}${directionAfter}${unit}`,
  `${houseNumber} .+?(?:${markedUnit})+`,
].join("|");

/**
 * The same four groups of an address without commas, in lower case and with single spaces: the city is what
 * comes between the end of the street and the state.
 */
export const addressWithoutCommas = `^(${lines}) ([^0-9# ]+(?: [^0-9# ]+){0,3}?) (${usStatePattern}) ([0-9]{5})(?:[- ]?[0-9]{4})?(?: (?:usa?|u[.]s[.]a?[.]?|united states|united states of america))?[.]?$`;

export interface Address {
  street?: string | undefined;
  postcode?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  freeform?: string | undefined;
}

export interface WrittenAddress {
  house_number_and_street?: string | null;
  postcode?: string | null;
  city?: string | null;
  state?: string | null;
  freeform_address?: string | null;
  country?: string | null;
}

/** Missing parts and placeholders are undefined. A freeform address stays `freeform` if it has no parts. */
export const addressOf = (written: WrittenAddress): Address => {
  const [street, city, state, postcode] = partsOfFreeform(written.freeform_address);
  const part = (own: string | null | undefined, ofFreeform: string | undefined) =>
    meaningful(own) ?? ofFreeform;
  const country = countryIn(written.country);
  const line = abbreviated(part(written.house_number_and_street, street));
  const code = postcodeOf(part(written.postcode, postcode));
  return {
    street: line && localStreet(line, country),
    postcode: code && localPostcode(code, country),
    city: abbreviatedCity(part(written.city, city)),
    state: stateOf(part(written.state, state)),
    freeform: street === undefined ? abbreviated(meaningful(written.freeform_address)) : undefined,
  };
};

const partsOfFreeform = (freeform: string | null | undefined): string[] => {
  const lines = (meaningful(freeform) ?? "").toLowerCase().replace(/[\r\n]+/g, ",");
  const unmarked = trimmed(lines.replace(/[ ,\t]+/g, " "));
  const found = new RegExp(addressWithCommas).exec(lines) ?? new RegExp(addressWithoutCommas).exec(unmarked);
  return found?.slice(1) ?? [];
};

/** `#` stands for `apt`, and `Apt #4` gives `apt apt 4`, which becomes `apt 4`. */
const abbreviated = (text: string | undefined): string | undefined => {
  const long = words(text?.replaceAll("#", " apt ")).split(" ");
  const short = long.map((word) => shortOf.get(word) ?? word).join(" ");
  return short.replaceAll("apt apt", "apt").replaceAll("p o box", "po box") || undefined;
};

const abbreviatedCity = (text: string | undefined): string | undefined => {
  const town = words(text);
  const [long, short] = cityPrefixes.find(([beginning]) => town.startsWith(beginning)) ?? ["", ""];
  return short + town.slice(long.length) || undefined;
};

const codeOf = new Map(stateNames.map(([code, name]) => [name, code]));

const stateOf = (text: string | undefined): string | undefined => {
  const state = words(text);
  return (codeOf.get(state) ?? state) || undefined;
};

/** ZIP+4 becomes ZIP; other postcodes lose spaces and punctuation, in upper case. */
const postcodeOf = (text: string | undefined): string | undefined => {
  const value = withLatinCharacters(text ?? "");
  if (/^[0-9]{5}[- ]?[0-9]{4}$/.test(value)) return value.slice(0, 5);
  return value.replace(/[^\p{L}\p{N}]+/gu, "").replace(/\p{L}/gu, upperCase) || undefined;
};

/** One letter for one letter, like the engine; JavaScript turns some letters into two. */
const upperCase = (letter: string): string => {
  const upper = letter === "ß" ? "ẞ" : letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
};
