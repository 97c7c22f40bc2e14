import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import type { LabelledFrame } from "./rows.js";
import { seasonalError } from "./season.js";

const day = 86_400;
const options = { rfm: [0, 1], visits: [], horizonDays: 60, seed: 1 };

/** People of two features at landmarks so many days ago; `offOn` moves the log-odds of all of them. */
const frameOf = (daysAgo: number[], offOn: (daysAgo: number) => number, people = 1500): LabelledFrame => {
  const random = seededRandom(4);
  const rows = daysAgo.length * people;
  const columns = [0, 1].map(() => Float32Array.from({ length: rows }, () => 100 * random()));
  const landmark = Float64Array.from({ length: rows }, (_, i) => -daysAgo[Math.floor(i / people)]! * day);
  const label = Uint8Array.from(landmark, (at, i) =>
    random() < sigmoid(1 - columns[0]![i]! / 50 + offOn(-at / day)) ? 1 : 0,
  );
  const personId = BigInt64Array.from({ length: rows }, (_, i) => BigInt(i % people));
  return { rows, names: ["recency", "count"], personId, landmark, label, columns };
};

const twoYears = [760, 730, 700, 540, 395, 365, 335, 240, 180, 120, 60];
const isSummer = (daysAgo: number): boolean => Math.abs(daysAgo - 365.25 * Math.round(daysAgo / 365.25)) < 45;

test("the level of earlier years' days is expected again, moderated by a landmark of no error", () => {
  const summers = frameOf(twoYears, (daysAgo) => (daysAgo > 100 && isSummer(daysAgo) ? 0.8 : 0));
  const inSummer = seasonalError(summers, 0, options);
  expect(inSummer).toBeGreaterThan(0.15);
  expect(inSummer).toBeLessThan(0.5);
  expect(seasonalError(summers, -180 * day, options)).toBeLessThan(0);
});

test("days of another season, and of this year, say nothing", () => {
  const thisYear = [300, 240, 180, 120, 60];
  expect(
    seasonalError(
      frameOf(thisYear, () => 0),
      0,
      options,
    ),
  ).toBe(0);
  expect(
    seasonalError(
      frameOf([540, 520, 240, 180], () => 0),
      0,
      options,
    ),
  ).toBe(0);
});

test("a level that never changed is expected to stay", () => {
  expect(
    Math.abs(
      seasonalError(
        frameOf(twoYears, () => 0),
        0,
        options,
      ),
    ),
  ).toBeLessThan(0.08);
});
