import { expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import { type ArmSnapshot, keptSnapshots } from "./holdout.js";

/** Days of the snapshots that are left of daily builds from day 1 to `today`. */
const keptAfter = (today: number, horizonDays: number): number[] => {
  let snapshots: ArmSnapshot[] = [];
  for (let day = 1; day <= today; day++) {
    const kept = keptSnapshots(snapshots, [], day * secondsPerDay, horizonDays * secondsPerDay);
    snapshots = [...kept, { cutoff: day * secondsPerDay, people: 1 }];
  }
  return snapshots.map(({ cutoff }) => cutoff / secondsPerDay);
};

test.each([7, 30, 60, 90, 365])(
  "of daily builds, one snapshot of each horizon of the last year is kept, %i days ahead",
  (horizonDays) => {
    const today = 1500;
    const days = keptAfter(today, horizonDays);
    expect(days.length).toBeLessThanOrEqual(20);
    const far = Math.max(horizonDays, 30);
    expect(days[0]).toBeLessThanOrEqual(today - horizonDays - 365);
    expect(days[0]).toBeGreaterThanOrEqual(today - horizonDays - 365 - far);
    const gaps = days.slice(1).map((day, i) => day - days[i]!);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * far);
    expect(today - days.at(-2)!).toBeLessThanOrEqual(1);
  },
);
