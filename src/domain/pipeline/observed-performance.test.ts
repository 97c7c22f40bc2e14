import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import {
  horizonEnd,
  newestObserved,
  type ObservedPerformance,
  partitionSnapshots,
  type ScoreSnapshot,
} from "./observed-performance.js";

const snapshot = (cutoff: number, horizon_days = 40): ScoreSnapshot => ({
  cutoff: cutoff * secondsPerDay,
  horizon_days,
  model: "m",
  people: 1,
  level_margin: 0.1,
});
const sorted = (cutoffs: number[], now: number) =>
  partitionSnapshots(
    cutoffs.map((cutoff) => snapshot(cutoff)),
    now * secondsPerDay,
    40 * secondsPerDay,
  );

test("a snapshot ends exactly at the end of its horizon, and not a second before", () => {
  const end = horizonEnd(snapshot(100));
  expect(partitionSnapshots([snapshot(100)], end, 40 * secondsPerDay).ended).toHaveLength(1);
  expect(partitionSnapshots([snapshot(100)], end - 1, 40 * secondsPerDay)).toMatchObject({
    ended: [],
    waiting: [{ people: 1 }],
  });
});

test("a snapshot of a calendar horizon ends where the calendar says, and settles for a usual one", () => {
  const cutoff = Date.UTC(2027, 0, 23) / 1000 + 1;
  const monthly = { ...snapshot(0, 9), cutoff, horizon_through: "this_month" as const };
  const end = Date.UTC(2027, 1, 1) / 1000;
  expect(horizonEnd(monthly)).toBe(end);
  const at = (now: number) => partitionSnapshots([monthly], now, { through: "this_month" });
  expect(at(end - 1)).toMatchObject({ ended: [], waiting: [{}] });
  expect(at(end + 29 * secondsPerDay)).toMatchObject({ ended: [{}], settling: [{}] });
  expect(at(end + 30 * secondsPerDay)).toMatchObject({ ended: [{}], settling: [] });
});

test("the first snapshot is due at once, and the next a quarter of the horizon later", () => {
  expect(sorted([], 100).isDue).toBe(true);
  expect(sorted([100], 100).isDue).toBe(false);
  expect(sorted([100], 109).isDue).toBe(false);
  expect(sorted([100], 110).isDue).toBe(true);
});

test("snapshots from before the clock was set back are kept, and no new one is due", () => {
  expect(sorted([100], 95)).toMatchObject({ ended: [], waiting: [{}], isDue: false });
});

test("each snapshot ends at its own horizon, whatever the current horizon is", () => {
  const { ended } = partitionSnapshots(
    [snapshot(100, 10), snapshot(100, 30)],
    115 * secondsPerDay,
    90 * secondsPerDay,
  );
  expect(ended.map(({ horizon_days }) => horizon_days)).toEqual([10]);
});

test("whenever builds run, no snapshot is lost before it ends, and at most four wait", () => {
  const builds = fc.array(fc.integer({ min: 0, max: 3 * 40 * secondsPerDay }), { maxLength: 60 });
  fc.assert(
    fc.property(builds, (moments) => {
      let waiting: ScoreSnapshot[] = [];
      const taken: number[] = [];
      const observed: number[] = [];
      for (const now of [...moments].sort((a, b) => a - b)) {
        const found = partitionSnapshots(waiting, now, 40 * secondsPerDay);
        for (const snapshot of found.ended) expect(horizonEnd(snapshot)).toBeLessThanOrEqual(now);
        observed.push(...found.ended.map(({ cutoff }) => cutoff));
        if (found.isDue) taken.push(now);
        waiting = [...found.waiting, ...(found.isDue ? [{ ...snapshot(0), cutoff: now }] : [])];
        expect(waiting.length).toBeLessThanOrEqual(4);
      }
      expect([...observed, ...waiting.map(({ cutoff }) => cutoff)].sort((a, b) => a - b)).toEqual(taken);
    }),
  );
});

test("an ended snapshot settles for one more horizon", () => {
  const last = horizonEnd(snapshot(140)) - 1;
  expect(partitionSnapshots([snapshot(100)], last, 40 * secondsPerDay)).toMatchObject({
    ended: [{}],
    settling: [{}],
  });
  expect(partitionSnapshots([snapshot(100)], last + 1, 40 * secondsPerDay)).toMatchObject({
    ended: [{}],
    settling: [],
  });
});

test("results that were counted again take the place of the earlier ones", () => {
  const at = (cutoff: number, attained: number) => ({ cutoff, attained }) as ObservedPerformance;
  expect(newestObserved([at(1, 5), at(2, 6)], [at(2, 7), at(3, 8)])).toEqual([at(1, 5), at(2, 7), at(3, 8)]);
});

test("only the newest results are kept", () => {
  const results = Array.from({ length: 50 }, (_, i) => ({ cutoff: i }) as ObservedPerformance);
  expect(newestObserved(results, []).map(({ cutoff }) => cutoff)).toEqual(
    Array.from({ length: 40 }, (_, i) => i + 10),
  );
});
