// Statistics of clusters, accumulated frame by frame, so that memory does not grow with the number of people.

import { binValues, countPerBin } from "../evaluation/stability-index.js";

/** Ascending edges between the bins of a column. */
export type BinEdges = number[];

/** Edges of about ten bins per column with equally many of these rows; fewer bins where values repeat. */
export const binEdges = (columns: readonly Float32Array[]): BinEdges[] =>
  columns.map((values) => {
    const [lowest] = values.filter((value) => !Number.isNaN(value)).sort();
    return binValues(values).edges.filter((edge) => edge !== lowest);
  });

/** Statistics of one column over the rows of one cluster. */
export interface ColumnStatistics {
  known: number;
  sum: number;
  lowest: number;
  /** Rows per bin: the first is below the first edge, the last from the last edge on. */
  bins: number[];
}

export class ClusterStatistics {
  readonly sizes: number[];
  /** Statistics by cluster and column. */
  readonly columns: ColumnStatistics[][];

  constructor(
    clusters: number,
    private readonly edges: readonly BinEdges[],
  ) {
    this.sizes = new Array<number>(clusters).fill(0);
    this.columns = this.sizes.map(() => edges.map(emptyStatistics));
  }

  add(columns: readonly Float32Array[], assignment: Int32Array): void {
    for (const cluster of assignment) this.sizes[cluster]!++;
    this.columns.forEach((statistics, cluster) => {
      statistics.forEach((columnStatistics, f) => {
        const values = columns[f]!.filter((_, row) => assignment[row] === cluster);
        addValues(columnStatistics, values, this.edges[f]!);
      });
    });
  }

  /** Mean over all clusters. */
  mean(column: number): number {
    const statistics = this.columns.map((columnStatistics) => columnStatistics[column]!);
    return sumOf(statistics, "sum") / sumOf(statistics, "known");
  }
}

const sumOf = (statistics: readonly ColumnStatistics[], of: "sum" | "known"): number =>
  statistics.reduce((total, columnStatistics) => total + columnStatistics[of], 0);

const emptyStatistics = (edges: BinEdges): ColumnStatistics => ({
  known: 0,
  sum: 0,
  lowest: Number.POSITIVE_INFINITY,
  bins: new Array<number>(edges.length + 1).fill(0),
});

const addValues = (columnStatistics: ColumnStatistics, values: Float32Array, edges: BinEdges): void => {
  const [unknown, ...counts] = countPerBin(edges, values);
  columnStatistics.known += values.length - unknown!;
  counts.forEach((count, bin) => {
    columnStatistics.bins[bin]! += count;
  });
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    columnStatistics.sum += value;
    columnStatistics.lowest = Math.min(columnStatistics.lowest, value);
  }
};
