// Clusters of people: a k-means model over the standardised space of their columns.

import { assert } from "../../errors/refusal.js";
import { type Candidate, chooseClusterCount } from "./cluster-count.js";
import { kmeans, nearestCentres } from "./kmeans.js";
import { distinctPoints, type Points, pointsOf } from "./points.js";
import { type Field, fitSpace, project, type Space } from "./space.js";

/** Plain data. New people are assigned to the nearest centre too. */
export interface ClusterModel {
  space: Space;
  centres: number[][];
}

export interface FittedClusters {
  model: ClusterModel;
  /** The cluster counts that were compared; empty where the count was given. */
  candidates: Candidate[];
}

export interface ClusterOptions {
  /** Null: chosen by silhouette. */
  clusters: number | null;
  seed: number;
}

/** The largest possible number of clusters, that of distinct rows, up to `limit`. */
export const maxClusters = (
  columns: readonly Float32Array[],
  fields: readonly Field[],
  limit: number,
): number => distinctPoints(project(fitSpace(columns, fields), columns, rowsOf(columns)), limit);

/** `columns[f][row]`, NaN where unknown. Needs at least one row, and as many distinct ones as clusters. */
export const fitClusters = (
  columns: readonly Float32Array[],
  fields: readonly Field[],
  { clusters, seed }: ClusterOptions,
): FittedClusters => {
  const space = fitSpace(columns, fields);
  const points = project(space, columns, rowsOf(columns));
  assert(points.rows > 0, "there are no rows to cluster");
  const chosen = clusters === null ? chooseClusterCount(points, seed) : { clusters, candidates: [] };
  const { centres } = kmeans(points, chosen.clusters, seed);
  return { model: { space, centres: rowsOfPoints(centres) }, candidates: chosen.candidates };
};

/** The cluster of each row. */
export const assignClusters = (
  { space, centres }: ClusterModel,
  columns: readonly Float32Array[],
): Int32Array => {
  const points = project(space, columns, rowsOf(columns));
  return nearestCentres(points, { ...pointsOf(centres), dimensions: space.length }).assignment;
};

/** Distances by cluster and axis: of its centre from the overall mean, in standard deviations. */
export const centreDifferences = ({ space, centres }: ClusterModel): number[][] =>
  centres.map((centre) => centre.map((coordinate, axis) => coordinate / space[axis]!.weight));

const rowsOf = (columns: readonly Float32Array[]): number => columns[0]?.length ?? 0;

const rowsOfPoints = ({ rows, dimensions, values }: Points): number[][] =>
  Array.from({ length: rows }, (_, row) => [...values.subarray(row * dimensions, (row + 1) * dimensions)]);
