import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { forecastLevelError, type LevelError } from "./level-forecast.js";

const day = 86_400;
const horizonDays = 90;
const horizon = horizonDays * day;
const windowsDays = 30;

/** Mean of the daily levels over the window that begins on a day. */
const levelAt = (levels: number[], from: number): number =>
  levels.slice(from, from + horizonDays).reduce((a, b) => a + b, 0) / horizonDays;

/** Forecast error from landmarks a month apart, and the actual error. */
const forecastAndActual = (daily: number[], { landmarks = 12, bias = 0, variance = 0.002 } = {}) => {
  const days = Array.from({ length: landmarks }, (_, i) => i * windowsDays);
  const levels = days.map((from) => levelAt(daily, from));
  const mean = (some: number[]) => some.reduce((a, b) => a + b, 0) / some.length;
  const errors = days.flatMap((at, i): LevelError[] => {
    const ended = levels.filter((_, j) => days[j]! + horizonDays <= at);
    return ended.length === 0
      ? []
      : [{ landmark: at * day, error: levels[i]! - mean(ended) + bias, variance }];
  });
  const next = levelAt(daily, days.at(-1)! + horizonDays);
  const times = days.map((at) => at * day);
  return { forecast: forecastLevelError(errors, times, horizon), actual: next - mean(levels) + bias };
};

const dailyLevels = (level: (onDay: number) => number, days = 1000): number[] =>
  Array.from({ length: days }, (_, onDay) => level(onDay));

/** Independent days; the mean of a window varies by about `size`. */
const noise = (size: number, seed: number): number[] => {
  const random = seededRandom(seed);
  const ofDay = size * Math.sqrt(12 * horizonDays);
  return dailyLevels(() => ofDay * (random() - 0.5));
};

const added = (a: number[], b: number[]): number[] => a.map((x, i) => x + b[i]!);

const rootMeanSquare = (values: number[]): number =>
  Math.sqrt(values.reduce((sum, v) => sum + v ** 2, 0) / values.length);

/** Root mean square over twenty histories: of the forecast's misses, and of the actual errors. */
const missesOf = (made: (seed: number) => ReturnType<typeof forecastAndActual>) => {
  const all = Array.from({ length: 20 }, (_, seed) => made(seed + 1));
  return {
    misses: rootMeanSquare(all.map(({ forecast, actual }) => forecast - actual)),
    withoutForecast: rootMeanSquare(all.map(({ actual }) => actual)),
  };
};

test("a steady fall is forecast", () => {
  const { forecast, actual } = forecastAndActual(dailyLevels((onDay) => -0.002 * onDay));
  expect(actual).toBeLessThan(-0.5);
  expect(forecast).toBeLessThan(0.8 * actual);
  expect(forecast).toBeGreaterThan(1.1 * actual);
});

test("a steady fall is found despite the noise of single windows", () => {
  const fall = dailyLevels((onDay) => -0.002 * onDay);
  const { misses, withoutForecast } = missesOf((seed) => forecastAndActual(added(fall, noise(0.08, seed))));
  expect(misses).toBeLessThan(0.35 * withoutForecast);
});

test("noise alone hardly changes the forecast", () => {
  const { misses, withoutForecast } = missesOf((seed) => forecastAndActual(noise(0.15, seed)));
  expect(misses).toBeLessThan(1.15 * withoutForecast);
});

test("most of a step is forecast", () => {
  const { forecast, actual } = forecastAndActual(dailyLevels((onDay) => (onDay < 270 ? 0 : -0.5)));
  expect(actual).toBeLessThan(-0.2);
  expect(forecast).toBeLessThan(0.4 * actual);
  expect(forecast).toBeGreaterThan(1.4 * actual);
});

test("a season that occurred twice is forecast", () => {
  const season = dailyLevels((onDay) => 0.4 * Math.cos((2 * Math.PI * onDay) / 365.25));
  for (const landmarks of [25, 28]) {
    const { forecast, actual } = forecastAndActual(season, { landmarks });
    expect(Math.abs(forecast - actual)).toBeLessThan(0.5 * Math.abs(actual));
  }
});

test("a constant bias is corrected", () => {
  const { misses, withoutForecast } = missesOf((seed) =>
    forecastAndActual(noise(0.05, seed), { bias: -0.2 }),
  );
  expect(misses).toBeLessThan(0.6 * withoutForecast);
});

test("a single window gives no forecast, however many landmarks share it", () => {
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

test("errors within chance hardly change the forecast", () => {
  const slope = dailyLevels((onDay) => -0.001 * onDay);
  const sure = forecastAndActual(slope, { variance: 0.001 }).forecast;
  const unsure = forecastAndActual(slope, { variance: 1 }).forecast;
  expect(Math.abs(unsure)).toBeLessThan(0.6 * Math.abs(sure));
});

test("without errors the forecast is 0", () => {
  expect(forecastLevelError([], [0], horizon)).toBe(0);
});
