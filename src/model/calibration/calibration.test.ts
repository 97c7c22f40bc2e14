import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { applyCalibration, chooseCalibration, shiftTo, uncalibrated } from "./calibration.js";
import { applyMap, calibrationMethods, fitMap } from "./maps.js";

/** Raw scores in [−3, 3], and labels whose true log-odds are a function of them. */
const drawn = (rows: number, truth: (raw: number) => number, seed = 1) => {
  const random = seededRandom(seed);
  const raw = Float64Array.from({ length: rows }, () => 6 * random() - 3);
  const label = Uint8Array.from(raw, (s) => (random() < sigmoid(truth(s)) ? 1 : 0));
  return { raw, label };
};

const worstError = (map: ReturnType<typeof fitMap>, truth: (raw: number) => number): number => {
  const raw = Float64Array.from({ length: 55 }, (_, i) => -2.7 + i / 10);
  const errors = applyMap(map, raw).map((s, i) => Math.abs(sigmoid(s) - sigmoid(truth(raw[i]!))));
  return errors.reduce((a, b) => Math.max(a, b));
};

test("Platt recovers a known line", () => {
  const truth = (s: number) => 0.5 * s - 1;
  const { raw, label } = drawn(50_000, truth);
  const map = fitMap("platt", raw, label);
  expect(map).toMatchObject({ method: "platt" });
  expect(worstError(map, truth)).toBeLessThan(0.01);
});

test("beta recovers a known curve, and the identity", () => {
  const truth = (s: number) => 0.3 + 1.6 * Math.log(sigmoid(s)) - 0.6 * Math.log(sigmoid(-s));
  const curved = drawn(50_000, truth);
  expect(worstError(fitMap("beta", curved.raw, curved.label), truth)).toBeLessThan(0.015);
  const straight = drawn(50_000, (s) => s);
  expect(worstError(fitMap("beta", straight.raw, straight.label), (s) => s)).toBeLessThan(0.015);
});

test("isotonic recovers a step that no line can", () => {
  const truth = (s: number) => (s < 0 ? -2 : 1);
  const { raw, label } = drawn(50_000, truth);
  const map = fitMap("isotonic", raw, label);
  const [low, lower, higher, high] = applyMap(map, Float64Array.of(-2, -1.2, 1.2, 2)).map(sigmoid);
  for (const p of [low, lower]) expect(p).toBeCloseTo(sigmoid(-2), 1);
  for (const p of [higher, high]) expect(p).toBeGreaterThan(sigmoid(1) - 0.06);
});

test("no map inverts the order of people, even for scores that are worse than chance", () => {
  const people = fc.integer({ min: 20, max: 400 }).chain((rows) => fc.tuple(fc.constant(rows), fc.nat()));
  fc.assert(
    fc.property(people, fc.constantFrom(-2, -0.5, 0.5, 2), ([rows, seed], slope) => {
      const { raw, label } = drawn(rows, (s) => slope * s, seed);
      fc.pre(label.includes(0) && label.includes(1));
      const rising = raw.slice().sort();
      for (const method of calibrationMethods) {
        const mapped = applyMap(fitMap(method, raw, label), rising);
        expect(mapped.every((s, i) => Number.isFinite(s) && (i === 0 || s >= mapped[i - 1]! - 1e-9))).toBe(
          true,
        );
      }
    }),
    { seed: 4, numRuns: 50 },
  );
});

test("calibrated scores stay as they are; stretched ones do not", () => {
  const straight = drawn(3000, (s) => s, 2);
  expect(chooseCalibration(straight, [], 1).map.method).toBe("identity");
  const stretched = drawn(3000, (s) => s / 2 + 1, 2);
  expect(chooseCalibration(stretched, [], 1).map.method).toBe("platt");
});

test("a few hundred people are too few for a curve", () => {
  const curved = drawn(250, (s) => (s < 0 ? -2 : 1), 2);
  expect(["identity", "platt"]).toContain(chooseCalibration(curved, [curved], 1).map.method);
});

test("a curve is chosen only if another date confirms it", () => {
  const step = (s: number) => (s < 0 ? -2 : 1);
  const here = drawn(5000, step, 2);
  const methodWith = (otherDates: ReturnType<typeof drawn>[]) =>
    chooseCalibration(here, otherDates, 1).map.method;
  expect(methodWith([drawn(5000, step, 3)])).toBe("isotonic");
  expect(methodWith([])).not.toBe("isotonic");
  const other = drawn(5000, (s) => s, 3);
  expect(methodWith([other, other])).not.toBe("isotonic");
});

test("scores beyond the ends of a curve stay distinct", () => {
  const { raw, label } = drawn(5000, (s) => (s < 0 ? -2 : 1));
  const mapped = applyMap(fitMap("isotonic", raw, label), Float64Array.of(-5, -4, 4, 5));
  expect(mapped[1]! - mapped[0]!).toBeCloseTo(1, 9);
  expect(mapped[3]! - mapped[2]!).toBeCloseTo(1, 9);
});

test("the choice is the same for the same seed, and survives JSON", () => {
  const { raw, label } = drawn(500, (s) => s ** 3 / 4);
  const calibration = chooseCalibration({ raw, label }, [], 9);
  expect(chooseCalibration({ raw, label }, [], 9)).toEqual(calibration);
  const copy = JSON.parse(JSON.stringify(calibration));
  expect(applyCalibration(copy, raw)).toEqual(applyCalibration(calibration, raw));
});

test("with too few people, scores stay as they are", () => {
  expect(chooseCalibration({ raw: Float64Array.of(0, 1, 2), label: Uint8Array.of(0, 1, 0) }, [], 1)).toEqual(
    uncalibrated,
  );
});

test("a shift brings the mean to the base rate and keeps odds ratios", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      (scores, rate) => {
        const raw = Float64Array.from(scores);
        const moved = applyCalibration(shiftTo(uncalibrated, raw, rate), raw);
        expect(moved.reduce((a, b) => a + b, 0) / moved.length).toBeCloseTo(rate, 6);
        expect(logit(moved[0]!) - raw[0]!).toBeCloseTo(logit(moved.at(-1)!) - raw.at(-1)!, 3);
      },
    ),
    { seed: 5 },
  );
});
