// Error detail for an unknown name, with a suggestion of the nearest one.

import type { ValidationError } from "../../errors/refusal.js";
import { nearest } from "./nearest.js";

/** `path` is the position of the name in the request, and `what` the kind of thing that it should name. */
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
