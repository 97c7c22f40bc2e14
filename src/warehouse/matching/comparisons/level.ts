// A comparison looks at the profiles `l` and `r` of a pair and ends in a level, which is written here by its words, so that
// SQL and `domain/matching.ts` cannot come apart.

import { type ComparisonName, comparisons } from "../../../domain/matching.js";
import { assert } from "../../../errors/refusal.js";
import { ident, type Sql, sql } from "../../sql/sql.js";

/** The number of a level: `level("unit", "is the same")` is 2. */
export const level = (comparison: ComparisonName, words: string): Sql => {
  const at = comparisons.find(({ name }) => name === comparison)!.levels.indexOf(words);
  assert(at >= 0, `no level of ${comparison} says that it ${words}`);
  return sql`${at + 1}`;
};

/** A value is missing, and nothing is known of whether it agrees. */
export const unknown = sql`0`;

export const isMissing = (column: string): Sql =>
  sql`(${ident("l", column)} is null or ${ident("r", column)} is null)`;

export const isEqual = (column: string): Sql => sql`${ident("l", column)} = ${ident("r", column)}`;

export const isSimilar = (column: string, least: number): Sql =>
  sql`jaro_winkler_similarity(${ident("l", column)}, ${ident("r", column)}) >= ${least}`;

/** The numbers in both texts: who writes `Customer 17` or `ann.lee82` tells people apart by them. */
export const hasOtherNumber = (column: string): Sql => {
  const number = (side: string) => sql`regexp_replace(${ident(side, column)}, '[^0-9]+', '', 'g')`;
  return sql`(
    regexp_matches(${ident("l", column)} || ${ident("r", column)}, '[0-9]') and ${number("l")} <> ${number("r")})`;
};

/**
 * One letter was added, left out or changed, or two neighbours changed places. Such an edit leaves the first or the last
 * half of the text as it was, and to look at these first saves nearly all of the counting of edits.
 */
export const isOneEditAway = (column: string): Sql => {
  const [l, r] = [ident("l", column), ident("r", column)];
  const half = sql`greatest((least(length(${l}), length(${r})) - 1) // 2, 1)`;
  return sql`(
    abs(length(${l}) - length(${r})) <= 1
    and (starts_with(${l}, left(${r}, ${half})) or ends_with(${l}, right(${r}, ${half})))
    and damerau_levenshtein(${l}, ${r}) <= 1)`;
};
