import { expect, test } from "vitest";
import { binColumns, edgesOf, findEdges } from "./binner.js";
import { openFit } from "./boosting.js";
import { binOffset } from "./fit.js";
import { lanes } from "./kernel.js";
import { openKernel } from "./kernel.wasm.js";
import { defaultParams } from "./params.js";

/** One bin per row, and the edges, feature by feature. */
const binsOf = (columns: Float32Array[]) => {
  const rows = columns[0]!.length;
  const data = { columns, label: new Uint8Array(rows), weight: undefined, validation: undefined };
  const fit = openFit(data, defaultParams, undefined, openKernel);
  binColumns(fit, data);
  const { bins, edges, missingBin } = fit.memory;
  const features = [...columns.keys()];
  return {
    missing: missingBin,
    totalBins: missingBin.reduce((sum, missing) => sum + missing + 1, 0),
    edges: features.map((f) => [...edgesOf(edges, f)].filter((edge) => edge < Infinity)),
    bins: features.map((f) =>
      Uint8Array.from({ length: rows }, (_, row) => bins[binOffset(f, rows) + lanes * row]!),
    ),
  };
};

const edgesBetween = (values: Float32Array) => findEdges(values.sort(), new Int32Array(values.length));

test("few distinct values get a bin each, with edges half-way between", () => {
  expect(edgesBetween(Float32Array.of(3, 1, 1, 2, 3))).toEqual([1.5, 2.5]);
});

test("many distinct values get 255 bins of about equal mass", () => {
  const column = Float32Array.from({ length: 25_500 }, (_, i) => i ** 2);
  const { bins, edges } = binsOf([column]);
  expect(edges[0]).toHaveLength(254);
  const mass = new Int32Array(256);
  for (const bin of bins[0]!) mass[bin]!++;
  expect(Math.min(...mass.subarray(0, 255))).toBeGreaterThan(90);
  expect(Math.max(...mass)).toBeLessThan(110);
});

test("a value that half the rows share leaves the others their bins", () => {
  const column = Float32Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? 0 : i));
  expect(edgesBetween(column).length).toBeGreaterThan(200);
});

test("a bin holds values above the edge before it and up to its own", () => {
  const { bins } = binsOf([Float32Array.of(1, 1.5, 2, -5)]);
  expect([...bins[0]!]).toEqual([1, 2, 3, 0]);
});

test("missing values have the bin after the last", () => {
  const { bins, missing } = binsOf([Float32Array.of(Number.NaN, 1, 2)]);
  expect(missing[0]).toBe(2);
  expect([...bins[0]!]).toEqual([2, 0, 1]);
});

test("a column without values has one empty bin and the missing one", () => {
  const { bins, totalBins } = binsOf([Float32Array.of(Number.NaN, Number.NaN)]);
  expect(totalBins).toBe(2);
  expect([...bins[0]!]).toEqual([1, 1]);
});

test("neighbouring single-precision numbers have bins of their own", () => {
  const a = 16_777_216;
  const { bins } = binsOf([Float32Array.of(a, a + 2)]);
  expect([...bins[0]!]).toEqual([0, 1]);
});
