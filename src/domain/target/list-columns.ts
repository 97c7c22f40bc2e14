// Columns of lists for people and mail programs, under the names that each program maps by itself: Klaviyo's
// from "How to create and add subscribers to a new list", Mailchimp's from "Format guidelines for your import
// file". Both keep further columns as properties of a profile, so those are named after the goal, which tells
// two predictions apart.

import type { IdentityField } from "../data/dataset.js";
import { isHorizonProbability } from "../outcome/horizons.js";
import type { PredictedColumn } from "../pipeline/predicted-columns.js";

export const listPresets = ["spreadsheet", "klaviyo", "mailchimp"] as const;
export type ListPreset = (typeof listPresets)[number];

export const isListPreset = (preset: string | undefined): preset is ListPreset =>
  (listPresets as readonly (string | undefined)[]).includes(preset);

export const reasonsInList = 3;

/** Names of the columns in the rows of a list; each has the prefix `list_`. */
export type ListSource =
  | "email"
  | "first_name"
  | "last_name"
  | "customer_id"
  | "phone"
  | "person_id"
  | "chance_pct"
  | "rank"
  | "decile"
  | PredictedColumn
  | `reason_${number}`
  | "scored_on";

export interface ListColumn {
  source: ListSource;
  header: string;
}

export interface ListFacts {
  /** Identity fields that any dataset maps. */
  mapped: readonly string[];
  /** Goal of the probability, as a slug after "chance_to_": `buy_again`. */
  goal: string;
  isExplained: boolean;
  /** Further columns of the outcome that orders the list. */
  predictedColumns?: readonly PredictedColumn[];
}

const fieldsOf: Partial<Record<ListSource, readonly IdentityField[]>> = {
  email: ["email"],
  first_name: ["person_first_name", "person_full_name"],
  last_name: ["person_last_name", "person_full_name"],
  customer_id: ["customer_id"],
  phone: ["phone"],
};

/** The columns of a preset, in order: who it is, then how likely and why. */
export const listColumns = (preset: ListPreset, facts: ListFacts): ListColumn[] =>
  preset === "spreadsheet" ? spreadsheetColumns(facts) : importColumns(preset, facts);

/** People without any of these sources have no row; null: everyone has one. */
export const requiredSources = (preset: ListPreset): readonly ListSource[] | null =>
  preset === "spreadsheet" ? null : preset === "klaviyo" ? ["email", "phone"] : ["email"];

export const isMapped = (source: ListSource, mapped: readonly string[]): boolean =>
  fieldsOf[source]?.some((field) => mapped.includes(field)) ?? false;

/** Without e-mail addresses, whatever else tells who it is: a telephone number, and our own id in the end. */
const spreadsheetColumns = ({
  mapped,
  goal,
  isExplained,
  predictedColumns = [],
}: ListFacts): ListColumn[] => {
  const has = (source: ListSource) => isMapped(source, mapped);
  const isNamed = has("email") || has("phone") || has("customer_id");
  return [
    ...(["email", "first_name", "last_name", "customer_id"] as const).filter(has),
    ...(has("phone") && !has("email") ? (["phone"] as const) : []),
    ...(isNamed ? [] : (["person_id"] as const)),
    ...(["chance_pct", "rank", "decile"] as const),
    ...predictedColumns,
    ...(isExplained ? reasonSources : []),
    "scored_on" as const,
  ].map((source) => ({ source, header: source === "chance_pct" ? chanceTo(goal, "pct") : headerOf(source) }));
};

const importHeaders: Record<Exclude<ListPreset, "spreadsheet">, readonly [ListSource, string][]> = {
  klaviyo: [
    ["email", "Email"],
    ["phone", "Phone Number"],
    ["first_name", "First Name"],
    ["last_name", "Last Name"],
  ],
  mailchimp: [
    ["email", "Email Address"],
    ["first_name", "First Name"],
    ["last_name", "Last Name"],
    ["phone", "Phone Number"],
  ],
};

const importColumns = (
  preset: Exclude<ListPreset, "spreadsheet">,
  { mapped, goal, predictedColumns = [] }: ListFacts,
): ListColumn[] => [
  ...importHeaders[preset]
    .filter(([source]) => isMapped(source, mapped))
    .map(([source, header]) => ({ source, header })),
  { source: "chance_pct", header: chanceTo(goal, "pct") },
  { source: "decile", header: chanceTo(goal, "decile") },
  ...predictedColumns.map((source) => ({ source, header: `${goal}_${headerOf(source)}` })),
  { source: "scored_on", header: chanceTo(goal, "scored_on") },
];

/** Probabilities are per cent in lists: `chance_30d_pct`. */
const headerOf = (source: string): string =>
  isHorizonProbability(source) ? `${source.replace("probability", "chance")}_pct` : source;

const chanceTo = (goal: string, what: string): string => `chance_to_${goal}_${what}`;

const reasonSources = Array.from({ length: reasonsInList }, (_, i): ListSource => `reason_${i + 1}`);
