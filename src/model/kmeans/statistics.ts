// What the members of each cluster are like, counted as they go by, so that memory does not grow with them.

import { binValues, countPerBin } from "../evaluation/stability-index.js";

/** Ascending cuts between the bins of a column. */
export type BinEdges = number[];

/** Of each column, about ten bins that hold as many of these rows each; fewer where values repeat. */
export const binEdges = (columns: readonly Float32Array[]): BinEdges[] =>
  columns.map((values) => {
    const [lowest] = values.filter((value) => !Number.isNaN(value)).sort();
    return binValues(values).edges.filter((edge) => edge !== lowest);
  });

/** Of one column and the rows of one cluster. */
export interface ColumnStatistics {
  known: number;
  sum: number;
  lowest: number;
  /** Rows in each bin: the first below the first cut, the last from the last cut on. */
  bins: number[];
}

export class ClusterStatistics {
  readonly sizes: number[];
  /** By cluster and column. */
  readonly columns: ColumnStatistics[][];

  constructor(
    clusters: number,
    private readonly cuts: readonly BinEdges[],
  ) {
    this.sizes = new Array<number>(clusters).fill(0);
    this.columns = this.sizes.map(() => cuts.map(emptyStatistics));
  }

  add(columns: readonly Float32Array[], assignment: Int32Array): void {
    for (const cluster of assignment) this.sizes[cluster]!++;
    this.columns.forEach((tallies, cluster) => {
      tallies.forEach((tally, f) => {
        const values = columns[f]!.filter((_, row) => assignment[row] === cluster);
        addValues(tally, values, this.cuts[f]!);
      });
    });
  }

  /** Over all clusters. */
  mean(column: number): number {
    const tallies = this.columns.map((tally) => tally[column]!);
    return sumOf(tallies, "sum") / sumOf(tallies, "known");
  }
}

const sumOf = (tallies: readonly ColumnStatistics[], of: "sum" | "known"): number =>
  tallies.reduce((total, tally) => total + tally[of], 0);

const emptyStatistics = (cuts: BinEdges): ColumnStatistics => ({
  known: 0,
  sum: 0,
  lowest: Number.POSITIVE_INFINITY,
  bins: new Array<number>(cuts.length + 1).fill(0),
});

const addValues = (tally: ColumnStatistics, values: Float32Array, cuts: BinEdges): void => {
  const [unknown, ...counts] = countPerBin(cuts, values);
  tally.known += values.length - unknown!;
  counts.forEach((count, bin) => {
    tally.bins[bin]! += count;
  });
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    tally.sum += value;
    tally.lowest = Math.min(tally.lowest, value);
  }
};
