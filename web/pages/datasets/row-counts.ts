// Counts of a dataset's rows: how many pass each stage of the import, why rows were rejected, and how the total grew.

import type { Schemas } from "../../api/client.js";
import { formatCount, formatCounted } from "../../ui/format.js";

export interface Stage {
  label: string;
  /** Phrase for the rows at this stage, after "rows". */
  about: string;
  /** Rows that reach this stage. */
  rows: number;
  /** Rows lost since the previous stage. */
  lost: number;
  /** Share of all rows. */
  share: number;
}

type Log = Pick<
  Schemas["IngressLog"],
  "total" | "parsed" | "valid" | "allowed" | "duplicates" | "recognized"
> &
  // Only of a privacy list.
  // Only with an age limit.
  Partial<Pick<Schemas["IngressLog"], "unmatched" | "too_old">>;

export const stagesOf = (log: Log): Stage[] => {
  const { total, parsed, valid, too_old: tooOld, allowed, recognized, unmatched } = log;
  const counts: readonly (readonly [label: string, about: string, rows: number | undefined])[] = [
    ["Rows", "in the files", total],
    ["Parsed", "have all columns", parsed],
    ["Valid", "have valid dates and numbers", valid],
    ["Kept", "are not too old", tooOld === undefined ? undefined : valid - tooOld],
    ["Allowed", "are not excluded", allowed],
    ["Matched", unmatched === undefined ? "have a customer" : "match somebody", recognized],
  ];
  const known = counts.filter((count): count is [string, string, number] => count[2] !== undefined);
  return known.map(([label, about, rows], index) => ({
    label,
    about,
    rows,
    lost: (known[index - 1]?.[2] ?? rows) - rows,
    share: total === 0 ? 0 : rows / total,
  }));
};

/** The main finding as a sentence. */
export const funnelInWords = (log: Log): string => {
  const stages = stagesOf(log);
  const last = stages.at(-1)!;
  const worst = stages.reduce((max, stage) => (stage.lost > max.lost ? stage : max));
  if (log.total === 0) return "No rows.";
  if (worst.lost === 0) return `All ${formatCounted(log.total, "row")} can be used.`;
  return `${formatCount(last.rows)} of ${formatCounted(log.total, "row")} can be used. Most of the rest (${formatCount(worst.lost)}) ${reasonOf(worst, log)}.`;
};

const reasonOf = ({ label }: Stage, { unmatched }: Log): string | undefined =>
  label === "Matched" && unmatched !== undefined ? "match nobody" : notReached[label];

/** Why rows did not reach a stage, after "most of the rest". */
const notReached: Readonly<Record<string, string>> = {
  Parsed: "could not be split into columns",
  Valid: "have invalid dates or numbers",
  Kept: "are older than the dataset keeps",
  Allowed: "belong to excluded people",
  Matched: "have no customer",
};

interface Reject {
  file: string;
  line: number;
  is_record?: boolean | undefined;
  column: string | null;
  value: string | null;
  reason: string;
}

interface Reason {
  column: string | null;
  reason: string;
  rows: number;
  /** The first row with this reason. */
  first: Reject;
}

/** Reasons of rejection, the most frequent first. */
export const reasonsOf = (rejects: readonly Reject[]): Reason[] => {
  const byReason = new Map<string, Reason>();
  for (const reject of rejects) {
    const { column, reason } = reject;
    const key = JSON.stringify([column, reason]);
    const known = byReason.get(key);
    byReason.set(key, { column, reason, rows: (known?.rows ?? 0) + 1, first: known?.first ?? reject });
  }
  return [...byReason.values()].sort((a, b) => b.rows - a.rows);
};

export interface Growth {
  at: string;
  added: number;
  /** Rows after this update. */
  total: number;
}

/** Row totals after each listed update, oldest first. Of very many updates the newest are listed. */
export const growthOf = ({
  updates = [],
  update_count: count = updates.length,
  row_count: rows = 0,
}: Pick<Schemas["Dataset"], "updates" | "update_count" | "row_count">): Growth[] => {
  const listed = updates.reduce((sum, { rows_added }) => sum + rows_added, 0);
  let total = count > updates.length ? Math.max(0, rows - listed) : 0;
  return updates
    .toSorted((a, b) => Date.parse(a.datetime) - Date.parse(b.datetime))
    .map(({ datetime, rows_added }) => {
      total += rows_added;
      return { at: datetime, added: rows_added, total };
    });
};
