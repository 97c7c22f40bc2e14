import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { forecastLevelError, type LevelError } from "./level-forecast.js";

const day = 86_400;
const horizonDays = 90;
const horizon = horizonDays * day;
const windowsDays = 30;

/** The mean of a world's daily level over the window that begins on a day. */
const levelAt = (world: number[], from: number): number =>
  world.slice(from, from + horizonDays).reduce((a, b) => a + b, 0) / horizonDays;

/** What is foretold from landmarks a month apart, and what would have been right. */
const foretold = (world: number[], { landmarks = 12, bias = 0, variance = 0.002 } = {}) => {
  const days = Array.from({ length: landmarks }, (_, i) => i * windowsDays);
  const levels = days.map((from) => levelAt(world, from));
  const mean = (some: number[]) => some.reduce((a, b) => a + b, 0) / some.length;
  const errors = days.flatMap((at, i): LevelError[] => {
    const ended = levels.filter((_, j) => days[j]! + horizonDays <= at);
    return ended.length === 0
      ? []
      : [{ landmark: at * day, error: levels[i]! - mean(ended) + bias, variance }];
  });
  const next = levelAt(world, days.at(-1)! + horizonDays);
  const times = days.map((at) => at * day);
  return { said: forecastLevelError(errors, times, horizon), right: next - mean(levels) + bias };
};

const worldOf = (level: (onDay: number) => number, days = 1000): number[] =>
  Array.from({ length: days }, (_, onDay) => level(onDay));

/** Each day goes its own way; a window's mean by about `size`. */
const noise = (size: number, seed: number): number[] => {
  const random = seededRandom(seed);
  const daily = size * Math.sqrt(12 * horizonDays);
  return worldOf(() => daily * (random() - 0.5));
};

const added = (a: number[], b: number[]): number[] => a.map((x, i) => x + b[i]!);

const rootMeanSquare = (values: number[]): number =>
  Math.sqrt(values.reduce((sum, v) => sum + v ** 2, 0) / values.length);

/** Over twenty worlds: how far off it is, and how far off it would be to foretell nothing. */
const missesOf = (made: (seed: number) => ReturnType<typeof foretold>) => {
  const all = Array.from({ length: 20 }, (_, seed) => made(seed + 1));
  return {
    misses: rootMeanSquare(all.map(({ said, right }) => said - right)),
    withoutIt: rootMeanSquare(all.map(({ right }) => right)),
  };
};

test("a steady fall is followed to where it will be", () => {
  const { said, right } = foretold(worldOf((onDay) => -0.002 * onDay));
  expect(right).toBeLessThan(-0.5);
  expect(said).toBeLessThan(0.8 * right);
  expect(said).toBeGreaterThan(1.1 * right);
});

test("a steady fall is found under the noise of single windows", () => {
  const fall = worldOf((onDay) => -0.002 * onDay);
  const { misses, withoutIt } = missesOf((seed) => foretold(added(fall, noise(0.08, seed))));
  expect(misses).toBeLessThan(0.35 * withoutIt);
});

test("noise alone is hardly followed", () => {
  const { misses, withoutIt } = missesOf((seed) => foretold(noise(0.15, seed)));
  expect(misses).toBeLessThan(1.15 * withoutIt);
});

test("a step is followed most of the way", () => {
  const { said, right } = foretold(worldOf((onDay) => (onDay < 270 ? 0 : -0.5)));
  expect(right).toBeLessThan(-0.2);
  expect(said).toBeLessThan(0.4 * right);
  expect(said).toBeGreaterThan(1.4 * right);
});

test("a season that was seen twice is foretold", () => {
  const season = worldOf((onDay) => 0.4 * Math.cos((2 * Math.PI * onDay) / 365.25));
  for (const landmarks of [25, 28]) {
    const { said, right } = foretold(season, { landmarks });
    expect(Math.abs(said - right)).toBeLessThan(0.5 * Math.abs(right));
  }
});

test("to be wrong always in the same way is put right", () => {
  const { misses, withoutIt } = missesOf((seed) => foretold(noise(0.05, seed), { bias: -0.2 }));
  expect(misses).toBeLessThan(0.6 * withoutIt);
});

test("a single window, however often it is looked at, foretells nothing", () => {
  const error = { error: -0.5, variance: 0.001 };
  const errors = [3, 4, 5].map((month) => ({ landmark: month * 30 * day, ...error }));
  expect(
    forecastLevelError(
      errors,
      [0, 1, 2, 3, 4, 5].map((month) => month * 30 * day),
      horizon,
    ),
  ).toBe(0);
});

test("errors that chance explains are not followed", () => {
  const slope = worldOf((onDay) => -0.001 * onDay);
  const sure = foretold(slope, { variance: 0.001 }).said;
  const unsure = foretold(slope, { variance: 1 }).said;
  expect(Math.abs(unsure)).toBeLessThan(0.6 * Math.abs(sure));
});

test("without errors nothing is foretold", () => {
  expect(forecastLevelError([], [0], horizon)).toBe(0);
});
