// How the operators of conditions are said, wherever one is shown or chosen.

import type { Schemas } from "./client.js";

export type Operator = Exclude<keyof Schemas["TraitCondition"], "name" | "optional">;

export const operatorWords: Record<Operator, string> = {
  _eq: "is",
  _neq: "is not",
  _in: "is one of",
  _nin: "is none of",
  _gte: "is at least",
  _gt: "is above",
  _lte: "is at most",
  _lt: "is below",
  _nnull: "is known",
  _null: "is not known",
  _matches: "matches the pattern",
};

/** Of dates: a date alone means its first moment, so others would mislead. */
export const dateWords: Partial<Record<Operator, string>> = { _gte: "is on or after", _lt: "is before" };
