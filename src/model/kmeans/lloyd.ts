// Lloyd's algorithm: every point goes to its nearest centre, every centre to the mean of its points, until none moves. A
// centre that has lost all its points takes the one that is worst served, so there are always as many clusters as asked.

import { type Points, squaredDistance } from "./points.js";

export interface Clustering {
  centres: Points;
  /** Cluster of each row. */
  assignment: Int32Array;
  /** Sum of squared distances of the points to their centres. */
  inertia: number;
}

/** Enough for tens of thousands of points; what has not settled then moves by next to nothing. */
const mostRounds = 100;

export const lloyd = (points: Points, start: Points): Clustering => {
  let centres = start;
  let { assignment, distances } = nearestCentres(points, centres);
  for (let round = 0; round < mostRounds; round++) {
    fillEmpty(assignment, distances, centres.rows);
    centres = meansOf(points, assignment, centres.rows);
    const next = nearestCentres(points, centres);
    const isSettled = next.assignment.every((cluster, row) => cluster === assignment[row]);
    ({ assignment, distances } = next);
    if (isSettled) break;
  }
  return { centres, assignment, inertia: distances.reduce((sum, distance) => sum + distance, 0) };
};

/** The nearest centre of each row, the first of several, and the squared distance to it. */
export const nearestCentres = (
  points: Points,
  centres: Points,
): { assignment: Int32Array; distances: Float64Array } => {
  const assignment = new Int32Array(points.rows);
  const distances = new Float64Array(points.rows).fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < points.rows; row++)
    for (let cluster = 0; cluster < centres.rows; cluster++) {
      const distance = squaredDistance(points, row, centres, cluster);
      if (distance >= distances[row]!) continue;
      distances[row] = distance;
      assignment[row] = cluster;
    }
  return { assignment, distances };
};

/** How many rows each cluster has. */
export const sizesOf = (assignment: ArrayLike<number>, clusters: number): number[] => {
  const sizes = new Array<number>(clusters).fill(0);
  for (let row = 0; row < assignment.length; row++) sizes[assignment[row]!]!++;
  return sizes;
};

const fillEmpty = (assignment: Int32Array, distances: Float64Array, clusters: number): void => {
  const sizes = sizesOf(assignment, clusters);
  sizes.forEach((size, cluster) => {
    if (size > 0) return;
    const worst = worstServed(assignment, distances, sizes);
    sizes[assignment[worst]!]!--;
    sizes[cluster] = 1;
    assignment[worst] = cluster;
    distances[worst] = 0;
  });
};

/** Of the clusters that can spare a point. */
const worstServed = (assignment: Int32Array, distances: Float64Array, sizes: readonly number[]): number => {
  let worst = assignment.findIndex((cluster) => sizes[cluster]! > 1);
  for (let row = worst + 1; row < assignment.length; row++)
    if (sizes[assignment[row]!]! > 1 && distances[row]! > distances[worst]!) worst = row;
  return worst;
};

const meansOf = (points: Points, assignment: Int32Array, clusters: number): Points => {
  const { dimensions, values } = points;
  const means = new Float64Array(clusters * dimensions);
  for (let row = 0; row < points.rows; row++)
    for (let d = 0; d < dimensions; d++)
      means[assignment[row]! * dimensions + d]! += values[row * dimensions + d]!;
  const sizes = sizesOf(assignment, clusters);
  const centres = means.map((sum, i) => sum / sizes[Math.floor(i / dimensions)]!);
  return { rows: clusters, dimensions, values: centres };
};
