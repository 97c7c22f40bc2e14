// Forecast of the error in a model's level once it is used. Whenever a past model scored a landmark a horizon after all that it was
// trained on, its level was off by some log-odds. Those errors are modelled as the sum of
//
//   bias     every such model is wrong in the same way, since what it cannot capture persists
//   level    the true level at the landmark, minus its mean over the training landmarks. It has
//              trend     changes by the same amount in every horizon
//              drift     wanders, and returns after a few horizons
//              season    repeats after a year; less than two years of it explain an error, but hardly predict one
//              shock     belongs to the days of one window; landmarks within a horizon of each other share days
//   chance   other people of the same kind would have shown another rate
//
// all of them Gaussian (Harvey 1989; Rasmussen and Williams 2006, chapter 5). The size of each part is unknown, so forecasts
// of all combinations of sizes are averaged, weighted by how likely each makes the observed errors. A priori, shocks alone are the
// most likely. So a few errors predict little, and windows that share days do not count twice.

import { factorise, logDeterminant, solveFactors } from "../numeric/linear-systems.js";

export interface LevelError {
  landmark: number;
  /** Log-odds that would have corrected the level. */
  error: number;
  /** Of the error, by chance of who was observed. */
  variance: number;
}

interface Sizes {
  bias: number;
  trend: number;
  drift: number;
  season: number;
  shock: number;
}

/** Standard deviations in log-odds (of the trend: per horizon), with their prior probabilities. */
const priors: Record<keyof Sizes, [size: number, probability: number][]> = {
  bias: [
    [0, 0.5],
    [0.1, 0.3],
    [0.3, 0.2],
  ],
  trend: [
    [0, 0.7],
    [0.1, 0.2],
    [0.3, 0.1],
  ],
  drift: [
    [0, 0.5],
    [0.1, 0.3],
    [0.3, 0.2],
  ],
  season: [
    [0, 0.5],
    [0.3, 0.3],
    [0.6, 0.2],
  ],
  shock: [
    [0.03, 0.2],
    [0.1, 0.3],
    [0.3, 0.3],
    [0.6, 0.2],
  ],
};

const yearSeconds = 365.25 * 86_400;
/** Of the squared sine: months a quarter of a year apart have little in common. */
const seasonWidth = 0.5;
/** The number of horizons after which a drift has lost about two thirds. */
const driftHorizons = 4;

/**
 * The expected error of a model trained on all `landmarks` (ascending), a horizon after the last of them. `errors` are those of
 * models trained on the landmarks at least a horizon before their own. If all of them share days, the forecast is 0: a single
 * window cannot separate a lasting error from a passing one.
 */
export const forecastLevelError = (
  errors: readonly LevelError[],
  landmarks: readonly number[],
  horizonSeconds: number,
): number => {
  const [first, last] = [errors[0], errors.at(-1)];
  if (!first || !last || last.landmark - first.landmark < horizonSeconds) return 0;
  const next = landmarks.at(-1)! + horizonSeconds;
  const parts = partsOf(errors, [...landmarks, next], horizonSeconds);
  const forecasts = allSizes().map(({ sizes, probability }) => ({
    ...forecast(sizes, parts, errors),
    probability,
  }));
  const best = Math.max(...forecasts.map(({ logLikelihood }) => logLikelihood));
  const weights = forecasts.map((f) => f.probability * Math.exp(f.logLikelihood - best));
  const total = weights.reduce((a, b) => a + b, 0);
  return forecasts.reduce((sum, { error }, i) => sum + (weights[i]! / total) * error, 0);
};

type Part = keyof Sizes | "chance";
/** Covariances of the errors for each part of size 1; the last error is the one to forecast. */
type Covariances = Record<Part, Float64Array[]>;

const partsOf = (errors: readonly LevelError[], times: number[], horizonSeconds: number): Covariances => {
  const next = times.at(-1)!;
  const targets = [...errors.map(({ landmark }) => landmark), next];
  const contrasts = targets.map((at) => contrast(at, times, at === next ? 0 : horizonSeconds));
  const deviation = [...errors.map(({ variance }) => Math.sqrt(variance)), 0];
  const apart = (s: number, t: number) => Math.abs(s - t) / horizonSeconds;
  const shared = (s: number, t: number) => Math.max(0, 1 - apart(s, t));
  const ofLevel = (kernel: (s: number, t: number) => number) => covariances(contrasts, times, kernel);
  return {
    bias: targets.map(() => new Float64Array(targets.length).fill(1)),
    trend: ofLevel((s, t) => ((s - next) * (t - next)) / horizonSeconds ** 2),
    drift: ofLevel((s, t) => Math.exp(-apart(s, t) / driftHorizons)),
    season: ofLevel((s, t) =>
      Math.exp((-2 * Math.sin((Math.PI * (s - t)) / yearSeconds) ** 2) / seasonWidth),
    ),
    shock: ofLevel(shared),
    chance: targets.map((s, i) =>
      Float64Array.from(targets, (t, j) => deviation[i]! * deviation[j]! * shared(s, t)),
    ),
  };
};

/** Coefficients of the level at a landmark minus the mean of the levels that ended before it. */
const contrast = (at: number, times: number[], gapSeconds: number): Float64Array => {
  const isTraining = times.map((t) => (t + gapSeconds <= at && t !== at ? 1 : 0));
  const count = isTraining.reduce<number>((a, b) => a + b, 0);
  return Float64Array.from(times, (t, i) => (t === at ? 1 : 0) - isTraining[i]! / Math.max(1, count));
};

const covariances = (
  contrasts: Float64Array[],
  times: number[],
  kernel: (s: number, t: number) => number,
): Float64Array[] => {
  const between = times.map((s) => Float64Array.from(times, (t) => kernel(s, t)));
  const half = contrasts.map((a) => Float64Array.from(between, (row) => dot(a, row)));
  return half.map((row) => Float64Array.from(contrasts, (b) => dot(row, b)));
};

/** Every combination of sizes with its prior probability. */
const allSizes = (): { sizes: Sizes; probability: number }[] =>
  Object.entries(priors).reduce<{ sizes: Partial<Sizes>; probability: number }[]>(
    (combinations, [part, choices]) =>
      combinations.flatMap(({ sizes, probability }) =>
        choices.map(([size, p]) => ({ sizes: { ...sizes, [part]: size }, probability: probability * p })),
      ),
    [{ sizes: {}, probability: 1 }],
  ) as { sizes: Sizes; probability: number }[];

/** The expected next error given the observed errors, and the likelihood of these. */
const forecast = (sizes: Sizes, parts: Covariances, errors: readonly LevelError[]) => {
  const count = errors.length;
  const covariance = (i: number, j: number) =>
    (Object.keys(sizes) as (keyof Sizes)[]).reduce(
      (sum, part) => sum + sizes[part] ** 2 * parts[part][i]![j]!,
      parts.chance[i]![j]! + (i === j ? 1e-6 : 0),
    );
  const observed = Float64Array.from(errors, ({ error }) => error);
  const factors = factorise(
    errors.map((_, i) => Float64Array.from({ length: count }, (_, j) => covariance(i, j))),
  );
  const solved = solveFactors(factors, observed);
  return {
    error: solved.reduce((sum, s, i) => sum + s * covariance(i, count), 0),
    logLikelihood: -(dot(solved, observed) + logDeterminant(factors)) / 2,
  };
};

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
