import fc from "fast-check";
import { expect, test } from "vitest";
import { curvesOf } from "./curve.js";

const logOdds = fc.double({ min: -40, max: 40, noNaN: true });
const people = fc.integer({ min: 1, max: 5 }).chain((intervals) =>
  fc.record({
    hazards: fc.array(fc.array(logOdds, { minLength: intervals, maxLength: intervals }), {
      minLength: 1,
      maxLength: 8,
    }),
    main: fc.integer({ min: 0, max: intervals - 1 }),
    follows: fc.constantFrom(0, 0.5, 1),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

test("whatever the hazards are, probabilities rise with the horizon and are the delivered one at its own", () => {
  fc.assert(
    fc.property(people, ({ hazards, main, follows, probability }) => {
      const delivered = new Float64Array(hazards.length).fill(probability);
      const byInterval = hazards[0]!.map((_, k) => Float64Array.from(hazards, (own) => own[k]!));
      const curves = curvesOf(byInterval, delivered, { main, follows });
      hazards.forEach((_, row) => {
        const curve = curves.map((ofInterval) => ofInterval[row]!);
        expect(curve[main]).toBe(probability);
        curve.forEach((p, k) => {
          expect(p).toBeGreaterThanOrEqual(k === 0 ? 0 : curve[k - 1]!);
          expect(p).toBeLessThanOrEqual(1);
        });
      });
    }),
  );
});

test("where the hazards already give the delivered probability, they stay as they are", () => {
  const hazards = [0.1, 0.2, 0.3].map((h) => Float64Array.of(Math.log(h / (1 - h))));
  const probability = Float64Array.of(1 - 0.9 * 0.8);
  const curves = curvesOf(hazards, probability, { main: 1, follows: 0.5 }).map(([p]) => p!);
  expect(curves[0]).toBeCloseTo(0.1, 12);
  expect(curves[1]).toBe(probability[0]);
  expect(curves[2]).toBeCloseTo(1 - 0.9 * 0.8 * 0.7, 12);
});
