// Two spellings of an address meet when its words are shortened in the same way: `12 North Main Street, Apt. 4` and
// `12 N Main St #4` are both `12 n main st apt 4`. `warehouse/persons/places.ts` says the same in SQL.

import { stateNames, usStatePattern } from "./states.js";
import { meaningful, trimmed, words } from "./text.js";

/** The short word, then what people write for it. */
const parsed = (lines: string): (readonly [short: string, long: readonly string[]])[] =>
  lines.split(";").map((line) => {
    const [short, ...long] = line.trim().split(/\s+/);
    return [short!, long];
  });

const kinds = parsed(`
  st street str strasse saint; ave avenue av aven; rd road; dr drive drv; ln lane; ct court; blvd boulevard blv boul; pl place;
  cir circle circuit cct; ter terrace tce; pkwy parkway; hwy highway; trl trail; cl close; cres crescent; sq square;
  aly alley; pt point; rdg ridge; cv cove; expy expressway; plz plaza; tpke turnpike; gr grove; gdns gardens; pde parade;
  esp esplanade; wy way; ext extension; loop; run; walk; row; path; pike; mews`);
const directions = parsed(
  "n north; s south; e east; w west; ne northeast; nw northwest; se southeast; sw southwest",
);
const others = parsed(`
  hts heights; mt mount; ft fort; bldg building; fl floor; spc space; trlr trailer; rte route;
  apt apartment unit suite ste room rm flat number no`);

export const abbreviations = [...kinds, ...directions, ...others];
/** What may stand around the name of a street without being part of it. */
export const streetTypes: readonly string[] = kinds.map(([short]) => short);
export const streetDirections: readonly string[] = directions.map(([short]) => short);

const common = new Set(abbreviations.flatMap(([short, long]) => [short, ...long]));

/** The words of an address that are written in one way only: neither `street` nor `st`, nor the name or code of a state. */
export const distinctiveWords = (address: string): string[] =>
  words(address)
    .split(" ")
    .filter((word) => !common.has(word) && !ofStates.has(word));

const ofStates = new Set(stateNames.flatMap(([code, name]) => [code, ...name.split(" ")]));

const shortOf = new Map(abbreviations.flatMap(([short, long]) => long.map((word) => [word, short] as const)));

/** How the name of a town may begin, and what is shorter. */
export const cityPrefixes: readonly (readonly [long: string, short: string])[] = [
  ["saint ", "st "],
  ["mount ", "mt "],
  ["fort ", "ft "],
];

/** `street, city, state postcode` in lower case, as it is written in the United States; four groups. */
export const addressWithCommas = `^(.*[^ ,])[ ,]*,[ ,]*([^,0-9]*?[^, 0-9])[ ,]+(${usStatePattern})[. ,]+([0-9]{5})(?:[- ]?[0-9]{4})?(?:[ ,]+(?:usa?|u[.]s[.]a?[.]?|united states|united states of america))?[ .,]*$`;

const ended = (words: string): string => `(?:${words})[.]?`;
const houseNumber = "[0-9]+[a-z]?(?:[-/][0-9]+[a-z]?)?(?: [0-9]/[0-9])?";
/** Kinds of streets that are hardly ever a word of a town's name: the last of them ends the street. */
const surely = ended(
  "ave|av|aven|avenue|rd|road|dr|drv|drive|ln|lane|ct|court|blvd|boul|boulevard|pkwy|parkway|hwy|highway|ter|tce|trl|expy|tpke",
);
/** `st` begins the names of towns, too, so the first ends the street. */
const street = ended("st|str|street");
const likely = ended(
  "pl|place|cir|circle|terrace|trail|way|wy|loop|run|sq|square|aly|alley|plz|plaza|cv|cove|row|path|pike|mews|walk",
);
/** What is spelled out belongs to the town: `Elm St North Haven`. */
const headed = "(?: (?:n|s|e|w|ne|nw|se|sw)[.]?)?";
const dwellingNumber = "(?:[a-z]?-?[0-9][a-z0-9-]*|[a-z])";
const marked = ` (?:(?:(?:apt|apartment|unit|suite|ste|rm|room|bldg|building|fl|floor|lot|spc|space|trlr|trailer)[.]?)[ #]*|# ?)${dwellingNumber}| [0-9]+(?:st|nd|rd|th) (?:fl|floor)`;
const dwelling = `(?:(?:${marked})+| [0-9]+[a-z]?)?`;
const box =
  "(?:(?:p[. ]*o[. ]*|post office )(?:box|bx)|pob|(?:rr|r[.]r[.]|hc|rural route) ?#?[0-9]+ (?:box|bx)) ?#? ?[0-9]+[a-z]?";
