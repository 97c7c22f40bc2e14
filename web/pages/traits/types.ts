// Labels of the types of a trait's values.

import type { Records } from "../../api/kinds.js";

type Trait = Pick<Records["traits"], "type" | "statistical_type">;

const typeLabels: Record<NonNullable<Trait["type"]>, string> = {
  boolean: "yes or no",
  date: "dates",
  double: "numbers",
  long: "whole numbers",
  string: "texts",
};

export const typeOf = ({ type, statistical_type }: Trait): string => {
  if (statistical_type === "multicategorical") return "lists";
  return type ? typeLabels[type] : "not known yet";
};

export const statisticalLabels = {
  categorical: "Category",
  multicategorical: "List of categories",
  ordinal: "Ordered, such as an age",
  nominal: "Free text or identifier",
} as const;
