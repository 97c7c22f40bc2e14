// Traits: properties of a person without a date, such as a plan. Their owner describes how to display them;
// the values are found when people are built.

import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../resource/limits.js";
import { distinctNames, hasOtherLetters, nameOf } from "../resource/name-rule.js";
import { byName, closed, oneOf, optional } from "../resource/schema.js";
import type { ColumnType } from "./dataset-findings.js";
import { machineName } from "./stream.js";

export const traitStatisticalTypes = ["categorical", "multicategorical", "ordinal", "nominal"] as const;
export type TraitStatisticalType = (typeof traitStatisticalTypes)[number];

const text = (description: string, example: string) =>
  optional(Type.String({ minLength: 1, maxLength: 1000, description, examples: [example] }));

export const traitConfig = closed({
  literate: text("Display name in features and reasons. Absent: derived from the name.", "plan"),
  description: text("Description for readers.", "The plan that the customer has subscribed to."),
  unit: text("Unit of its numbers.", "years"),
  statistical_type: optional(
    oneOf(
      traitStatisticalTypes,
      "categorical: one value of a bounded set. multicategorical: a list of such values. ordinal: values with an order. nominal: " +
        "anything else, such as yes and no, or free text. Absent: detected from the data. A model treats numbers of any type but " +
        "ordinal as categories.",
    ),
  ),
  lookup_table: optional(
    byName(Type.String({ maxLength: limits.valueCharacters.is }), {
      maxProperties: limits.conditionValues.is,
      description: "Display texts in reports, by value.",
      examples: [{ "1": "Gold", "2": "Silver" }],
    }),
  ),
});
export type TraitConfig = Static<typeof traitConfig>;

/**
 * Prefix of the names of built-in attributes of the published interface. There are none here, so it is
 * ignored: `fig/age` means the trait age of one's own.
 */
const builtInPrefix = "fig/";

export const isBuiltInName = (name: string): boolean => name.startsWith(builtInPrefix);

export const withoutPrefix = (name: string): string =>
  isBuiltInName(name) ? name.slice(builtInPrefix.length) : name;

/** The one of these traits that a name means; undefined if there is none. */
export const traitMeant = (name: string, traits: readonly string[]): string | undefined =>
  [name, withoutPrefix(name)].find((meant) => traits.includes(meant));

/** People by value. A bin of dates or numbers reaches up to the beginning of the next. */
export type TraitBin =
  | { data_type: "boolean"; value: boolean | null; count: number }
  | { data_type: "date"; min: string; max: string | null; count: number }
  | { data_type: "number"; min: number; max: number | null; count: number }
  | { data_type: "text"; value: string; count: number };

/** Findings about a trait of the people. */
export interface TraitFindings {
  data_type: ColumnType;
  /** True of numbers without fractions. */
  isWhole: boolean;
  people: number;
  /** Number of different values; of a list, of different items. */
  values: number;
  bins: TraitBin[];
}

/** Texts with more values than this are no bounded set. */
const maxCategories = 100;

export const statisticalTypeOf = (
  isList: boolean,
  { data_type, values }: TraitFindings,
): TraitStatisticalType => {
  if (isList) return "multicategorical";
  if (data_type === "number" || data_type === "date") return "ordinal";
  return data_type === "boolean" || values > maxCategories ? "nominal" : "categorical";
};

/** True where values are categories, even if they look like numbers. */
export const isCategorical = (type: TraitStatisticalType | undefined): boolean =>
  type !== undefined && type !== "ordinal";

/**
 * Columns → names of traits: `Home Owner` → `home_owner`; letters of other scripts stay, and the second of a
 * name gets a number.
 */
export const traitNames = (columns: readonly string[]): Map<string, string> => {
  const wanted = (column: string) =>
    hasOtherLetters(column) ? nameOf(column) : machineName(column) || "column";
  const names = distinctNames(columns.map(wanted));
  return new Map(columns.map((column, i) => [column, names[i]!]));
};

/** True where a setting other than the description is present: those affect the features or their names. */
export const changesFeatures = ({ description: _, ...rest }: TraitConfig): boolean =>
  Object.keys(rest).length > 0;
