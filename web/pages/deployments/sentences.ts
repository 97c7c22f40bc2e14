// Labels and sentences about a deployment: its type, rows, format, limit and conditions.

import { databaseNames, programNames, takesHashes } from "../../../src/words/connections.js";
import { formatCount, formatCounted, formatPeople, formatPercent } from "../../ui/format.js";
import { isFile, type Limit, type Preset, type Target } from "./draft.js";
import type { Condition } from "./filter.js";

type Options = Target["options"];
type Representation = Target["representation"];

export const typeLabels: Record<Options["type"], string> = {
  hosted_csv: "File",
  lookup_api: "Lookup API",
  ...(Object.fromEntries(
    Object.entries(databaseNames).map(([type, name]) => [type, `${name} table`]),
  ) as typeof databaseNames),
  s3: "File in a bucket",
  azure_blobs: "File in Azure Blob Storage",
  sftp: "File on an SFTP server",
  ...(Object.fromEntries(
    Object.entries(programNames).map(([type, name]) => [
      type,
      type === "endpoint" || isAudience(type) ? name : `${name} list`,
    ]),
  ) as typeof programNames),
  spark_table: "Lake table",
};

export const fileFormats: Record<NonNullable<Options["format"]>, string> = { csv: "CSV", parquet: "Parquet" };

/** "Parquet file" */
export const typeLabel = ({ type, format = "csv" }: Pick<Options, "type" | "format">): string =>
  type === "hosted_csv" ? `${fileFormats[format]} file` : typeLabels[type];

export const tableFormats: Record<NonNullable<Options["table_format"]>, string> = {
  delta: "Delta",
  iceberg: "Iceberg",
};

export const presetLabels: Record<Preset, string> = {
  default: "Our own, with results",
  facebook: "Meta (Facebook): customer list",
  google_ads: "Google Ads: Customer Match",
  spreadsheet: "Spreadsheet: readable list with reasons",
  klaviyo: "Klaviyo: list import",
  mailchimp: "Mailchimp: audience import",
};

/** Whether a program takes people as hashes alone. */
export function isAudience(type: string): boolean {
  return type in programNames && takesHashes(type as keyof typeof programNames);
}

export const programSentence = ({
  type,
  isDryRun,
  isWithdrawn,
}: {
  type: string;
  isDryRun: boolean;
  isWithdrawn: boolean;
}): string => {
  if (isDryRun) return "Nothing is sent: each build counts what would be.";
  if (isAudience(type))
    return isWithdrawn
      ? "Everything is taken back: people leave the audience."
      : "Hashes of the people with an e-mail address and a probability, and no predictions. Each build sends what changed.";
  return isWithdrawn
    ? "Everything is taken back: people leave the list, and their properties are emptied."
    : "People with an e-mail address and a probability, whose predictions become properties of their contact. Each build sends what changed.";
};

type Delivery = NonNullable<Target["delivery"]>;

/** What the newest build did with the list. */
export const deliverySentence = (
  {
    is_dry_run: isDryRun,
    added,
    changed,
    removed,
  }: Pick<Delivery, "is_dry_run" | "added" | "changed" | "removed">,
  { withdrawn = false }: Pick<Options, "withdrawn">,
): string => {
  const would = isDryRun ? "would be " : "";
  const were = (count: number) => (isDryRun ? would : count === 1 ? "was " : "were ");
  if (withdrawn)
    return `${formatPeople(removed)} ${were(removed)}taken off it. Nothing of this deployment is there${isDryRun ? " then" : " now"}.`;
  if (added + changed + removed === 0)
    return `Nothing ${isDryRun ? "would be" : "was"} sent: nothing has changed.`;
  const parts = [
    `${formatPeople(added)} ${were(added)}added`,
    `${formatCount(changed)} updated`,
    `${formatCount(removed)} taken off`,
  ];
  return `${parts.slice(0, 2).join(", ")} and ${parts[2]}.${isDryRun ? " Nothing has been sent." : ""}`;
};

/** "2 invalid, 1 blocked" */
export const refusalPhrase = (refusals: Delivery["refusals"]): string =>
  refusals.map(({ reason, count }) => `${formatCount(count)} ${reason}`).join(", ");

