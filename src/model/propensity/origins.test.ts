import { expect, test } from "vitest";
import { uncalibrated } from "../calibration/calibration.js";
import { seededRandom } from "../numeric/random.js";
import { logit } from "../numeric/special-functions.js";
import { calibrationOf, originRows, type ScoredOrigin } from "./origins.js";

const names = ["rfm" as const, "bg_nbd" as const];
const blendOf = (name: (typeof names)[number]) => [{ name, size: 0, weight: 1 }];

/** An origin whose level the first candidate knows, and the second misses by `missed`, as the season said. */
const originAt = (landmark: number, missed: number): ScoredOrigin => {
  const random = seededRandom(landmark + 1);
  const probability = Float64Array.from({ length: 2000 }, () => 0.1 + 0.5 * random());
  const label = Uint8Array.from(probability, (p) => (random() < p ? 1 : 0));
  const right = probability.map(logit);
  return {
    landmark,
    season: missed,
    newest: 0,
    names,
    scores: [[right], [right.map((s) => s - missed)]],
    label,
  };
};

test("the level follows the season as far as the blend itself missed it", () => {
  const origins = [0.6, -0.6, 0.6, -0.6].map((missed, i) => originAt(2 * i, missed));
  expect(calibrationOf(blendOf("rfm"), origins, { landmark: 8, season: 0.6, newest: 0 }, 1)).toEqual(
    uncalibrated,
  );
  const { shift } = calibrationOf(blendOf("bg_nbd"), origins, { landmark: 8, season: 0.6, newest: 0 }, 1);
  expect(shift).toBeGreaterThan(0.4);
  expect(shift).toBeLessThanOrEqual(0.6);
});

test("landmarks of few people are origins where their evidence counts together", () => {
  const [people, landmarks] = [20, 60];
  const rows = people * landmarks;
  const frame = {
    rows,
    names: [],
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row % people)),
    landmark: Float64Array.from({ length: rows }, (_, row) => Math.floor(row / people)),
    label: Uint8Array.from({ length: rows }, (_, row) => (row % 4 === 0 ? 1 : 0)),
    columns: [],
  };
  const landmarksOf = (isPooled: boolean) =>
    originRows(frame, 3, 1, isPooled).map(({ landmark }) => landmark);
  expect(landmarksOf(false)).toEqual([59]);
  const pooled = landmarksOf(true);
  expect(pooled).toHaveLength(12);
  expect([pooled[0], pooled.at(-1)]).toEqual([24, 59]);
  for (const { landmark, training } of originRows(frame, 3, 1, true))
    expect(Math.max(...training.landmark)).toBeLessThanOrEqual(landmark - 3);
});
