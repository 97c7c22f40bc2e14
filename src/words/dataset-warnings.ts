// What a dataset's build found that its owner should not overlook: rows that were left out, and why.

import type { DatasetResult, RejectedRow } from "../domain/dataset.js";

/** A row in a hundred may be rejected before it is worth a word. */
const tolerableShare = 0.01;

/** In sentences, the weightiest first; none where all is well. */
export const datasetWarnings = ({ funnel, rejected_count, rejects }: DatasetResult): string[] => {
  if (rejected_count === 0 || rejected_count < tolerableShare * funnel.total) return [];
  const share = Math.max(1, Math.round((100 * rejected_count) / funnel.total));
  const counts = `${grouped(rejected_count)} of ${grouped(funnel.total)} rows (${share} %) were rejected`;
  return [`${counts}${mostly(rejects)} The ingress log shows which.`];
};

/** The reason that most of the rows shown have, with an example. */
const mostly = (rejects: readonly RejectedRow[]): string => {
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
  " A column is read in one format, the one that fits most rows: upload files that write dates otherwise to a directory of " +
  "their own, with a dataset of their own.";

const grouped = (n: number): string => n.toLocaleString("en-US");
