// Addresses as they are written in a country, and in one spelling for all ways of writing them there. `C/
// Mayor 5, 3º B` in Spain is `calle mayor 5 apt 3b`, `3-12 Honcho` in Japan is the house 3-12 in Honcho, in
// whatever order. Patterns are for words in lower case; JavaScript and the engine read them alike.

import type { Country } from "./phones.js";

type Rewrites = readonly (readonly [pattern: string, replacement: string])[];

/** Types that come before the name of a street, after the house number if that comes first. */
const typesBefore = (types: Readonly<Record<string, string>>): Rewrites =>
  Object.entries(types).map(([type, forms]) => [`^((?:[0-9]+[a-z]? )?)(?:${forms}) `, `$1${type} `] as const);

/** Words are abbreviated already: `Haupt Straße` is `haupt st`. */
const german: Rewrites = [
  ["([a-z])strasse", "$1str"],
  ["([a-z]) st( [0-9]|$)", "$1str$2"],
  ["([a-z]) pl( [0-9]|$)", "$1platz$2"],
];
const french: Rewrites = [
  ["^([0-9]+) ?bis ", "$1b "],
  ["^([0-9]+) ?ter ", "$1t "],
  ...typesBefore({
    rue: "r",
    avenue: "ave|av",
    boulevard: "blvd|bd|bld",
    place: "pl|plc",
    square: "sq",
    cours: "crs",
    chemin: "ch|che|chem",
    impasse: "imp",
    allee: "all",
    route: "rte",
  }),
];
const spanish: Rewrites = [
  ["^([^0-9]*[^0-9 ]) (?:apt|num|numero|nº|n) ([0-9])", "$1 $2"],
  ...typesBefore({
    calle: "c|cl",
    avenida: "avda|avd|av|ave",
    plaza: "pza|plza|plz|pl",
    paseo: "pso|po|p",
    carretera: "ctra|crta",
    camino: "cno|cmno",
    ronda: "rda",
    travesia: "trva",
  }),
  [
    "^([^0-9].*?) ([0-9]+[a-z]?) (?:fl |piso |planta )?([0-9]+)[oaºª]? (?:pta |puerta )?([a-z0-9])$",
    "$1 $2 apt $3$4",
  ],
  ["^([^0-9].*?) ([0-9]+[a-z]?) (?:fl |piso |planta )?([0-9]+)[oaºª]?$", "$1 $2 apt $3"],
];
const italian: Rewrites = typesBefore({
  via: "v",
  viale: "v le|vle",
  piazza: "p za|pza|p zza|pl",
  corso: "c so|cso",
  largo: "l go",
});
const portuguese: Rewrites = typesBefore({
  rua: "r",
  avenida: "av|avda|ave",
  praca: "pc|pca",
  travessa: "tv|trav",
  largo: "lg",
});
const block: Rewrites[number] = ["([0-9]) ?(?:chome|banchi|ban|gou|go)( |$)", "$1$2"];
const blockMark: Rewrites[number] = ["([0-9]) ?(?:丁目|番地|番|号) ?", "$1 "];
const japanese: Rewrites = [
  ...[block, block, block, blockMark, blockMark, blockMark],
  [" $", ""],
  ["^([^0-9]*[^0-9 ]) ?([0-9]+(?: [0-9]+)*)$", "$2 $1"],
  ["^([0-9]+) ([^0-9]*[^0-9 ]) ([0-9]+(?: [0-9]+)*)$", "$1 $3 $2"],
];

const rewritesOf: Partial<Record<Country, Rewrites>> = {
  DE: german,
  AT: german,
  CH: [...german, ...french],
  FR: french,
  BE: french,
  LU: french,
  ES: spanish,
  MX: spanish,
  AR: spanish,
  CL: spanish,
  CO: spanish,
  PE: spanish,
  IT: italian,
  PT: portuguese,
  BR: portuguese,
  JP: japanese,
};

/** Countries with spellings of their own. */
export const localCountries = Object.keys(rewritesOf) as Country[];
export const streetRewrites = (country: Country): Rewrites => rewritesOf[country] ?? [];

export const localStreet = (street: string, country: Country | undefined): string =>
  (country === undefined ? [] : streetRewrites(country)).reduce(
    (text, [pattern, replacement]) => text.replace(new RegExp(pattern), replacement),
    street,
  );

/** Digits of postcodes that begin with zeros, which spreadsheets lose. */
export const postcodeDigits: Partial<Record<Country, number>> = {
  DE: 5,
  FR: 5,
  ES: 5,
  IT: 5,
  FI: 5,
  SE: 5,
  US: 5,
  MX: 5,
  KR: 5,
  EE: 5,
  HR: 5,
  UA: 5,
  JP: 7,
  RU: 6,
  CN: 6,
  IN: 6,
};

/** `D10115` and `DE10115` are 10115 in Germany. */
export const countryPrefix = "^(?:D|DE|A|AT|CH|F|FR|I|IT|E|ES|B|BE|L|LU|P|PT|FI|SE|N|NO|DK)([0-9]{4,7})$";

export const localPostcode = (postcode: string, country: Country | undefined): string => {
  if (country === undefined) return postcode;
  const bare = postcode.replace(new RegExp(countryPrefix), "$1");
  const digits = postcodeDigits[country] ?? 0;
  return /^[0-9]+$/.test(bare) && bare.length === digits - 1 ? `0${bare}` : bare;
};
