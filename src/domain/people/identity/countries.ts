// Countries as people write them: a code or a name in one of several languages. A record's country tells how
// to read its telephone number, postcode and street. `warehouse/persons/countries.ts` does the same in SQL.

import { countriesTsv, rowsOf } from "./lists.js";
import type { Country } from "./phones.js";
import { words } from "./text.js";

/** Codes and names in words, each with its country. */
export const countryNames: readonly (readonly [name: string, country: Country])[] = rowsOf(
  countriesTsv,
).flatMap(([code, names]) => {
  const country = code!.toUpperCase() as Country;
  return [code!, ...names!.split("|")].map((name) => [name, country] as const);
});

const countryOfName = new Map(countryNames);

/** Undefined if missing, or no country that we know. */
export const countryIn = (text: string | null | undefined): Country | undefined =>
  countryOfName.get(words(text));
