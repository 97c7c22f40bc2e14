// k-means: as many centres as asked, such that points lie near theirs. Lloyd's algorithm finds the best close to where it
// begins, so it begins several times, each time from points chosen far apart (k-means++, Arthur and Vassilvitskii 2007).
// Where to begin is tried on some of the points, and the best of it goes on with all.

import { assert } from "../../errors/refusal.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { type Clustering, lloyd } from "./lloyd.js";
import { canonicalOrder, everyNth, type Points, pick, squaredDistance } from "./points.js";

const starts = 10;
const triedOn = 4_000;

/** The order of the rows changes nothing. `clusters` is at least 1 and at most the number of different points. */
export const kmeans = (points: Points, clusters: number, seed: number): Clustering => {
  assert(clusters >= 1 && clusters <= points.rows, `${clusters} clusters of ${points.rows} points`);
  const order = canonicalOrder(points);
  const ordered = pick(points, order);
  const found = lloyd(ordered, bestCentres(everyNth(ordered, triedOn), clusters, seed));
  const assignment = new Int32Array(points.rows);
  order.forEach((row, place) => {
    assignment[row] = found.assignment[place]!;
  });
  return { ...found, assignment };
};

const bestCentres = (points: Points, clusters: number, seed: number): Points => {
  let best: Clustering | null = null;
  for (let start = 0; start < starts; start++) {
    const found = lloyd(points, spreadOut(points, clusters, seededRandom(seed + start)));
    if (best === null || found.inertia < best.inertia) best = found;
  }
  return best!.centres;
};

/** Each next one is a point, drawn with a chance in proportion to its squared distance from those already chosen. */
const spreadOut = (points: Points, clusters: number, random: Random): Points => {
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

/** The row at which the running sum of weights first exceeds `mark`; the last row with any weight if none does. */
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