export const rowSentence = (
  { mode, aggregate, reference, transform_preset: preset = "default" }: Representation,
  datasetName: (id: string) => string = () => "a dataset",
): string => {
  switch (mode) {
    case "identified":
      if (aggregate === "record")
        return "One row per record, with its dataset and key, the ID of its person and household, and how sure the match is.";
      return aggregate === "residence"
        ? "One row per household, with the name and address of its most likely member."
        : preset !== "default"
          ? `One row per person with a probability, likeliest first. ${presetLabels[preset]}.`
          : "One row per person, with names and addresses.";
    case "hashed":
      if (preset !== "default")
        return `One row per spelling of a person, hashed for the upload form of ${presetLabels[preset]}.`;
      return "One row per spelling of a person, with SHA-256 hashes of all identity fields. Ad platforms can match them with their own data and read nothing else.";
    case "referenced":
      return reference
        ? `One row per person, identified only by “${reference.column_name}” of ${datasetName(reference.dataset_id)}.`
        : "One row per person, identified only by your customer ID.";
    case "aggregated":
      return `One row per ${aggregate ?? "postcode"}, with the number of people and their mean scores. Areas with fewer than ten people are left out.`;
  }
};

export const formatSummary = ({
  type,
  format,
  delimiter = ",",
  gzip,
  quote_all: quotesAll,
}: Options): string | undefined => {
  if (!isFile({ type })) return undefined;
  if (format === "parquet") return "Parquet";
  const between = delimiterLabels[delimiter] ?? `“${delimiter}”`;
  const parts = [`delimiter: ${between}`, quotesAll && "all values quoted", gzip && "compressed (gzip)"];
  return parts.filter(Boolean).join(", ");
};

export const delimiterLabels: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
};

/** Names of the resources in conditions. */
export interface Names {
  outcome: (id: string) => string;
  cohort: (id: string) => string;
  persona: (setId: string, id: string) => string;
  trait: (name: string) => string;
  recommender: (id: string) => string;
  stream: (name: string) => string;
}

export const limitSentence = (limit: Limit, names: Pick<Names, "outcome">): string | undefined => {
  switch (limit.method) {
    case "none":
      return undefined;
    case "row_count": {
      const by = limit.outcomeId ? `, ranked by ${names.outcome(limit.outcomeId)}` : "";
      const which = limit.isDescending ? "most likely" : "least likely";
      return `At most ${formatCounted(limit.threshold ?? 0, "row")}, the ${which} first${by}.`;
    }
    case "percentile":
      return `Only percentiles ${limit.min} to ${limit.max} of ${names.outcome(limit.outcomeId)}.`;
  }
};

export const conditionPhrase = (condition: Condition, names: Names): string => {
  switch (condition.part) {
    case "outcome_probability":
      return `${names.outcome(condition.is.outcome_id)}: probability ${bounds(condition.is, formatPercent)}`;
    case "outcome_percentile":
      return `${names.outcome(condition.is.outcome_id)}: percentile ${bounds(condition.is, String)}`;
    case "recommender_rank":
      return `${names.recommender(condition.is.recommender_id)}: rank ${bounds(condition.is, String)}`;
    case "holdout":
      return condition.is._eq === "held_out" ? "held out" : "not held out";
    case "contact":
      return condition.is._eq ? "worth contacting" : "not worth contacting";
    case "contacted": {
      const { stream_name: stream, days, _eq } = condition.is;
      const by = stream === undefined ? "" : ` (${names.stream(stream)})`;
      return `${_eq ? "" : "not "}contacted in the last ${formatCounted(days, "day")}${by}`;
    }
    case "cohort_membership":
      return `${condition.is._eq ? "in" : "not in"} ${names.cohort(condition.is.cohort_id)}`;
    case "persona":
      return `${condition.is._eq ? "" : "not "}in persona ${names.persona(condition.is.persona_set_id, condition.is.persona_id)}`;
    case "trait": {
      const { name, ...tests } = condition.is;
      return `${names.trait(name)} ${bounds(tests, String)}`;
    }
  }
};

const bounds = (tests: object, say: (value: number) => string): string =>
  Object.entries(tests)
    .filter(([test]) => test.startsWith("_"))
    .map(([test, value]) => testPhrase(test, value, say))
    .join(" and ");

const testPhrase = (test: string, value: unknown, say: (value: number) => string): string => {
  if (test === "_null" || test === "_nnull") return value === (test === "_null") ? "is empty" : "has a value";
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
  _gte: "at least",
  _lt: "below",
  _lte: "at most",
  _in: "one of",
  _nin: "none of",
  _matches: "matches",
};
