// Warnings of a dataset: the share of rejected rows, and the most common reason.

import type { DatasetResult, RejectedRow } from "../domain/dataset.js";

/** Below this share of rejected rows there is no warning. */
const tolerableShare = 0.01;

/** Sentences; empty where few rows were rejected. */
export const datasetWarnings = ({ funnel, rejected_count, rejects }: DatasetResult): string[] => {
  if (rejected_count === 0 || rejected_count < tolerableShare * funnel.total) return [];
  const share = Math.max(1, Math.round((100 * rejected_count) / funnel.total));
  const counts = `${grouped(rejected_count)} of ${grouped(funnel.total)} rows (${share} %) were rejected`;
  return [`${counts}${mostCommonReason(rejects)} The ingress log shows which.`];
};

/** The most common reason among the rows shown, with an example. */
const mostCommonReason = (rejects: readonly RejectedRow[]): string => {
  const byReason = new Map<string, RejectedRow[]>();
  for (const reject of rejects) {
    const key = `${reject.column} ${reject.reason}`;
    const alike = byReason.get(key);
    if (alike) alike.push(reject);
    else byReason.set(key, [reject]);
  }
  const [commonest] = [...byReason.values()].sort((a, b) => b.length - a.length);
  if (commonest === undefined) return ".";
  const { column, reason, value, file, line } = commonest[0]!;
  const what = column === null ? reason : `${column} ${reason}`;
  const example = column === null || value === null ? "" : `, for example “${value}”`;
  const advice = reason.includes("date of the format") ? adviceOnDates : "";
  return `: ${commonest.length === rejects.length ? "" : "in most of those shown, "}${what} (${file}, line ${line}${example}).${advice}`;
};

const adviceOnDates =
  " Each column is read in one format, the one that fits most rows. Upload files with another date format to a separate directory, and " +
  "create a separate dataset for them.";

const grouped = (n: number): string => n.toLocaleString("en-US");
