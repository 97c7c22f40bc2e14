// Number of clusters: the smallest count whose mean silhouette (Rousseeuw 1987) is close to the best. Two
// clusters often have the best silhouette but describe little, so they are chosen only by a clear margin.
// Counts with a tiny cluster are skipped.

import { kmeans, sizesOf } from "./kmeans.js";
import { canonicalOrder, distinctPoints, everyNth, type Points, pick, squaredDistance } from "./points.js";

/** A number of clusters, with its mean silhouette. */
export interface Candidate {
  clusters: number;
  silhouette: number;
  isTooSmall: boolean;
}

const minClusters = 3;
const maxClusters = 8;
/** The distances of all pairs of this many points take about a second. */
const sampledRows = 2_000;
const minClusterShare = 0.02;
const marginOfTwo = 0.1;
/** A smaller gain does not justify another cluster. */
const tolerance = 0.01;

/** 1 where all points are equal. `candidates` are the counts that were compared, ascending. */
export const chooseClusterCount = (
  points: Points,
  seed: number,
): { clusters: number; candidates: Candidate[] } => {
  const sample = everyNth(pick(points, canonicalOrder(points)), sampledRows);
  const possible = Math.min(maxClusters, distinctPoints(sample, maxClusters), Math.max(2, sample.rows - 1));
  const distances = distancesOf(sample);
  const candidates: Candidate[] = [];
  for (let clusters = 2; clusters <= possible; clusters++) {
    const { assignment } = kmeans(sample, clusters, seed);
    const smallest = Math.min(...sizesOf(assignment, clusters));
    candidates.push({
      clusters,
      silhouette: silhouette(distances, assignment, clusters),
      isTooSmall: smallest < minClusterShare * sample.rows,
    });
  }
  return { clusters: bestCount(candidates), candidates };
};

/** Exported for the table of its tests. */
export const bestCount = (candidates: readonly Candidate[]): number => {
  const two = candidates.find(({ clusters }) => clusters === 2);
  if (!two) return 1;
  const more = candidates.filter(({ clusters, isTooSmall }) => clusters >= minClusters && !isTooSmall);
  const best = Math.max(...more.map(({ silhouette }) => silhouette));
  if (two.silhouette > best + marginOfTwo) return 2;
  return more.find(({ silhouette }) => silhouette >= best - tolerance)!.clusters;
};

/** Distances of all pairs of points, `rows × rows`, computed once for several clusterings. */
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

/**
 * Mean silhouette, −1 to 1: how much nearer a point is to its own cluster than to the next one. A point alone in its cluster counts
 * 0. Takes at least two clusters, none of them empty.
 */
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
