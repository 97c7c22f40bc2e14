import fc from "fast-check";
import { expect, test } from "vitest";
import { metricNames } from "../../domain/outcome/evaluation.js";
import { rocCurve } from "./curves.js";
import { averagePrecision, score } from "./metrics.js";
import { rankPeople, totalsOf, truePositiveRates, weightedMetrics } from "./weighted-metrics.js";

const people = fc.array(
  fc.record({ p: fc.integer({ min: 1, max: 19 }).map((x) => x / 20), y: fc.integer({ min: 0, max: 1 }) }),
  { minLength: 1, maxLength: 60 },
);
const split = (rows: readonly { p: number; y: number }[]) =>
  [Float64Array.from(rows, (r) => r.p), Uint8Array.from(rows, (r) => r.y)] as const;

test("with weight 1 for all, the metrics are the scores", () => {
  fc.assert(
    fc.property(people, (rows) => {
      const [p, y] = split(rows);
      const scores = score(p, y);
      const once = new Uint8Array(rows.length).fill(1);
      weightedMetrics(rankPeople(p, y), once, totalsOf(y, once)).forEach((value, m) => {
        expect(value).toBeCloseTo(scores[metricNames[m]!], 10);
      });
    }),
    { seed: 1 },
  );
});

test("weight 2 counts as two people, and weight 0 as none", () => {
  const counted = fc.array(
    fc.record({
      p: fc.integer({ min: 1, max: 9 }).map((x) => x / 10),
      y: fc.integer({ min: 0, max: 1 }),
      w: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(
      counted.filter((rows) => rows.some(({ w }) => w > 0)),
      (rows) => {
        const scores = score(...split(rows.flatMap((row) => Array(row.w).fill(row))));
        const weight = Uint8Array.from(rows, ({ w }) => w);
        const [p, y] = split(rows);
        const values = weightedMetrics(rankPeople(p, y), weight, totalsOf(y, weight));
        // Calibration bins do not depend on the weights.
        metricNames.forEach((name, m) => {
          if (name !== "ece") expect(values[m]).toBeCloseTo(scores[name], 10);
        });
      },
    ),
    { seed: 2 },
  );
});

test("average precision is the mean over the positives of precision at their rank, where ties share a rank", () => {
  fc.assert(
    fc.property(
      people.filter((rows) => rows.some(({ y }) => y === 1)),
      (rows) => {
        const hits = rows.filter(({ y }) => y === 1);
        const precision = hits.map(({ p }) => {
          const above = rows.filter((other) => other.p >= p);
          return above.filter(({ y }) => y === 1).length / above.length;
        });
        const expected = precision.reduce((a, b) => a + b, 0) / hits.length;
        expect(averagePrecision(...split(rows))).toBeCloseTo(expected, 12);
      },
    ),
    { seed: 3 },
  );
});

test("true positive rates at the points of the ROC curve are the curve", () => {
  const distinct = fc
    .array(fc.integer({ min: 0, max: 1 }), { minLength: 2, maxLength: 60 })
    .filter((labels) => new Set(labels).size === 2);
  fc.assert(
    fc.property(distinct, (labels) => {
      const p = Float64Array.from(labels, (_, i) => (i + 1) / 100);
      const y = Uint8Array.from(labels);
      const curve = rocCurve(p, y);
      const once = new Uint8Array(p.length).fill(1);
      const rates = truePositiveRates(rankPeople(p, y), once, totalsOf(y, once), curve);
      // Where the curve is vertical, several points have one x, and the highest is the rate.
      rates.forEach((rate, i) => {
        const top = Math.max(...curve.filter(({ x }) => x === curve[i]!.x).map((point) => point.y));
        expect(rate).toBeCloseTo(top, 12);
      });
    }),
    { seed: 4 },
  );
});
