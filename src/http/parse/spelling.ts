// Some fields may be written in two ways. Either is taken, and from here on there is one: the way the service keeps it.
// Respelling works on parts of a record too, so that a merge patch may use either spelling; its nulls pass through.

import { isDeepStrictEqual } from "node:util";
import { refuse } from "../../errors/refusal.js";
import type { JsonObject } from "../json.js";

/** Renames `alias` to `canonical`; refuses both with different values. `at` is where the object is, for the message. */
export const oneSpelling = (object: JsonObject, canonical: string, alias: string, at = ""): JsonObject => {
  if (!(alias in object)) return object;
  const { [alias]: value, ...rest } = object;
  if (canonical in rest && !isDeepStrictEqual(rest[canonical], value))
    throw refuse("spelling-conflict", { first: at + alias, second: at + canonical });
  return { ...rest, [canonical]: value };
};
