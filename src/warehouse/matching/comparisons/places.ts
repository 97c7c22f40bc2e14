// A home is a house in a street of an area. Its parts are compared apart, for they go wrong apart: street and house number
// are mistyped, a unit is left out, a postcode belongs to the neighbouring town.

import { sql } from "../../sql/sql.js";
import { isEqual, isMissing, isOneEditAway, isSimilar, level, unknown } from "./level.js";

const hasTypoInNumber = sql`(
  least(length(l.house_number), length(r.house_number)) > 1
  and levenshtein(l.house_number, r.house_number) <= 1)`;

/** A house number alone says little. Post office boxes are all in the street `pobox`, which makes no neighbours of them. */
export const address = sql`
  case when ${isMissing("street")} then ${unknown}
    when ${isEqual("street")} then
      case when ${isEqual("house_number")} then ${level("address", "is the same")}
        when ${hasTypoInNumber} then ${level("address", "has a typo in the house number")}
        when ${isMissing("house_number")} then ${level("address", "is a little alike")}
        when l.street = 'pobox' then ${level("address", "differs")}
        else ${level("address", "is in the same street")} end
    when ${isSimilar("street", 0.93)} or ${isOneEditAway("street")} then
      case when ${isEqual("house_number")} then ${level("address", "has a typo in the street")}
        else ${level("address", "is in the same street")} end
    when ${isEqual("house_number")} and ${isSimilar("street", 0.85)} then ${level("address", "is a little alike")}
    else ${level("address", "differs")} end`;

/** Units of different houses have nothing to do with each other. */
export const unit = sql`
  case when ${isMissing("unit")} or (${isEqual("house_number")}) is not true then ${unknown}
    when ${isEqual("unit")} then ${level("unit", "is the same")}
    else ${level("unit", "differs")} end`;

/** Postcode, city and state are one comparison: they follow from each other. */
export const area = sql`
  case when ${isEqual("postcode")} then ${level("area", "has the same postcode")}
    when ${isMissing("postcode")} and ${isMissing("city")} then ${unknown}
    when ${isOneEditAway("postcode")} then
      case when ${isEqual("state")} then ${level("area", "has a postcode a typo away in the same state")}
        else ${level("area", "has a postcode a typo away")} end
    when (${isEqual("city")} or ${isSimilar("city", 0.88)}) and (${isEqual("state")}) is not false
      then ${level("area", "is the same city")}
    when ${isEqual("state")} then ${level("area", "is in the same state")}
    else ${level("area", "differs")} end`;

/** The share of an equal postcode, else null. */
export const postcodeShare = sql`case when ${isEqual("postcode")} then l.postcode_share end`;
