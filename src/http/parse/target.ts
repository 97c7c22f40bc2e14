// A target is written as it is kept; only defaults are filled in.

import type { JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { targetKept } from "../schemas/target.js";
import { conform } from "../validation.js";

export const parseTarget = (body: JsonObject): Draft<"targets"> => {
  const { name, ...config } = conform(targetKept, body);
  return { name, config };
};
