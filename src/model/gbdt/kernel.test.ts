import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf } from "../../../test/run/amounts.js";
import { seededRandom } from "../numeric/random.js";
import { fitGbdt } from "./boosting.js";
import { openOracleKernel } from "./kernel.oracle.js";
import { openKernel } from "./kernel.wasm.js";
import { predictGbdt } from "./predictor.js";

/** Features with few and with many values, some missing, and more than one group of eight. */
const synthetic = (seed: number, rows: number, features: number) => {
  const random = seededRandom(seed);
  const draw = (f: number) => () =>
    random() < 0.05 * (f % 4) ? Number.NaN : f % 2 ? Math.floor(random() * 9) : random() - 0.5;
  const columns = Array.from({ length: features }, (_, f) => Float32Array.from({ length: rows }, draw(f)));
  const label = Uint8Array.from({ length: rows }, (_, i) => (random() < 0.3 + 0.2 * columns[0]![i]! ? 1 : 0));
  const weight = Float64Array.from({ length: rows }, () => 0.5 + 2 * random());
  label[0] = 1;
  label[1] = 0;
  return { columns, label, weight };
};

test("kernel and oracle learn the same model and give the same scores, bit for bit", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 1000 }),
        rows: fc.constantFrom(50, 1001, 40_000),
        features: fc.integer({ min: 1, max: 17 }),
        isWeighted: fc.boolean(),
        isWatched: fc.boolean(),
        rowShare: fc.constantFrom(1, 0.6),
        columnShare: fc.constantFrom(1, 0.5),
        l1: fc.constantFrom(0, 1),
      }),
      ({ seed, rows, features, isWeighted, isWatched, ...params }) => {
        const { columns, label, weight } = synthetic(seed, rows, features);
        const watched = isWatched ? synthetic(seed + 1, 333, features) : undefined;
        const all = { ...params, seed, trees: 4, minRows: 1 };
        const [fast, oracle] = [openKernel, openOracleKernel].map((open) =>
          fitGbdt(columns, label, all, {
            open,
            ...(watched && { validation: watched }),
            ...(isWeighted && { weight }),
          }),
        );
        expect(fast).toEqual(oracle);
        expect(predictGbdt(fast!, columns, openKernel)).toEqual(
          predictGbdt(fast!, columns, openOracleKernel),
        );
      },
    ),
    { seed: 4, numRuns: amountOf("learning", { whole: 40, sample: 8 }) },
  );
});
