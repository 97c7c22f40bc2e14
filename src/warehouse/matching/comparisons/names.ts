// Names are mistyped, shortened, married and written in the wrong column.

import { ident, type Sql, sql } from "../../sql/sql.js";
import { hasOtherNumber, isEqual, isMissing, isOneEditAway, isSimilar, level, unknown } from "./level.js";

/** Both names are the same once their columns change places. */
const isSwapped = sql`(l.first_name = r.last_name and l.last_name = r.first_name)`;

/** The same of one name, the other being nearly so. */
const isNearlySwapped = sql`(
  l.first_name = r.last_name and jaro_winkler_similarity(l.last_name, r.first_name) >= 0.86
  or l.last_name = r.first_name and jaro_winkler_similarity(l.first_name, r.last_name) >= 0.86)`;

/** An initial agrees or differs and can do no more. A nickname is one that both may stand for. */
export const firstName = sql`
  case when ${isMissing("first_name")} then ${unknown}
    when ${isEqual("first_name")} or ${isSwapped} then ${level("first_name", "is the same")}
    when length(l.first_name) = 1 or length(r.first_name) = 1 then
      case when left(l.first_name, 1) = left(r.first_name, 1) then ${level("first_name", "agrees in the initial")}
        else ${level("first_name", "differs")} end
    when list_has_any(l.first_names, r.first_names) then ${level("first_name", "is a nickname")}
    when ${hasOtherNumber("first_name")} then ${level("first_name", "differs")}
    when ${isSimilar("first_name", 0.92)} or ${isOneEditAway("first_name")} or ${isNearlySwapped}
      then ${level("first_name", "is a typo away")}
    when ${isSimilar("first_name", 0.82)} then ${level("first_name", "is a little alike")}
    else ${level("first_name", "differs")} end`;

/** `Garcia` is part of `Garcia Lopez`, as is a maiden name of a double one. */
export const lastName = sql`
  case when ${isMissing("last_name")} then ${unknown}
    when ${isEqual("last_name")} or ${isSwapped} then ${level("last_name", "is the same")}
    when l.last_start = r.last_name or l.last_end = r.last_name
      or r.last_start = l.last_name or r.last_end = l.last_name then ${level("last_name", "is part of the other")}
    when ${hasOtherNumber("last_name")} then ${level("last_name", "differs")}
    when ${isSimilar("last_name", 0.93)} or ${isOneEditAway("last_name")} or ${isNearlySwapped}
      then ${level("last_name", "is a typo away")}
    when ${isSimilar("last_name", 0.84)} then ${level("last_name", "is a little alike")}
    else ${level("last_name", "differs")} end`;

/** Father and son; one without a suffix may be either. */
export const suffix = sql`
  case when ${isMissing("suffix")} then ${unknown}
    when ${isEqual("suffix")} then ${level("suffix", "is the same")}
    else ${level("suffix", "differs")} end`;

export const middleName = sql`
  case when ${isMissing("middle_name")} then ${unknown}
    when ${isEqual("middle_name")} then ${level("middle_name", "is the same")}
    else ${level("middle_name", "differs")} end`;

/** Of a swapped pair's two orders, the one that the shares speak for: a case without its end, for where they are level. */
const inLikelierOrder = (share: string): Sql => {
  const likelihood = (side: string) =>
    sql`${ident(side, "first_name_share")} * ${ident(side, "last_name_share")}`;
  return sql`
    when ${isSwapped} and ${likelihood("l")} > ${likelihood("r")} then ${ident("l", share)}
    when ${isSwapped} and ${likelihood("l")} < ${likelihood("r")} then ${ident("r", share)}`;
};

/**
 * The share of an equal name; of names that differ that of the rarer; of swapped ones that in the likelier order, and where
 * both orders are as likely, whichever is not `l` for being `l`.
 */
export const firstNameShare = sql`
  case when ${isMissing("first_name")} then null
    when ${isEqual("first_name")} then l.first_name_share
    ${inLikelierOrder("first_name_share")}
    when ${isSwapped} then greatest(l.first_name_share, r.first_name_share)
    else least(l.first_name_share, r.first_name_share) end`;

/** The share of an equal name, in swapped columns that in the likelier order; else null. */
export const lastNameShare = sql`
  case when ${isEqual("last_name")} then l.last_name_share
    ${inLikelierOrder("last_name_share")}
    when ${isSwapped} then least(l.last_name_share, r.last_name_share) end`;
