import { expect, test } from "vitest";
import { directionBins } from "./directions.js";

test("a feature that raises the probability has impacts that rise from negative to positive", () => {
  const column = Float32Array.from({ length: 1000 }, (_, i) => i);
  const probability = Float64Array.from(column, (value) => value / 1000);
  const label = Uint8Array.from(column, (value) => (value >= 500 ? 1 : 0));
  const bins = directionBins("number", column, probability, label);
  expect(bins).toHaveLength(10);
  const impacts = bins.map(({ impact }) => impact);
  expect(impacts).toEqual([...impacts].sort((a, b) => a - b));
  expect(impacts[0]).toBeCloseTo(-0.45, 2);
  expect(bins.map(({ actual_rate }) => actual_rate)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  expect(bins[3]).toMatchObject({ data_type: "number", min: 300, max: 399, density: 0.1 });
});

test("a value is in one bin only, and people without a value are in none", () => {
  const column = Float32Array.of(0, 0, 0, 0, 0, 0, 1, 2, Number.NaN, Number.NaN);
  const half = new Float64Array(10).fill(0.5);
  const bins = directionBins("number", column, half, new Uint8Array(10));
  expect(bins.map((bin) => bin.data_type === "number" && [bin.min, bin.max])).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  expect(bins.map(({ density }) => density)).toEqual([0.6, 0.1, 0.1]);
});

test("a boolean has a bin for each value that occurs", () => {
  const probability = Float64Array.of(0.2, 0.4, 0.9);
  const bins = directionBins("boolean", Float32Array.of(0, 0, 1), probability, Uint8Array.of(0, 0, 1));
  expect(bins).toMatchObject([
    { data_type: "boolean", value: false },
    { data_type: "boolean", value: true, actual_rate: 1 },
  ]);
  expect(bins[1]!.impact).toBeCloseTo(0.4, 12);
});

test("a feature without values has no bins", () => {
  const none = new Float32Array(5).fill(Number.NaN);
  expect(directionBins("number", none, new Float64Array(5), new Uint8Array(5))).toEqual([]);
});
