// A deployment in words: what it is, what a row of it is, and whom it tells of.

import { formatCount, formatPercent } from "../../ui/format.js";
import type { Limit, Target } from "./draft.js";
import type { Condition } from "./filter.js";

type Options = Target["options"];
type Representation = Target["representation"];

export const typeWords: Record<Options["type"], string> = {
  hosted_csv: "File",
  lookup_api: "Lookup",
  postgres: "Table in a database",
};

export const rowInWords = (
  { mode, aggregate, reference }: Representation,
  datasetName: (id: string) => string = () => "a dataset",
): string => {
  switch (mode) {
    case "identified":
      return aggregate === "residence"
        ? "A row is a residence, with the name and address of its likeliest member in clear."
        : "A row is a person, with names and addresses in clear.";
    case "hashed":
      return "A row is one spelling of a person, every field as a hash (SHA-256): others can match it with what they know, and read nothing else.";
    case "referenced":
      return reference
        ? `A row is a person, told by your own key “${reference.column_name}” of ${datasetName(reference.dataset_id)} and nothing else.`
        : "A row is a person, told by your own key and nothing else.";
    case "aggregated":
      return `A row is a ${aggregate ?? "postcode"}: how many people, and their means. Where there are fewer than ten, it is left out.`;
  }
};

export const formatInWords = ({
  type,
  delimiter = ",",
  gzip,
  quote_all: quotesAll,
}: Options): string | undefined => {
  if (type !== "hosted_csv") return undefined;
  const between = delimiterWords[delimiter] ?? `“${delimiter}”`;
  const parts = [
    `${between} between values`,
    quotesAll && "every value in quotes",
    gzip && "compressed (gzip)",
  ];
  return parts.filter(Boolean).join(", ");
};

export const delimiterWords: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
};

/** How what conditions name is shown. */
export interface Names {
  outcome: (id: string) => string;
  cohort: (id: string) => string;
  persona: (setId: string, id: string) => string;
  trait: (name: string) => string;
  recommender: (id: string) => string;
}

export const limitInWords = (limit: Limit, names: Pick<Names, "outcome">): string | undefined => {
  switch (limit.method) {
    case "none":
      return undefined;
    case "row_count": {
      const by = limit.outcomeId ? ` by ${names.outcome(limit.outcomeId)}` : "";
      const which = limit.isDescending ? "likeliest" : "least likely";
      return `At most ${formatCount(limit.threshold ?? 0)} rows: the ${which}${by}.`;
    }
    case "percentile":
      return `Only percentiles ${limit.min} to ${limit.max} of ${names.outcome(limit.outcomeId)}.`;
  }
};

export const conditionInWords = (condition: Condition, names: Names): string => {
  switch (condition.part) {
    case "outcome_probability":
      return `${names.outcome(condition.is.outcome_id)}: probability ${bounds(condition.is, formatPercent)}`;
    case "outcome_percentile":
      return `${names.outcome(condition.is.outcome_id)}: percentile ${bounds(condition.is, String)}`;
    case "recommender_rank":
      return `${names.recommender(condition.is.recommender_id)}: ranks ${bounds(condition.is, String)}`;
    case "cohort_membership":
      return `${condition.is._eq ? "in" : "not in"} ${names.cohort(condition.is.cohort_id)}`;
    case "persona":
      return `${condition.is._eq ? "" : "not "}of persona ${names.persona(condition.is.persona_set_id, condition.is.persona_id)}`;
    case "trait": {
      const { name, ...tests } = condition.is;
      return `${names.trait(name)} ${bounds(tests, String)}`;
    }
  }
};

const bounds = (tests: object, say: (value: number) => string): string =>
  Object.entries(tests)
    .filter(([test]) => test.startsWith("_"))
    .map(([test, value]) => testInWords(test, value, say))
    .join(" and ");

const testInWords = (test: string, value: unknown, say: (value: number) => string): string => {
  if (test === "_null" || test === "_nnull")
    return value === (test === "_null") ? "is not known" : "is known";
  const said = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "number"
      ? say(value)
      : `“${value}”`;
  return `${operators[test] ?? test} ${said}`;
};

const operators: Readonly<Record<string, string>> = {
  _eq: "is",
  _neq: "is not",
  _gt: "above",
  _gte: "from",
  _lt: "below",
  _lte: "up to",
  _in: "one of",
  _nin: "none of",
  _matches: "matches",
};
