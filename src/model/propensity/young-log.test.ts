import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import type { LabelledFrame } from "./rows.js";
import { trainPropensity } from "./train.js";
import { youngLogShift } from "./young-log.js";

const day = 86_400;
const options = { rfm: [0, 1], visits: [], horizonDays: 60, seed: 1 };

/** People of two features at landmarks 20 days apart; each has a level, in log-odds. */
const frameOf = (levels: number[], people = 1500): LabelledFrame => {
  const random = seededRandom(4);
  const rows = levels.length * people;
  const columns = [0, 1].map(() => Float32Array.from({ length: rows }, () => 100 * random()));
  const at = (row: number) => Math.floor(row / people);
  return {
    rows,
    names: ["recency", "count"],
    personId: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i % people)),
    landmark: Float64Array.from({ length: rows }, (_, i) => at(i) * 20 * day),
    label: Uint8Array.from({ length: rows }, (_, i) =>
      random() < sigmoid(1 - columns[0]![i]! / 50 + levels[at(i)]!) ? 1 : 0,
    ),
    columns,
  };
};

test("the level of the newest landmark is expected to last, and never more than it differed from the others", () => {
  const shift = youngLogShift(frameOf([0.8, 0.4, 0]), options);
  expect(shift).toBeLessThan(-0.25);
  expect(shift).toBeGreaterThan(-0.5);
});

test("a level that did not change, a single landmark, and too few labels say nothing", () => {
  expect(Math.abs(youngLogShift(frameOf([0, 0, 0]), options))).toBeLessThan(0.1);
  expect(youngLogShift(frameOf([0.8]), options)).toBe(0);
  expect(youngLogShift(frameOf([0.8, 0.4, -9]), options)).toBe(0);
});

test("a history too short for an earlier date has the level of its newest landmark, in the model and in its test", () => {
  const frame = frameOf([0.8, 0.4, 0]);
  const { model, report, test, origins } = trainPropensity(frame, {
    horizonSeconds: 60 * day,
    seed: 1,
    rfmFeatures: frame.names,
  });
  expect(origins).toEqual([]);
  expect(report.tested_on).toBe("other people");
  expect(report.calibration.method).toBe("level");
  expect(model.calibration.shift).toBe(youngLogShift(frame, options));
  const mean = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0) / test.label.length;
  expect(Math.abs(mean(test.probability) - mean(test.label))).toBeLessThan(0.03);
});

test("a history of one or two past dates has the level of its newest landmark, unless that is of another season", () => {
  const shiftOf = (levels: number[], horizonDays: number) => {
    const frame = frameOf(levels);
    const { model, origins } = trainPropensity(frame, {
      horizonSeconds: horizonDays * day,
      seed: 1,
      rfmFeatures: frame.names,
    });
    expect(origins).toHaveLength(2);
    return { shift: model.calibration.shift, newest: youngLogShift(frame, { ...options, horizonDays }) };
  };
  const near = shiftOf([0.8, 0.8, 0.4, 0], 40);
  expect(near.shift).toBe(near.newest);
  expect(near.shift).toBeLessThan(-0.2);
  expect(shiftOf([0.8, 0.8, 0.8, 0.4, 0], 60).shift).toBe(0);
});
