// k-means clustering. Lloyd's algorithm finds a local optimum, so it runs from several initialisations by
// k-means++ (Arthur and Vassilvitskii 2007). The initialisations run on a sample, and the best one continues
// with all points.

import { assert } from "../../errors/refusal.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { canonicalOrder, everyNth, type Points, pick, squaredDistance } from "./points.js";

const initialisations = 10;
const sampleRows = 4_000;

/** Independent of the order of the rows. `clusters` is at least 1 and at most the number of distinct points. */
export const kmeans = (points: Points, clusters: number, seed: number): Clustering => {
  assert(clusters >= 1 && clusters <= points.rows, `${clusters} clusters of ${points.rows} points`);
  const order = canonicalOrder(points);
  const ordered = pick(points, order);
  const found = lloyd(ordered, bestCentres(everyNth(ordered, sampleRows), clusters, seed));
  const assignment = new Int32Array(points.rows);
  order.forEach((row, place) => {
    assignment[row] = found.assignment[place]!;
  });
  return { ...found, assignment };
};

const bestCentres = (points: Points, clusters: number, seed: number): Points => {
  let best: Clustering | null = null;
  for (let start = 0; start < initialisations; start++) {
    const found = lloyd(points, plusPlusCentres(points, clusters, seededRandom(seed + start)));
    if (best === null || found.inertia < best.inertia) best = found;
  }
  return best!.centres;
};

/** Each next centre is a point drawn with probability proportional to its squared distance from those already drawn. */
const plusPlusCentres = (points: Points, clusters: number, random: Random): Points => {
  const chosen = [Math.floor(random() * points.rows)];
  const distances = new Float64Array(points.rows).fill(Number.POSITIVE_INFINITY);
  while (chosen.length < clusters) {
    let total = 0;
    for (let row = 0; row < points.rows; row++) {
      const distance = squaredDistance(points, row, points, chosen.at(-1)!);
      distances[row] = Math.min(distances[row]!, distance);
      total += distances[row]!;
    }
    chosen.push(drawn(distances, total * random()));
  }
  return pick(points, chosen);
};

/** The first row at which the cumulative weight exceeds `mark`; the last row with a positive weight if none does. */
const drawn = (weights: Float64Array, mark: number): number => {
  let [sum, last] = [0, 0];
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] === 0) continue;
    sum += weights[row]!;
    last = row;
    if (sum > mark) return row;
  }
  return last;
};

export interface Clustering {
  centres: Points;
  /** Cluster of each row. */
  assignment: Int32Array;
  /** Sum of squared distances of the points to their centres. */
  inertia: number;
}

/** Enough for tens of thousands of points; after that centres hardly move. */
const maxIterations = 100;

/**
 * Lloyd's algorithm: points go to their nearest centre and centres to the mean of their points, until no
 * point moves. A cluster that becomes empty takes the point farthest from its centre, so the number of
 * clusters stays the same.
 */
export const lloyd = (points: Points, start: Points): Clustering => {
  let centres = start;
  let { assignment, distances } = nearestCentres(points, centres);
  for (let round = 0; round < maxIterations; round++) {
    fillEmpty(assignment, distances, centres.rows);
    centres = meansOf(points, assignment, centres.rows);
    const next = nearestCentres(points, centres);
    const isSettled = next.assignment.every((cluster, row) => cluster === assignment[row]);
    ({ assignment, distances } = next);
    if (isSettled) break;
  }
  return { centres, assignment, inertia: distances.reduce((sum, distance) => sum + distance, 0) };
};

/** The nearest centre of each row (the first one of several), and the squared distance to it. */
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

/** The number of rows in each cluster. */
export const sizesOf = (assignment: ArrayLike<number>, clusters: number): number[] => {
  const sizes = new Array<number>(clusters).fill(0);
  for (let row = 0; row < assignment.length; row++) sizes[assignment[row]!]!++;
  return sizes;
};

const fillEmpty = (assignment: Int32Array, distances: Float64Array, clusters: number): void => {
  const sizes = sizesOf(assignment, clusters);
  sizes.forEach((size, cluster) => {
    if (size > 0) return;
    const farthest = farthestPoint(assignment, distances, sizes);
    sizes[assignment[farthest]!]!--;
    sizes[cluster] = 1;
    assignment[farthest] = cluster;
    distances[farthest] = 0;
  });
};

/** The point farthest from its centre, among clusters with more than one point. */
const farthestPoint = (assignment: Int32Array, distances: Float64Array, sizes: readonly number[]): number => {
  let farthest = assignment.findIndex((cluster) => sizes[cluster]! > 1);
  for (let row = farthest + 1; row < assignment.length; row++)
    if (sizes[assignment[row]!]! > 1 && distances[row]! > distances[farthest]!) farthest = row;
  return farthest;
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
