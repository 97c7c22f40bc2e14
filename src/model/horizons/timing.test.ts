import { expect, test } from "vitest";
import { reachedAt, timingOf } from "./timing.js";

const waits = (wait: number[], followed = 100) => ({
  wait: Float64Array.from(wait),
  followed: new Float64Array(wait.length).fill(followed),
});

test("the hazard of an interval is spread over its days as goals were reached on them", () => {
  const [shares] = timingOf(waits([0.5, 2.2, 2.9, Infinity, Infinity]), [4]);
  const hazards = [1 / 5, 0, 2 / 4, 0];
  const total = 0.7;
  hazards.reduce((passed, hazard, day) => {
    expect(shares![day]).toBeCloseTo((passed + hazard) / total, 12);
    return passed + hazard;
  }, 0);
});

test("rows that were not followed until the end of an interval say nothing about it", () => {
  const { wait, followed } = waits([0.5, 3.5, Infinity]);
  const known = timingOf({ wait, followed }, [4]);
  const more = { wait: Float64Array.of(...wait, 1.5), followed: Float64Array.of(...followed, 3) };
  expect(timingOf(more, [4])).toEqual(known);
});

test("an interval without goals is even", () => {
  expect(timingOf(waits([Infinity, Infinity]), [2, 4])).toEqual([
    [0.5, 1],
    [0.5, 1],
  ]);
});

test("a probability is reached on a day of the interval in which the curve passes it, or not at all", () => {
  const timing = [Array.from({ length: 10 }, (_, day) => (day + 1) / 10), [1]];
  const at = (level: number) => reachedAt([0.5, 0.6], [10, 11], timing, level);
  expect(at(1 - 0.5 ** 0.44)!.day).toBe(4);
  expect(at(1 - 0.5 ** 0.44)!.share).toBeCloseTo(0.4, 9);
  expect(at(0.55)!.day).toBe(10);
  expect(at(0.7)).toBeNull();
});
