// A network that was fitted to made-up customer bases, and reads this one: see `prior-network.ts`. Where few
// people say little, what is usual in other bases says more than they do.

import { areFewPeople } from "../../../domain/outcome/small-data.js";
import { type KnownPurchases, predictWithPrior, summarise } from "../prior-network.js";
import type { LabelledFrame } from "../rows.js";
import type { Candidate } from "./candidate.js";
import { contributionsOfFew } from "./few-features.js";

export interface PriorFittedModel {
  kind: "prior_fitted";
  /** Indices of days with purchases, days since the last, days since the first. */
  features: number[];
  horizonDays: number;
  summary: number[];
  /** Log-odds of people without a purchase. */
  missing: number;
}

/** More rows hardly change the summary. */
const maxRows = 1500;
/** As many past dates as the made-up bases have. */
const maxLandmarks = 10;

export const priorFitted: Candidate<"prior_fitted", PriorFittedModel> = {
  name: "prior_fitted",
  kind: "prior_fitted",
  isBaseline: false,
  isNarrow: true,
  isForFew: true,
  isPossible: (frame, { histories = [], people }) =>
    people !== undefined &&
    areFewPeople(people) &&
    histories.length > 0 &&
    basisOf(frame, histories).length > 0,
  fit: (frame, { histories = [], horizonDays }) => fitPriorFitted(frame, histories, horizonDays),
  predict: (fitted, columns) => predictPriorFitted(fitted, columns),
  /** Each of its features is meaningless without the others. */
  importances: ({ features }, count) =>
    Float64Array.from({ length: count }, (_, f) => (features.includes(f) ? 1 / features.length : 0)),
  contributions: (fitted, columns, rows, reference) =>
    contributionsOfFew(fitted.features, (seen) => predictPriorFitted(fitted, seen), columns, rows, reference),
};

export const fitPriorFitted = (
  frame: LabelledFrame,
  features: readonly number[],
  horizonDays: number,
): PriorFittedModel => {
  const base = basisOf(frame, features).map((row) => ({
    ...purchasesAt(frame.columns, features, row),
    label: frame.label[row]!,
  }));
  const unknown = rowsOf(frame.rows).filter((row) => !isKnown(frame.columns, features, row));
  const positives = unknown.reduce((sum, row) => sum + frame.label[row]!, 0);
  return {
    kind: "prior_fitted",
    features: [...features],
    horizonDays,
    summary: [...summarise(base, horizonDays)],
    missing: Math.log((positives + 1) / (unknown.length - positives + 1)),
  };
};

export const predictPriorFitted = (
  { features, horizonDays, summary, missing }: PriorFittedModel,
  columns: Float32Array[],
): Float64Array => {
  const rows = rowsOf(columns[features[0]!]!.length);
  const known = rows.filter((row) => isKnown(columns, features, row));
  const logOdds = new Float64Array(rows.length).fill(missing);
  const people = known.map((row) => purchasesAt(columns, features, row));
  predictWithPrior(summary, people, horizonDays).forEach((value, i) => {
    logOdds[known[i]!] = value;
  });
  return logOdds;
};

/** Rows of the newest landmarks whose purchases are known, spread evenly where there are many. */
const basisOf = (frame: LabelledFrame, features: readonly number[]): number[] => {
  const oldest = [...new Set(frame.landmark)]
    .sort((a, b) => b - a)
    .slice(0, maxLandmarks)
    .at(-1)!;
  const rows = rowsOf(frame.rows).filter(
    (row) => frame.landmark[row]! >= oldest && isKnown(frame.columns, features, row),
  );
  const count = Math.min(maxRows, rows.length);
  return Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
};

const rowsOf = (count: number): number[] => Array.from({ length: count }, (_, row) => row);

const isKnown = (columns: Float32Array[], [days, recency, tenure]: readonly number[], row: number): boolean =>
  columns[days!]![row]! >= 1 && columns[recency!]![row]! >= 0 && columns[tenure!]![row]! >= 0;

const purchasesAt = (
  columns: Float32Array[],
  [days, recency, tenure]: readonly number[],
  row: number,
): KnownPurchases => {
  const sinceLast = columns[recency!]![row]!;
  return {
    days: columns[days!]![row]!,
    sinceLast,
    sinceFirst: Math.max(sinceLast, columns[tenure!]![row]!),
  };
};
