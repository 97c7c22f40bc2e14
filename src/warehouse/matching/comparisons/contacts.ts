// People have several addresses and numbers, and families share them; that contacts differ says little.

import { sql } from "../../sql/sql.js";
import { hasOtherNumber, isEqual, isMissing, isOneEditAway, isSimilar, level, unknown } from "./level.js";

const hasSameMailboxName = sql`(
  split_part(l.email, '@', 1) = split_part(r.email, '@', 1) and length(split_part(l.email, '@', 1)) > 5)`;

/**
 * Half of an address is its provider, which many have in common; so likeness as a whole is looked at first, which also saves
 * most of the counting of edits. Namesakes tell their addresses apart by a number, so another number is no typo.
 */
const isTypoAway = sql`(
  ${isSimilar("email", 0.9)} and damerau_levenshtein(l.email, r.email) <= 2 and not ${hasOtherNumber("email")})`;

/** Who changes providers takes the name along; a short one may be anybody's. */
export const email = sql`
  case when ${isMissing("email")} then ${unknown}
    when ${isEqual("email")} then ${level("email", "is the same")}
    when ${isTypoAway} or ${hasSameMailboxName} then ${level("email", "is a typo or a provider away")}
    else ${level("email", "differs")} end`;

export const phone = sql`
  case when ${isMissing("phone")} then ${unknown}
    when ${isEqual("phone")} then ${level("phone", "is the same")}
    when ${isOneEditAway("phone")} then ${level("phone", "is a digit away")}
    else ${level("phone", "differs")} end`;
