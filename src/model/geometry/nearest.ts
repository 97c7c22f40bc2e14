// Nearest of many points: a tree of boxes in space, halved across its widest axis, so that a search looks at a few dozen
// of a hundred thousand points. Chords order points as arcs do, and need no care at poles and at the antimeridian.

import { inSpace, onGround, type SpacePoint, throughEarth } from "../../domain/cohort/earth.js";

export interface Nearest {
  /** Index of the point; of equally near ones the first. */
  index: number;
  /** Metres on the ground, rounded to the millimetre. */
  metres: number;
}

const pointsPerLeaf = 8;

/** The nearest of the points that are at least so many metres from a position; undefined without any. */
export const nearestOf = (
  longitudes: Float64Array,
  latitudes: Float64Array,
  leastMetres = 0,
): ((longitude: number, latitude: number) => Nearest | undefined) => {
  const count = longitudes.length;
  const [xs, ys, zs] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) [xs[i], ys[i], zs[i]] = inSpace(longitudes[i]!, latitudes[i]!);
  const root = treeOf(Uint32Array.from(longitudes.keys()), [xs, ys, zs]);
  const [tooNear, farEnough] = [squareOf(leastMetres - rounding), squareOf(leastMetres + rounding)];
  const isFar = (square: number): boolean =>
    square >= farEnough || (square >= tooNear && metresOf(square) >= leastMetres);

  return (longitude, latitude) => {
    const here = inSpace(longitude, latitude);
    let index = -1;
    let nearest = Number.POSITIVE_INFINITY;
    const search = (tree: Tree): void => {
      for (const point of tree.points) {
        const [x, y, z] = [xs[point]! - here[0], ys[point]! - here[1], zs[point]! - here[2]];
        const square = x * x + y * y + z * z;
        const isNearer = square < nearest || (square === nearest && point < index);
        if (isNearer && isFar(square)) [nearest, index] = [square, point];
      }
      if (!tree.halves) return;
      const [low, high] = tree.halves;
      const isLow = here[tree.axis] <= tree.at;
      visit(isLow ? low : high);
      // Equally near points behind the plane may be earlier ones.
      if ((here[tree.axis] - tree.at) ** 2 <= nearest) visit(isLow ? high : low);
    };
    const visit = (tree: Tree): void => {
      if (
        tooNear === 0 ||
        (greatestSquare(tree.box, here) >= tooNear && leastSquare(tree.box, here) <= nearest)
      )
        search(tree);
    };
    search(root);
    if (index < 0) return undefined;
    return { index, metres: metresOf(nearest) };
  };
};

const rounding = 0.001;

/** On the ground, of the square of a chord. */
const metresOf = (square: number): number => Math.round(onGround(Math.sqrt(square)) * 1000) / 1000;

/** Square of the chord of metres on the ground. */
const squareOf = (metres: number): number => (metres <= 0 ? 0 : throughEarth(metres) ** 2);

/** Square of the chord to the nearest point of a box; 0 inside. */
const leastSquare = ({ min, max }: Box, here: SpacePoint): number => {
  const x = Math.max(min[0] - here[0], here[0] - max[0], 0);
  const y = Math.max(min[1] - here[1], here[1] - max[1], 0);
  const z = Math.max(min[2] - here[2], here[2] - max[2], 0);
  return x * x + y * y + z * z;
};

/** Square of the chord to the farthest corner of a box. */
const greatestSquare = ({ min, max }: Box, here: SpacePoint): number => {
  const x = Math.max(here[0] - min[0], max[0] - here[0]);
  const y = Math.max(here[1] - min[1], max[1] - here[1]);
  const z = Math.max(here[2] - min[2], max[2] - here[2]);
  return x * x + y * y + z * z;
};

/** With points, or with the halves on both sides of a plane across an axis. */
interface Tree {
  points: Uint32Array;
  box: Box;
  axis: 0 | 1 | 2;
  at: number;
  halves?: [low: Tree, high: Tree];
}

/** Corners. */
interface Box {
  min: SpacePoint;
  max: SpacePoint;
}

type Axes = readonly [xs: Float64Array, ys: Float64Array, zs: Float64Array];

const treeOf = (points: Uint32Array, axes: Axes): Tree => {
  const box = boxOf(points, axes);
  if (points.length <= pointsPerLeaf) return { points, box, axis: 0, at: 0 };
  const widths = axes.map((_, axis) => box.max[axis]! - box.min[axis]!);
  const axis = widths.indexOf(Math.max(...widths)) as Tree["axis"];
  const values = axes[axis];
  const sorted = points.slice().sort((a, b) => values[a]! - values[b]! || a - b);
  const half = sorted.length >> 1;
  return {
    points: new Uint32Array(),
    box,
    axis,
    at: values[sorted[half]!]!,
    halves: [treeOf(sorted.subarray(0, half), axes), treeOf(sorted.subarray(half), axes)],
  };
};

const boxOf = (points: Uint32Array, axes: Axes): Box => {
  const min: [number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  const max: [number, number, number] = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const axis of [0, 1, 2] as const)
    for (const point of points) {
      min[axis] = Math.min(min[axis], axes[axis][point]!);
      max[axis] = Math.max(max[axis], axes[axis][point]!);
    }
  return { min, max };
};
