// How well apart clusters are (Rousseeuw 1987): of each point, how much nearer its own cluster is than the next one, from −1
// to 1, and the mean of that over all points.

import { sizesOf } from "./lloyd.js";
import { type Points, squaredDistance } from "./points.js";

/** Distances of all pairs of points, `rows × rows`: once for the silhouettes of many clusterings. */
export const distancesOf = (points: Points): Float32Array => {
  const { rows } = points;
  const distances = new Float32Array(rows * rows);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < i; j++) {
      const distance = Math.sqrt(squaredDistance(points, i, points, j));
      distances[i * rows + j] = distance;
      distances[j * rows + i] = distance;
    }
  return distances;
};

/** Mean silhouette; a point alone in its cluster counts 0. Takes at least two clusters, none of them empty. */
export const silhouette = (distances: Float32Array, assignment: Int32Array, clusters: number): number => {
  const rows = assignment.length;
  const sizes = sizesOf(assignment, clusters);
  let total = 0;
  for (let row = 0; row < rows; row++) {
    const sums = sumsByCluster(distances.subarray(row * rows, (row + 1) * rows), assignment, clusters);
    total += silhouetteOf(assignment[row]!, sums, sizes);
  }
  return total / rows;
};

const sumsByCluster = (distances: Float32Array, assignment: Int32Array, clusters: number): Float64Array => {
  const sums = new Float64Array(clusters);
  for (let other = 0; other < assignment.length; other++) sums[assignment[other]!]! += distances[other]!;
  return sums;
};

const silhouetteOf = (own: number, sums: Float64Array, sizes: readonly number[]): number => {
  if (sizes[own] === 1) return 0;
  const within = sums[own]! / (sizes[own]! - 1);
  let next = Number.POSITIVE_INFINITY;
  for (let cluster = 0; cluster < sums.length; cluster++)
    if (cluster !== own) next = Math.min(next, sums[cluster]! / sizes[cluster]!);
  const wider = Math.max(within, next);
  return wider === 0 ? 0 : (next - within) / wider;
};
