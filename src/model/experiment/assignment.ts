// Test of an assignment: whether two groups look as chance would draw them. Under chance nothing that was known before
// says who is in which group. The score statistic of a logistic regression of the group on everything known is
// then chi-squared, with as many degrees of freedom as there are independent columns; it is asked once for all columns, since
// of many single comparisons some stand out by accident. Columns are ranks, so that one large value does not decide.
//
// B. Hansen and J. Bowers (2008), "Covariate balance in simple, stratified and clustered comparative studies", Statistical Science 23.

import type { AssignmentTest, Imbalance } from "../../domain/campaign/assignment.js";
import { chiSquaredAbove } from "../numeric/special-functions.js";

export interface AssignedPeople {
  /** What was known of each person before, by name; NaN: not known. */
  columns: ReadonlyMap<string, Float64Array>;
  /** 1: contacted. */
  isContacted: Uint8Array;
}

/** `promised`: share of the people that was to be contacted; null: nothing was promised. Of one group alone nothing is compared. */
export const testAssignment = (
  { columns, isContacted }: AssignedPeople,
  promised: number | null,
): AssignmentTest => {
  const people = isContacted.length;
  const contacted = isContacted.reduce((sum, each) => sum + each, 0);
  const isCompared = contacted > 0 && contacted < people;
  const named = (isCompared ? [...columns] : []).flatMap(([name, values]) => centredColumns(name, values));
  const { statistic, rank } = scoreTest(
    named.map(({ values }) => values),
    isContacted,
  );
  return {
    contact: contacted,
    control: people - contacted,
    ...(promised !== null && { split: { promised, p: splitChance(contacted, people, promised) } }),
    columns: rank,
    p: rank === 0 ? 1 : chiSquaredAbove(statistic, rank),
    imbalances: named
      .map(({ name, values }) => ({ name, difference: differenceOf(values, isContacted) }))
      .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
      .slice(0, shownImbalances),
  };
};

const shownImbalances = 5;

interface NamedColumn {
  name: string;
  /** With a mean of 0 and a variance of 1. */
  values: Float64Array;
}

/** Ranks of a column, and whether it is known where it is not always; none where it is the same for all. */
const centredColumns = (name: string, values: Float64Array): NamedColumn[] => {
  const unknown = values.map((value) => Number(Number.isNaN(value)));
  return [
    { name, values: standardised(ranksOf(values)) },
    { name: `${name}, not known`, values: standardised(unknown) },
  ].flatMap(({ name: each, values: column }) => (column ? [{ name: each, values: column }] : []));
};

/** Mean ranks, of equal values the same; the middle where nothing is known. */
const ranksOf = (values: Float64Array): Float64Array => {
  const known = Array.from(values.keys()).filter((i) => !Number.isNaN(values[i]!));
  known.sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length).fill((known.length - 1) / 2);
  for (let from = 0; from < known.length; ) {
    let until = from + 1;
    while (until < known.length && values[known[until]!] === values[known[from]!]) until++;
    for (let i = from; i < until; i++) ranks[known[i]!] = (from + until - 1) / 2;
    from = until;
  }
  return ranks;
};

const standardised = (values: Float64Array): Float64Array | null => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return variance < 1e-12 ? null : values.map((value) => (value - mean) / Math.sqrt(variance));
};

/** Difference of the groups' means, in standard deviations. */
const differenceOf = (values: Float64Array, isContacted: Uint8Array): Imbalance["difference"] => {
  let [contacted, sum] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (!isContacted[i]) continue;
    contacted++;
    sum += values[i]!;
  }
  return (sum / contacted) * (values.length / (values.length - contacted));
};

/** Columns that the others before them explain but for this share count as none. */
const leastOwnShare = 1e-6;

/** By a Cholesky factorisation that leaves out columns which depend on those before them. */
const scoreTest = (
  columns: readonly Float64Array[],
  isContacted: Uint8Array,
): { statistic: number; rank: number } => {
  const people = isContacted.length;
  if (columns.length === 0) return { statistic: 0, rank: 0 };
  const contacted = Float64Array.from(isContacted);
  const share = contacted.reduce((sum, each) => sum + each, 0) / people;
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const taken: { column: Float64Array; row: number[]; score: number }[] = [];
  let statistic = 0;
  for (const column of columns) {
    const row: number[] = [];
    for (const other of taken) {
      const known = other.row.slice(0, -1).reduce((sum, value, k) => sum + value * row[k]!, 0);
      row.push((dot(column, other.column) / people - known) / other.row.at(-1)!);
    }
    const own = 1 - row.reduce((sum, value) => sum + value ** 2, 0);
    if (own < leastOwnShare) continue;
    const diagonal = Math.sqrt(own);
    const raw = dot(column, contacted) / people;
    const score = (raw - row.reduce((sum, value, k) => sum + value * taken[k]!.score, 0)) / diagonal;
    taken.push({ column, row: [...row, diagonal], score });
    statistic += score ** 2;
  }
  return { statistic: ((people - 1) * statistic) / (share * (1 - share)), rank: taken.length };
};

/** Chance of a split at least so far from the promised one. */
const splitChance = (contacted: number, people: number, promised: number): number => {
  const off = Math.max(0, Math.abs(contacted - people * promised) - 0.5);
  return chiSquaredAbove(off ** 2 / (people * promised * (1 - promised)), 1);
};
