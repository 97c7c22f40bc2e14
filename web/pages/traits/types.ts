// What a trait holds, in words.

import type { Records } from "../../api/kinds.js";

type Trait = Pick<Records["traits"], "type" | "statistical_type">;

const typeWords: Record<NonNullable<Trait["type"]>, string> = {
  boolean: "yes or no",
  date: "dates",
  double: "numbers",
  long: "whole numbers",
  string: "texts",
};

export const holds = ({ type, statistical_type }: Trait): string => {
  if (statistical_type === "multicategorical") return "lists";
  return type ? typeWords[type] : "not known yet";
};

export const statisticalWords = {
  categorical: "One of a few values",
  multicategorical: "A list of values",
  ordinal: "Has an order",
  nominal: "Anything else",
} as const;
