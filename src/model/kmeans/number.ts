// How many clusters: as few as are as good as best apart. Two are easily best apart, and say little; they are taken only where
// they are so by far, and a number that leaves one of them with hardly anybody is not taken at all.

import { kmeans } from "./kmeans.js";
import { sizesOf } from "./lloyd.js";
import { canonicalOrder, distinctPoints, everyNth, type Points, pick } from "./points.js";
import { distancesOf, silhouette } from "./silhouette.js";

/** A number of clusters and how well apart they are. */
export interface Candidate {
  clusters: number;
  silhouette: number;
  isTooSmall: boolean;
}

const fewest = 3;
const most = 8;
/** Points that all pairs are measured of: a second. */
const measured = 2_000;
const smallestShare = 0.02;
const twoAreBetterBy = 0.1;
/** Less is no reason for one more cluster to keep in mind. */
const asGood = 0.01;

/** 1 where all points are the same. `candidates` are those that were measured, the fewest clusters first. */
export const numberOfClusters = (
  points: Points,
  seed: number,
): { clusters: number; candidates: Candidate[] } => {
  const sample = everyNth(pick(points, canonicalOrder(points)), measured);
  const possible = Math.min(most, distinctPoints(sample, most), Math.max(2, sample.rows - 1));
  const distances = distancesOf(sample);
  const candidates: Candidate[] = [];
  for (let clusters = 2; clusters <= possible; clusters++) {
    const { assignment } = kmeans(sample, clusters, seed);
    const smallest = Math.min(...sizesOf(assignment, clusters));
    candidates.push({
      clusters,
      silhouette: silhouette(distances, assignment, clusters),
      isTooSmall: smallest < smallestShare * sample.rows,
    });
  }
  return { clusters: choose(candidates), candidates };
};

/** Exported for the table of its tests. */
export const choose = (candidates: readonly Candidate[]): number => {
  const two = candidates.find(({ clusters }) => clusters === 2);
  if (!two) return 1;
  const more = candidates.filter(({ clusters, isTooSmall }) => clusters >= fewest && !isTooSmall);
  const best = Math.max(...more.map(({ silhouette }) => silhouette));
  if (two.silhouette > best + twoAreBetterBy) return 2;
  return more.find(({ silhouette }) => silhouette >= best - asGood)!.clusters;
};
