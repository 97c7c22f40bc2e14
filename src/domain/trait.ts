// A trait is something that is so of a person, without a date. Its owner says how to speak of it; what it holds is found with
// the people who have it.

import type { ColumnType } from "./dataset.js";
import { machineName } from "./stream.js";

/**
 * `categorical`       one value of a bounded set
 * `multicategorical`  several values of a bounded set: a list
 * `ordinal`           values that have an order, from low to high
 * `nominal`           anything else, such as yes and no, or free text
 */
export const traitStatisticalTypes = ["categorical", "multicategorical", "ordinal", "nominal"] as const;
export type TraitStatisticalType = (typeof traitStatisticalTypes)[number];

export interface TraitConfig {
  /** How to speak of it, in feature names and reasons; absent: made of its name. */
  literate?: string;
  description?: string;
  /** What a number of it counts. */
  unit?: string;
  /** Absent: as found in the data. Numbers that are said to be categorical are learned from as categories. */
  statistical_type?: TraitStatisticalType;
  /** A value → how to show it. */
  lookup_table?: Record<string, string>;
}

/** How many people have which values. A bin of dates or numbers reaches up to the next one's beginning. */
export type TraitBin =
  | { data_type: "boolean"; value: boolean | null; count: number }
  | { data_type: "date"; min: string; max: string | null; count: number }
  | { data_type: "number"; min: number; max: number | null; count: number }
  | { data_type: "text"; value: string; count: number };

/** What the people have of a trait. */
export interface TraitFindings {
  data_type: ColumnType;
  /** Of numbers: none has a fraction. */
  isWhole: boolean;
  people: number;
  /** How many different values there are; of a list, how many different items. */
  values: number;
  bins: TraitBin[];
}

/** Texts with more values than this are no bounded set. */
const mostCategories = 100;

export const statisticalTypeOf = (
  isList: boolean,
  { data_type, values }: TraitFindings,
): TraitStatisticalType => {
  if (isList) return "multicategorical";
  if (data_type === "number" || data_type === "date") return "ordinal";
  return data_type === "boolean" || values > mostCategories ? "nominal" : "categorical";
};

/** Whether values are told apart rather than ordered, whatever they look like. */
export const isCategorical = (type: TraitStatisticalType | undefined): boolean =>
  type !== undefined && type !== "ordinal";

/** Columns → names of traits: `Home Owner` → `home_owner`; the second of a name gets a number. */
export const traitNames = (columns: readonly string[]): Map<string, string> => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const column of columns) {
    const stem = machineName(column) || "column";
    let name = stem;
    for (let n = 2; taken.has(name); n++) name = `${stem}_${n}`;
    taken.add(name);
    names.set(column, name);
  }
  return names;
};

/** A description is for readers alone; all else is in the words of features, or in how they are made. */
export const changesFeatures = ({ description: _, ...rest }: TraitConfig): boolean =>
  Object.keys(rest).length > 0;
