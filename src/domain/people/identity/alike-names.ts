// Alike names: given names one letter apart that are two names, as those of a brother and a sister are.
// Elsewhere such a difference is a slip of the pen.

import { alikeNamesTsv, rowsOf } from "./lists.js";

/** Each pair once, the smaller name first, with a space between them. */
export const alikeNames: readonly string[] = rowsOf(alikeNamesTsv).flatMap(([name, others]) =>
  others!.split(" ").map((other) => [name!, other].sort().join(" ")),
);

/**
 * Letters that a woman's name has at its end where a man's has another one or none: `Karla`, `Александра`,
 * `Fernanda`.
 */
export const feminineEndings: readonly (readonly [masculine: string, feminine: string])[] = [
  ["", "a"],
  ["o", "a"],
  ["", "а"],
  ["и", "я"],
];

/** The same of family names, in normalised letters: `Kowalska`, `Иванова`, `Ζέρβα`. */
export const familyEndings: readonly (readonly [masculine: string, feminine: string])[] = [
  ["ski", "ska"],
  ["cki", "cka"],
  ["sky", "ska"],
  ["ov", "ova"],
  ["ev", "eva"],
  ["in", "ina"],
  ["ов", "ова"],
  ["ев", "ева"],
  ["ин", "ина"],
  ["скии", "ская"],
  ["цкии", "цкая"],
  ["οσ", "ου"],
  ["ησ", "η"],
  ["ασ", "α"],
];
