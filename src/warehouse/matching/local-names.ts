// Names in one spelling where a country writes a sound in several ways: long vowels of Japanese names
// (`Satō`, `Satou`, `Satoh`), and German umlauts without dots (`Mueller`). Elsewhere such letters tell names
// apart: `Louis` is not `Lois`.

import { join, type Sql, sql } from "../sql/sql.js";

type Rewrites = readonly (readonly [pattern: string, replacement: string])[];

const longVowels: Rewrites = [
  ["oh([bcdfghjkmnprstwyz]|$)", "o\\1"],
  ["o[ou]+", "o"],
  ["uu+", "u"],
];
/** Neither in `Bauer` nor in `Michael`. */
const umlauts: Rewrites = [["(^|[^aeiouq])([aou])e(l[bcdfghjklmnpqrstvwxz]|[^l])", "\\1\\2\\3"]];

const rewritesOf: Readonly<Record<string, Rewrites>> = {
  JP: longVowels,
  DE: umlauts,
  AT: umlauts,
  CH: umlauts,
  LI: umlauts,
  LU: umlauts,
};

/** Needs `known`, a row of `stageCountries`. */
export const inOneSpelling = (name: Sql): Sql => {
  const cases = Object.entries(rewritesOf).map(
    ([country, rewrites]) => sql`when ${country} then ${rewritten(name, rewrites)}`,
  );
  return sql`case known.country ${join(cases, " ")} else ${name} end`;
};

const rewritten = (name: Sql, rewrites: Rewrites): Sql =>
  rewrites.reduce(
    (text, [pattern, replacement]) => sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'g')`,
    name,
  );
