import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { fitGbdt } from "./boosting.js";
import type { Monotonicity } from "./params.js";
import { predictGbdt } from "./predictor.js";

test("scores never move against the constraint, whatever the data", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom<Monotonicity>(1, -1),
      (seed, direction) => {
        const random = seededRandom(seed);
        const rows = 600;
        const draw = () => Float32Array.from({ length: rows }, () => Math.floor(random() * 20));
        const columns = [draw(), draw(), draw()];
        const label = Uint8Array.from({ length: rows }, (_, i) =>
          random() < (Math.sin(columns[0]![i]! * columns[1]![i]!) + 1) / 2 ? 1 : 0,
        );
        const model = fitGbdt(columns, label, { trees: 15, minRows: 2, monotone: [direction, 0, 0] });
        const ladder = Float32Array.from({ length: 22 }, (_, step) => step - 1);
        for (let row = 0; row < 20; row++) {
          const others = [1, 2].map((f) => new Float32Array(22).fill(columns[f]![row]!));
          const score = predictGbdt(model, [ladder, ...others]);
          for (let step = 1; step < 22; step++)
            expect(direction * (score[step]! - score[step - 1]!)).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { seed: 6, numRuns: 30 },
  );
});

test("a constraint that the data follow anyway changes nothing", () => {
  const column = Float32Array.from({ length: 200 }, (_, i) => i % 2);
  const label = Uint8Array.from(column, (x, i) => (i % 5 === 0 ? 1 - x : x));
  const params = { trees: 3, maxLeaves: 2 };
  const free = predictGbdt(fitGbdt([column], label, params), [column]);
  const rising = predictGbdt(fitGbdt([column], label, { ...params, monotone: [1] }), [column]);
  expect(rising).toEqual(free);
});
