import { expect, test } from "vitest";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { landmarkWarnings } from "./label-diagnostics.js";

const codesFor = (landmarkDays: number[], horizonDays: number) =>
  landmarkWarnings({
    landmarks: landmarkDays.map((day) => day * secondsPerDay),
    quietPeriods: [],
    horizon: horizonDays * secondsPerDay,
    horizonDays,
  }).map(({ code, figures }) => [code, figures]);

test("a history without a date that ended before its newest landmark is short, however many landmarks it has", () => {
  const figures = { landmarks: 4, quiet_days: 0, horizon_days: 90 };
  expect(codesFor([60, 90, 120, 149], 90)).toEqual([["few_landmarks", figures]]);
  expect(codesFor([60, 90, 120, 150], 90)).toEqual([]);
});

test("two landmarks are few", () => {
  expect(codesFor([60, 150], 90)).toHaveLength(1);
});
