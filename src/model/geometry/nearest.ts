// Nearest of many points: a tree of boxes in space, halved across its widest axis, so that a search looks at a few dozen
// of a hundred thousand points. Chords order points as arcs do, and need no care at poles and at the antimeridian.

import { inSpace, onGround } from "./outline.js";

export interface Nearest {
  /** Index of the point; of equally near ones the first. */
  index: number;
  /** Metres on the ground, rounded to the millimetre. */
  metres: number;
}

const pointsPerLeaf = 8;

/** The nearest of the points to a position; undefined without any point. */
export const nearestOf = (
  longitudes: Float64Array,
  latitudes: Float64Array,
): ((longitude: number, latitude: number) => Nearest | undefined) => {
  const count = longitudes.length;
  const [xs, ys, zs] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) [xs[i], ys[i], zs[i]] = inSpace(longitudes[i]!, latitudes[i]!);
  const axes = [xs, ys, zs];
  const root = treeOf(Uint32Array.from(longitudes.keys()), axes);

  return (longitude, latitude) => {
    const here = inSpace(longitude, latitude);
    let index = -1;
    let nearest = Number.POSITIVE_INFINITY;
    const search = (tree: Tree): void => {
      for (const point of tree.points) {
        const [x, y, z] = [xs[point]! - here[0], ys[point]! - here[1], zs[point]! - here[2]];
        const square = x * x + y * y + z * z;
        if (square < nearest || (square === nearest && point < index)) [nearest, index] = [square, point];
      }
      if (!tree.halves) return;
      const [low, high] = tree.halves;
      const isLow = here[tree.axis]! <= tree.at;
      search(isLow ? low : high);
      // Equally near points behind the plane may be earlier ones.
      if ((here[tree.axis]! - tree.at) ** 2 <= nearest) search(isLow ? high : low);
    };
    search(root);
    if (index < 0) return undefined;
    return { index, metres: Math.round(onGround(Math.sqrt(nearest)) * 1000) / 1000 };
  };
};

/** With points, or with the halves on both sides of a plane across an axis. */
interface Tree {
  points: Uint32Array;
  axis: 0 | 1 | 2;
  at: number;
  halves?: [low: Tree, high: Tree];
}

const treeOf = (points: Uint32Array, axes: readonly Float64Array[]): Tree => {
  if (points.length <= pointsPerLeaf) return { points, axis: 0, at: 0 };
  const axis = widestOf(points, axes);
  const values = axes[axis]!;
  const sorted = points.slice().sort((a, b) => values[a]! - values[b]! || a - b);
  const half = sorted.length >> 1;
  return {
    points: new Uint32Array(),
    axis,
    at: values[sorted[half]!]!,
    halves: [treeOf(sorted.subarray(0, half), axes), treeOf(sorted.subarray(half), axes)],
  };
};

const widestOf = (points: Uint32Array, axes: readonly Float64Array[]): 0 | 1 | 2 => {
  const widths = axes.map((values) => {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const point of points) {
      min = Math.min(min, values[point]!);
      max = Math.max(max, values[point]!);
    }
    return max - min;
  });
  return widths.indexOf(Math.max(...widths)) as 0 | 1 | 2;
};
