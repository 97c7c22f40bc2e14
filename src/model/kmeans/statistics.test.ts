import { expect, test } from "vitest";
import { binEdges, ClusterStatistics } from "./statistics.js";

const column = (...values: number[]) => Float32Array.from(values);
const unknown = Number.NaN;

test("edges divide the values into non-empty bins of about equal size", () => {
  const tens = column(...Array.from({ length: 100 }, (_, i) => i));
  expect(binEdges([tens, column(1, 1, 1, 2), column(3, 3, unknown), column(unknown)])).toEqual([
    [10, 20, 30, 40, 50, 60, 70, 80, 90],
    [2],
    [],
    [],
  ]);
});

test("adding frames in parts gives the same statistics as adding them at once", () => {
  const all = new ClusterStatistics(2, [[2, 5]]);
  all.add([column(1, 2, 7, unknown, 3)], Int32Array.of(0, 0, 0, 0, 1));
  const parts = new ClusterStatistics(2, [[2, 5]]);
  parts.add([column(1, 2)], Int32Array.of(0, 0));
  parts.add([column(7, unknown, 3)], Int32Array.of(0, 0, 1));
  expect(parts).toEqual(all);
  expect(all.sizes).toEqual([4, 1]);
  expect(all.columns[0]).toEqual([{ known: 3, sum: 10, lowest: 1, bins: [1, 1, 1] }]);
  expect(all.mean(0)).toBe(13 / 4);
});
