// People who are alike: clusters of rows in the space that their columns span.

import { assert } from "../../errors/refusal.js";
import { type Candidate, chooseClusterCount } from "./cluster-count.js";
import { kmeans, nearestCentres } from "./kmeans.js";
import { distinctPoints, type Points, pointsOf } from "./points.js";
import { type Field, fitSpace, project, type Space } from "./space.js";

/** Plain data: whom it has never seen goes to the nearest centre too. */
export interface ClusterModel {
  space: Space;
  centres: number[][];
}

export interface FittedClusters {
  model: ClusterModel;
  /** What was measured to choose their number; empty where it was given. */
  candidates: Candidate[];
}

export interface ClusterOptions {
  /** Null: as many as are best apart. */
  clusters: number | null;
  seed: number;
}

/** How many clusters there can be: no more than rows that differ. */
export const maxClusters = (
  columns: readonly Float32Array[],
  fields: readonly Field[],
  limit: number,
): number => distinctPoints(project(fitSpace(columns, fields), columns, rowsOf(columns)), limit);

/** `columns[f][row]`, NaN where it is not known. At least one row, and as many that differ as clusters are asked for. */
export const fitClusters = (
  columns: readonly Float32Array[],
  fields: readonly Field[],
  { clusters, seed }: ClusterOptions,
): FittedClusters => {
  const space = fitSpace(columns, fields);
  const points = project(space, columns, rowsOf(columns));
  assert(points.rows > 0, "there is nobody to tell apart");
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

/** By cluster and axis: how many standard deviations its centre lies from everybody's mean. */
export const centreDifferences = ({ space, centres }: ClusterModel): number[][] =>
  centres.map((centre) => centre.map((coordinate, axis) => coordinate / space[axis]!.weight));

const rowsOf = (columns: readonly Float32Array[]): number => columns[0]?.length ?? 0;

const rowsOfPoints = ({ rows, dimensions, values }: Points): number[][] =>
  Array.from({ length: rows }, (_, row) => [...values.subarray(row * dimensions, (row + 1) * dimensions)]);
