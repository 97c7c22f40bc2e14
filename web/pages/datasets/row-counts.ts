// What became of the rows of a dataset, stage by stage: how many are left, and how many each stage has taken and why.

import type { Schemas } from "../../api/client.js";

export interface Stage {
  label: string;
  /** What it takes to come this far. */
  about: string;
  /** Rows that came this far. */
  rows: number;
  /** Rows that the stage before had, and this one has not. */
  lost: number;
  /** Of all rows. */
  share: number;
}

type Log = Pick<
  Schemas["IngressLog"],
  "total" | "parsed" | "valid" | "allowed" | "duplicates" | "recognized"
>;

export const stagesOf = ({ total, parsed, valid, allowed, recognized }: Log): Stage[] => {
  const counts: readonly (readonly [label: string, about: string, rows: number | undefined])[] = [
    ["Rows", "in the files", total],
    ["Parsed", "could be taken apart into columns", parsed],
    ["Valid", "hold dates and numbers where these are mapped", valid],
    ["Allowed", "are of nobody who is to be left out", allowed],
    ["Recognised", "say who they are about", recognized],
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

/** The main thing, in a sentence. */
export const funnelInWords = (log: Log): string => {
  const stages = stagesOf(log);
  const last = stages.at(-1)!;
  const worst = stages.reduce((most, stage) => (stage.lost > most.lost ? stage : most));
  if (log.total === 0) return "There are no rows.";
  if (worst.lost === 0) return `All ${count(log.total)} rows can be used.`;
  return `${count(last.rows)} of ${count(log.total)} rows can be used; most of the others, ${count(worst.lost)}, are not ${worst.label.toLowerCase()}.`;
};

const count = (rows: number): string => rows.toLocaleString();

// Why rows were rejected, the commonest reason first.

interface Reject {
  file: string;
  line: number;
  column: string | null;
  value: string | null;
  reason: string;
}

interface Reason {
  column: string | null;
  reason: string;
  rows: number;
  /** Where to look. */
  first: Reject;
}

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

// How many rows there were after each update.

export interface Growth {
  at: string;
  added: number;
  /** After it. */
  total: number;
}

/** Oldest first. */
export const growthOf = (updates: readonly { datetime: string; rows_added: number }[]): Growth[] => {
  let total = 0;
  return updates
    .toSorted((a, b) => Date.parse(a.datetime) - Date.parse(b.datetime))
    .map(({ datetime, rows_added }) => {
      total += rows_added;
      return { at: datetime, added: rows_added, total };
    });
};
