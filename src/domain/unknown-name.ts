// A name that is not there, told with the one that was probably meant.

import type { ValidationError } from "../errors/refusal.js";
import { nearest } from "./nearest.js";

/** `path` is where it was written, and `what` it is no name of. */
export const unknownName = (
  path: string,
  typed: string,
  what: string,
  known: readonly string[],
): ValidationError => {
  const suggestion = nearest(typed, known);
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  return {
    path,
    message: `is no ${what} that there is${hint}`,
    ...(suggestion !== undefined && { suggestion }),
    context: { errorType: `unknown_${what}` },
  };
};
