// Warnings of a dataset: columns that are not mapped, the share of rejected rows, and the most common reason.

import type { DatasetConfig } from "../domain/data/dataset.js";
import type { RejectedRow } from "../domain/data/dataset-findings.js";
import { areRowsCustomers, hasAllColumnsAsTraits } from "../domain/data/snapshot.js";
import type { DatasetResult } from "../domain/proposal/dataset-result.js";
import { nounOf, unusualFileBriefly, unusualFileWarning } from "./ledger.js";

/** Below this share of rejected rows there is no warning. */
const tolerableShare = 0.01;

/**
 * Sentences; empty where there are rows, and few were rejected. Without `examples` they have no value of a
 * row, which may be about a person.
 */
export const datasetWarnings = (result: DatasetResult, { examples } = { examples: true }): string[] => [
  ...emptiness(result),
  ...ofTable(result),
  ...unreadMembers(result),
  ...rejections(result, examples),
  ...severalCustomers(result),
  ...unnamedCurrencies(result),
  ...unusualFiles(result),
];

const unusualFiles = ({ streams }: DatasetResult): string[] =>
  Object.entries(streams)
    .map(([name, { files = [] }]) => unusualFileWarning(files, nounOf(name)))
    .filter((warning) => warning !== "");

/** The newest file of a stream that is unlike those before, as a few words; empty for none. */
export const unusualInBrief = ({ streams }: Pick<DatasetResult, "streams">): string =>
  Object.entries(streams)
    .map(([name, { files = [] }]) => unusualFileBriefly(files, nounOf(name)))
    .find((words) => words !== "") ?? "";

/** Notes of a preview on columns that the import reads besides, and on those that it does not. */
const ofTable = ({ table_version: version }: DatasetResult): string[] => {
  if (version?.is_sample === undefined) return [];
  const { is_sample, rows, left_out_columns: leftOut } = version;
  return [
    ...(is_sample
      ? [`The preview has the first ${grouped(rows)} rows of the table. The import reads all of them.`]
      : []),
    ...(leftOut
      ? [
          `Not read, because their values have parts: ${leftOut.join(", ")}. To use them, name a view that has a column for each part.`,
        ]
      : []),
  ];
};

const emptiness = ({ funnel, detected_columns, table_version }: DatasetResult): string[] => {
  if (funnel.valid > 0 && funnel.too_old === funnel.valid)
    return [
      "Every row is older than keep_months allows, so that none counts. Raise the age limit, or upload newer rows.",
    ];
  return funnel.total === 0 && detected_columns.length > 0
    ? [
        table_version
          ? "The table has no rows."
          : "The files hold column names and no rows. Upload a file with rows.",
      ]
    : [];
};

const shownMembers = 3;

const unreadMembers = ({ unread_members: names = [] }: DatasetResult): string[] => {
  const rest = names.length - shownMembers;
  const listed = `${names.slice(0, shownMembers).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return names.length === 0
    ? []
    : [
        `Not read, because archives are searched for .csv, .tsv and .parquet files: ${listed}. If they hold rows, upload them on their own.`,
      ];
};

const severalCustomers = ({ streams }: DatasetResult): string[] =>
  Object.entries(streams).flatMap(([name, { counts }]) =>
    counts?.of_several_customers ? [keyReused(name, counts.of_several_customers)] : [],
  );

const keyReused = (stream: string, events: number): string =>
  `${grouped(events)} ${events === 1 ? "event" : "events"} of ${stream} ${events === 1 ? "has" : "have"} rows of several customers: is its event_key reused? ` +
  "The customer of an event is that of its first row. If the key repeats, add a column to it, such as the customer's.";

const unnamedCurrencies = ({ streams }: DatasetResult): string[] =>
  Object.entries(streams).flatMap(([name, { counts }]) =>
    (counts?.by_currency ?? []).flatMap(({ is_unnamed, events, value_total }) =>
      is_unnamed ? [withoutCurrency(name, events, value_total)] : [],
    ),
  );

const withoutCurrency = (stream: string, events: number, total: number): string => {
  const subject = events === 0 ? "Refunds" : `${grouped(events)} ${events === 1 ? "event" : "events"}`;
  const rest =
    events === 1
      ? "names no currency, and others do. It counts, and its amount"
      : "name no currency, and others do. They count, and their amounts";
  return (
    `${subject} of ${stream} ${rest} (${grouped(total)}) ${events === 1 ? "is" : "are"} not added. ` +
    "If the currency is that of the values, set currency.includes_unnamed of the stream, or choose it in the mapping."
  );
};

const rejections = ({ funnel, rejected_count, rejects }: DatasetResult, examples: boolean): string[] => {
  if (rejected_count === 0 || rejected_count < tolerableShare * funnel.total) return [];
  const share = Math.max(1, Math.round((100 * rejected_count) / funnel.total));
  const counts = `${grouped(rejected_count)} of ${grouped(funnel.total)} rows (${share} %) were rejected`;
  return [`${counts}${mostCommonReason(rejects, examples)} The ingress log shows which.`];
};

/**
 * Sentences on what a dataset that is not a preview maps to nothing; empty where rows have a person and
 * something to say of them.
 */
export const mappingWarnings = (config: DatasetConfig): string[] => {
  const { identity_sets, output_to_streams, output_to_traits, privacy } = config;
  if (config.preview) return [];
  const hasPeople = Object.keys(identity_sets).length > 0 || areRowsCustomers(config);
  const outputs = Object.keys(output_to_streams).length + Object.keys(output_to_traits).length;
  const hasOutputs = outputs > 0 || hasAllColumnsAsTraits(config) || privacy !== undefined;
  if (!hasPeople && !hasOutputs)
    return [
      "No column is mapped, so nothing is used from this dataset unless another merges it. Map the columns that identify people in " +
        "identity_sets, and the others in output_to_streams or output_to_traits.",
    ];
  if (!hasPeople)
    return [
      "No column identifies people, so its rows belong to nobody. Map the columns with names, addresses, e-mail addresses or your " +
        "customer ID in identity_sets.",
    ];
  return [];
};

/** The most common reason among the rows shown, with its first row. */
const mostCommonReason = (rejects: readonly RejectedRow[], hasExample: boolean): string => {
  const byReason = new Map<string, RejectedRow[]>();
  for (const reject of rejects) {
    const key = `${reject.column} ${reject.reason}`;
    const alike = byReason.get(key);
    if (alike) alike.push(reject);
    else byReason.set(key, [reject]);
  }
  const [commonest] = [...byReason.values()].sort((a, b) => b.length - a.length);
  if (commonest === undefined) return ".";
  const { column, reason, value, file, line, is_record } = commonest[0]!;
  const what = column === null ? reason : `${column} ${reason}`;
  const example = column === null || value === null || !hasExample ? "" : `, for example “${value}”`;
  const advice = reason.includes("date of the format") ? adviceOnDates : "";
  return `: ${commonest.length === rejects.length ? "" : "in most of those shown, "}${what} (${file}, ${is_record ? "record" : "line"} ${line}${example}).${advice}`;
};

const adviceOnDates =
  " Each column is read in one format, the one that fits most rows. Upload files with another date format to a separate directory, and " +
  "create a separate dataset for them.";

const grouped = (n: number): string => n.toLocaleString("en-US");
