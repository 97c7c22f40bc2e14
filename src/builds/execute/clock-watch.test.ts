import { expect, test } from "vitest";
import { ClockWatch } from "./clock-watch.js";

const hour = 3_600_000;

test("a clock that runs is not moved, one that jumps is, by the difference to the time that passed", () => {
  let [wall, passed] = [1_700_000_000_000, 5];
  const watch = new ClockWatch(
    () => wall,
    () => passed,
  );
  const pass = (ms: number, extra = 0): number => {
    passed += ms;
    wall += ms + extra;
    return watch.look();
  };
  expect([pass(30_000), pass(30_000, 2_000)]).toEqual([0, 0]);
  expect(pass(30_000, 3 * hour)).toBe(3 * hour);
  expect([pass(30_000), pass(30_000, -4 * hour)]).toEqual([0, -4 * hour]);
});

test("a clock that was moved forward is not trusted for an hour; moved back, it is", () => {
  let [wall, passed] = [1_700_000_000_000, 5];
  const watch = new ClockWatch(
    () => wall,
    () => passed,
  );
  wall -= hour;
  watch.look();
  expect(watch.isTrusted()).toBe(true);
  wall += 20 * hour;
  watch.look();
  passed += hour - 1;
  expect(watch.isTrusted()).toBe(false);
  passed += 1;
  expect(watch.isTrusted()).toBe(true);
});
