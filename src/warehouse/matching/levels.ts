// Levels of a pair, read from its pattern: of the relation `pair`, with column pattern.

import { bases, type ComparisonName, comparisons, placeValues } from "../../domain/people/matching.js";
import { ident, list, type Sql, sql } from "../sql/sql.js";
import { levelNumber } from "./comparisons.js";

/** Whether a comparison has one of these levels. */
export const hasLevel = (pair: string, comparison: ComparisonName, ...levels: readonly string[]): Sql => {
  const at = comparisons.findIndex(({ name }) => name === comparison);
  const numbers = list(levels.map((name) => levelNumber(comparison, name)));
  return sql`(cast(${ident(pair, "pattern")} as bigint) // ${placeValues[at]!} % ${bases[at]!} in (${numbers}))`;
};

/**
 * What is one person's differs: a mailbox, a telephone, a number or, by a generation, a birth date. Years of
 * birth are often wrong.
 */
export const hasOtherContact = (pair: string): Sql => sql`(
  ${hasLevel(pair, "email", "differs")} or ${hasLevel(pair, "phone", "differs")}
  or ${hasLevel(pair, "birth_date", "is far apart")}
  or ${hasLevel(pair, "national_id", "differs")} or ${hasLevel(pair, "customer_id", "differs")})`;

const hasSameContact = (pair: string): Sql => {
  const has = (comparison: ComparisonName, ...levels: string[]) => hasLevel(pair, comparison, ...levels);
  return sql`(
    ${has("email", "is the same", "differs by a typo or the provider")}
    or ${has("phone", "is the same", "differs by one digit")} or ${has("birth_date", "is the same", "is similar")}
    or ${has("national_id", "is the same", "differs by one digit")} or ${has("customer_id", "is the same")})`;
};

/** Nothing but the name agrees: neither a house nor a contact. */
export const restsOnName = (pair: string): Sql => sql`(
  not ${hasLevel(pair, "address", "is the same", "has a typo in the street", "has a typo in the house number", "is similar")}
  and not ${hasSameContact(pair)})`;

/** Two of other last names have but a first name in common, and no house or contact. */
export const restsOnFirstName = (pair: string): Sql => sql`(
  ${hasLevel(pair, "last_name", "differs")} and not ${hasLevel(pair, "address", "is the same")} and not ${hasSameContact(pair)})`;