const numberedRoad =
  "(?:(?:us|u[.]s[.]|state|county|old) )?(?:hwy|highway|rte|route|rt|road|rd)[.]? [0-9]+[a-z]?";
const lines = [
  box,
  `${houseNumber} ${numberedRoad}${headed}${dwelling}`,
  `${houseNumber} (?:.+ )${surely}${headed}${dwelling}`,
  `${houseNumber} (?:.+? )${street}${headed}${dwelling}`,
  `${houseNumber} (?:.+? )${likely}${headed}${dwelling}`,
  `${houseNumber} .+?(?:${marked})+`,
].join("|");

/**
 * The same four groups of an address without marks between its parts, in lower case and with single blanks: what stands left
 * of the state and postcode is a town from where a street must have ended.
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
}

/** Whatever is absent, or says nothing, is undefined. A whole address in one field stays `freeform` if it has no parts. */
export const addressOf = (written: WrittenAddress): Address => {
  const [street, city, state, postcode] = partsOfWhole(written.freeform_address);
  const part = (own: string | null | undefined, ofWhole: string | undefined) => meaningful(own) ?? ofWhole;
  return {
    street: shortened(part(written.house_number_and_street, street)),
    postcode: postcodeOf(part(written.postcode, postcode)),
    city: townOf(part(written.city, city)),
    state: stateOf(part(written.state, state)),
    freeform: street === undefined ? shortened(meaningful(written.freeform_address)) : undefined,
  };
};

const partsOfWhole = (freeform: string | null | undefined): string[] => {
  const lines = (meaningful(freeform) ?? "").toLowerCase().replace(/[\r\n]+/g, ",");
  const unmarked = trimmed(lines.replace(/[ ,\t]+/g, " "));
  const found = new RegExp(addressWithCommas).exec(lines) ?? new RegExp(addressWithoutCommas).exec(unmarked);
  return found?.slice(1) ?? [];
};

/** `#` marks a dwelling, and `Apt #4` has two marks, which are one. */
const shortened = (text: string | undefined): string | undefined => {
  const long = words(text?.replaceAll("#", " apt ")).split(" ");
  const short = long.map((word) => shortOf.get(word) ?? word).join(" ");
  return short.replaceAll("apt apt", "apt").replaceAll("p o box", "po box") || undefined;
};

const townOf = (text: string | undefined): string | undefined => {
  const town = words(text);
  const [long, short] = cityPrefixes.find(([beginning]) => town.startsWith(beginning)) ?? ["", ""];
  return short + town.slice(long.length) || undefined;
};

const codeOf = new Map(stateNames.map(([code, name]) => [name, code]));

const stateOf = (text: string | undefined): string | undefined => {
  const state = words(text);
  return (codeOf.get(state) ?? state) || undefined;
};

/** ZIP+4 and ZIP are one; elsewhere spaces and case do not matter. */
const postcodeOf = (text: string | undefined): string | undefined => {
  const value = text ?? "";
  if (/^[0-9]{5}[- ]?[0-9]{4}$/.test(value)) return value.slice(0, 5);
  return value.replace(/[^\p{L}\p{N}]+/gu, "").replace(/\p{L}/gu, upperCase) || undefined;
};

/** Letter for letter, as the engine does it, where JavaScript makes two of some. */
const upperCase = (letter: string): string => {
  const upper = letter === "ß" ? "ẞ" : letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
};
