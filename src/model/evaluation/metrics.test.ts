import fc from "fast-check";
import { expect, test } from "vitest";
import { liftCurve, rocCurve } from "./curves.js";
import { auc, brier, calibrationBins, ece, lift, liftValue, logLoss, score } from "./metrics.js";

const people = fc.array(
  fc.record({ p: fc.integer({ min: 1, max: 9 }).map((x) => x / 10), y: fc.integer({ min: 0, max: 1 }) }),
  { minLength: 1, maxLength: 40 },
);
const split = (rows: { p: number; y: number }[]) =>
  [Float64Array.from(rows, (r) => r.p), Uint8Array.from(rows, (r) => r.y)] as const;

test("AUC is the share of pairs in the right order, where ties count half", () => {
  fc.assert(
    fc.property(people, (rows) => {
      const pairs = rows.flatMap((a) => rows.filter((b) => a.y > b.y).map((b) => Math.sign(a.p - b.p)));
      const expected = pairs.length === 0 ? 0.5 : pairs.reduce((s, o) => s + (o + 1) / 2, 0) / pairs.length;
      expect(auc(...split(rows))).toBeCloseTo(expected, 12);
    }),
    { seed: 1 },
  );
});

test("the area under the ROC curve is the AUC", () => {
  fc.assert(
    fc.property(
      people.filter((rows) => new Set(rows.map((r) => r.y)).size === 2),
      (rows) => {
        const curve = rocCurve(...split(rows));
        const area = curve.slice(1).reduce((sum, b, i) => {
          const a = curve[i]!;
          return sum + ((b.x - a.x) * (a.y + b.y)) / 2;
        }, 0);
        expect(area).toBeCloseTo(auc(...split(rows)), 10);
        expect(curve.at(-1)).toEqual({ x: 1, y: 1 });
      },
    ),
    { seed: 2 },
  );
});

test("log loss and Brier score by hand", () => {
  const [p, y] = [Float64Array.of(0.8, 0.4), Uint8Array.of(1, 0)];
  expect(logLoss(p, y)).toBeCloseTo(-(Math.log(0.8) + Math.log(0.6)) / 2, 12);
  expect(brier(p, y)).toBeCloseTo((0.04 + 0.16) / 2, 12);
});

test("a wrong certainty has a high, finite loss", () => {
  expect(logLoss(Float64Array.of(0), Uint8Array.of(1))).toBeCloseTo(34.54, 1);
});

test("calibration error by hand: two groups, off by 0.1 and 0.3", () => {
  const p = Float64Array.from({ length: 20 }, (_, i) => (i < 10 ? 0.2 : 0.6));
  const y = Uint8Array.from({ length: 20 }, (_, i) => (i < 10 ? +(i < 3) : +(i < 13)));
  expect(ece(p, y)).toBeCloseTo(0.2, 12);
  const bins = calibrationBins(p, y);
  expect(bins.map((b) => b.people)).toEqual([10, 10]);
  expect(bins[0]!.predicted).toBeCloseTo(0.2, 12);
  expect(bins[1]!.actual_rate).toBeCloseTo(0.3, 12);
});

test("people of equal probability have lift 1 and share one bin, whatever their order", () => {
  const p = new Float64Array(100).fill(0.3);
  const y = Uint8Array.from({ length: 100 }, (_, i) => (i < 30 ? 1 : 0));
  const s = score(p, y);
  expect(s.auc).toBe(0.5);
  expect(s.top_decile_lift).toBeCloseTo(1, 12);
  expect(s.ece).toBeCloseTo(0, 12);
  expect(s).toMatchObject({ people: 100, attained: 30, base_rate: 0.3 });
});

test("the lift of a perfect ranking is 1 over the base rate", () => {
  const p = Float64Array.from({ length: 100 }, (_, i) => (100 - i) / 101);
  const y = Uint8Array.from({ length: 100 }, (_, i) => (i < 20 ? 1 : 0));
  expect(liftValue(p, y)).toBeCloseTo(5, 12);
  expect(lift(p, y, 0.5)).toBeCloseTo(2, 12);
  const curve = liftCurve(p, y);
  expect(curve).toHaveLength(100);
  expect(curve[9]).toMatchObject({ x: 0.1, y: 5 });
  expect(curve[99]!.y).toBeCloseTo(1, 12);
  for (const { y: at, y_min, y_max } of curve) {
    expect(y_min).toBeLessThanOrEqual(at + 1e-12);
    expect(y_max).toBeGreaterThanOrEqual(at - 1e-12);
  }
});

test("lift value is the mean over four depths of the ranking", () => {
  const p = Float64Array.of(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2);
  const y = Uint8Array.of(1, 0, 1, 0, 1, 0, 1, 0);
  // r = ½: the first 4, 3, 2 and 1 of 8 people, with rates ½, ⅔, ½ and 1.
  expect(liftValue(p, y)).toBeCloseTo((1 + 4 / 3 + 1 + 2) / 4, 12);
});

test("metrics stay finite without positives", () => {
  const [p, y] = [Float64Array.of(0.1, 0.2), Uint8Array.of(0, 0)];
  expect(Object.values(score(p, y)).every(Number.isFinite)).toBe(true);
  expect(Number.isFinite(liftValue(p, y))).toBe(true);
  expect(JSON.stringify([liftCurve(p, y), rocCurve(p, y)])).not.toContain("null");
});
