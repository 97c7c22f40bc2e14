import { expect, test } from "vitest";
import { secondsLeft } from "./time-left.js";

const progress = (share: number, atMs: number) => ({ share, atMs });

test("a build is expected to take as long as the last one", () => {
  expect(secondsLeft({ ranMs: 12_000, reported: progress(0.9, 12_000), lastMs: 40_000 })).toBe(30);
  expect(secondsLeft({ ranMs: 39_500, reported: null, lastMs: 40_000 })).toBe(1);
});

test("without a last build, or beyond its duration, the progress is extrapolated", () => {
  expect(secondsLeft({ ranMs: 10_000, reported: progress(0.25, 10_000), lastMs: null })).toBe(30);
  expect(secondsLeft({ ranMs: 50_000, reported: progress(0.5, 50_000), lastMs: 40_000 })).toBe(50);
});

test("without new progress the time left decreases, and disappears at zero", () => {
  const left = [10, 20, 35, 40, 60].map((s) =>
    secondsLeft({ ranMs: s * 1000, reported: progress(0.25, 10_000), lastMs: null }),
  );
  expect(left).toEqual([30, 20, 5, undefined, undefined]);
});

test("a first build has no estimate before it has made progress", () => {
  expect(secondsLeft({ ranMs: 10_000, reported: progress(0.5, 1_000), lastMs: null })).toBeUndefined();
  expect(secondsLeft({ ranMs: 10_000, reported: progress(0.04, 10_000), lastMs: null })).toBeUndefined();
  expect(secondsLeft({ ranMs: 10_000, reported: null, lastMs: null })).toBeUndefined();
});

test("long times are rounded coarsely", () => {
  expect(secondsLeft({ ranMs: 0, reported: null, lastMs: 61_000 })).toBe(90);
  expect(secondsLeft({ ranMs: 0, reported: null, lastMs: 3_601_000 })).toBe(3_720);
});
