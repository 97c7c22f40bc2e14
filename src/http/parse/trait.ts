// A trait is written as it is kept.

import type { JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { traitPost } from "../schemas/trait.js";
import { conform } from "../validation.js";

export const parseTrait = (body: JsonObject): Draft<"traits"> => {
  const { name, ...config } = conform(traitPost, body);
  return { name, config };
};
