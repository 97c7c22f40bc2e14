import { expect, test } from "vitest";
import {
  binLayout,
  binningWork,
  edgesOf,
  fillBins,
  findEdges,
  layBins,
  placeOfBins,
  planBins,
  stagingLayout,
  totalBins,
} from "./binner.js";
import { lanes } from "./kernel.js";
import { openKernel } from "./kernel.open.js";
import { leadPool, type Tasks } from "./thread-pool.js";

/** One bin per row, and the edges, feature by feature. */
const binColumns = (columns: Float32Array[]) => {
  const rows = columns[0]!.length;
  const layout = { ...binLayout(columns.length, rows), ...stagingLayout(rows, 1) };
  const { kernel, memory } = openKernel(layout);
  const crew = leadPool(null, binningWork(kernel, memory, rows, rows) as Tasks);
  const all = [...columns.keys()];
  planBins(crew, memory, columns, all, 1);
  fillBins(crew, memory, columns, all, 0);
  layBins(memory);
  return {
    missing: memory.missing,
    totalBins: totalBins(memory),
    edges: all.map((f) => [...edgesOf(memory, f)].filter((edge) => edge < Infinity)),
    bins: all.map((f) =>
      Uint8Array.from({ length: rows }, (_, row) => memory.bins[placeOfBins(f, rows) + lanes * row]!),
    ),
  };
};

const edgesBetween = (values: Float32Array) => findEdges(values, new Int32Array(values.length));

test("few distinct values get a bin each, with cuts half-way between", () => {
  expect(edgesBetween(Float32Array.of(3, 1, 1, 2, 3))).toEqual([1.5, 2.5]);
});

test("many distinct values get 255 bins of about equal mass", () => {
  const column = Float32Array.from({ length: 25_500 }, (_, i) => i ** 2);
  const { bins, edges } = binColumns([column]);
  expect(edges[0]).toHaveLength(254);
  const mass = new Int32Array(256);
  for (const bin of bins[0]!) mass[bin]!++;
  expect(Math.min(...mass.subarray(0, 255))).toBeGreaterThan(90);
  expect(Math.max(...mass)).toBeLessThan(110);
});

test("a value that half the rows share does not eat the bins of the others", () => {
  const column = Float32Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? 0 : i));
  expect(edgesBetween(column).length).toBeGreaterThan(200);
});

test("a bin holds what is above the edge before it and not above its own", () => {
  const { bins } = binColumns([Float32Array.of(1, 1.5, 2, -5)]);
  expect([...bins[0]!]).toEqual([1, 2, 3, 0]);
});

test("missing values have the bin after the last", () => {
  const { bins, missing } = binColumns([Float32Array.of(Number.NaN, 1, 2)]);
  expect(missing[0]).toBe(2);
  expect([...bins[0]!]).toEqual([2, 0, 1]);
});

test("a column without values has one empty bin and the missing one", () => {
  const { bins, totalBins } = binColumns([Float32Array.of(Number.NaN, Number.NaN)]);
  expect(totalBins).toBe(2);
  expect([...bins[0]!]).toEqual([1, 1]);
});

test("neighbouring single-precision numbers are still told apart", () => {
  const a = 16_777_216;
  const { bins } = binColumns([Float32Array.of(a, a + 2)]);
  expect([...bins[0]!]).toEqual([0, 1]);
});
