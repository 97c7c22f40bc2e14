// Hazards: the candidates for probabilities, fitted to person-periods. A person-period is a row at risk in an
// interval, labelled by whether the goal was reached in it (discrete-time survival, Singer and Willett 1993).
// Trees are fitted to the periods of all intervals at once, with the interval as a feature; the others have
// coefficients of their own in each interval.

import { appendFrames } from "../../domain/outcome/frame.js";
import { uniformOf } from "../numeric/random.js";
import { joined } from "../propensity/blend.js";
import type { CandidateOptions } from "../propensity/candidates/candidate.js";
import {
  averagedFits,
  type CandidateName,
  candidatesFor,
  type FittedCandidate,
  meanOfFits,
  scoreCandidate,
  sizesOf,
} from "../propensity/candidates/registry.js";
import { doTasks, type ModelTask, type SizesTask, type TaskThreads } from "../propensity/fit-tasks.js";
import { type LabelledFrame, rowsWhere } from "../propensity/rows.js";
import { type Bounds, periodOf, type WaitingFrame } from "./waits.js";

export interface FittedHazards {
  /** True: one model of all intervals, whose last feature is the interval; false: one model per interval. */
  isPooled: boolean;
  models: FittedCandidate[];
}

const isPooled = (name: CandidateName): boolean => name === "trees";

export interface HazardOptions extends Omit<CandidateOptions, "threads"> {
  /** More person-periods make a model slower and no better. */
  maxPeriods: number;
  threads?: TaskThreads | undefined;
}

/** Recency alone is left out: it would be a rule to compare with, and the curve has none. */
export const hazardCandidates = (frame: LabelledFrame, options: CandidateOptions): CandidateName[] =>
  candidatesFor(frame, options).filter((name) => name !== "recency");

/** Log-odds of the hazard: per name and size, all rows of the first interval, then all of the next. */
export type HazardScores = Float64Array[][];

export const scoreHazards = (
  names: readonly CandidateName[],
  training: WaitingFrame,
  scored: LabelledFrame,
  bounds: Bounds,
  { threads, maxPeriods, ...options }: HazardOptions,
): HazardScores => {
  const periods = riskFrames(training, bounds, maxPeriods);
  const tasks = names.map((name) => {
    const shared = { gives: "scores by size" as const, name, atLeast: Math.max(...sizesOf(name)) };
    return isPooled(name)
      ? [{ ...shared, options, training: pooled(periods), scored: pooled(bounds.map(() => scored)) }]
      : periods.map(
          (own, interval): SizesTask => ({
            ...shared,
            options: optionsIn(options, bounds, interval),
            training: own,
            scored,
          }),
        );
  });
  const done = doTasks(tasks.flat(), threads).values();
  return tasks.map((own, n) => {
    const parts = own.map(() => done.next().value!);
    return sizesOf(names[n]!).map((_, size) => joined(parts.map((bySize) => bySize[size]!)));
  });
};

export const fitHazards = (
  members: readonly { name: CandidateName; size: number }[],
  training: WaitingFrame,
  bounds: Bounds,
  { threads, maxPeriods, ...options }: HazardOptions,
): FittedHazards[] => {
  const periods = riskFrames(training, bounds, maxPeriods);
  const fits = members.map(({ name, size }) =>
    (isPooled(name) ? [pooled(periods)] : periods).map((own, interval) =>
      averagedFits(name, own, isPooled(name) ? options : optionsIn(options, bounds, interval)).map(
        (averaged): ModelTask => ({ gives: "model", name, size, training: own, options: averaged }),
      ),
    ),
  );
  const models = doTasks(fits.flat(2), threads).values();
  return fits.map((byInterval, m) => ({
    isPooled: isPooled(members[m]!.name),
    models: byInterval.map((tasks) =>
      meanOfFits(
        members[m]!.name,
        tasks.map(() => models.next().value!),
      ),
    ),
  }));
};

/** Log-odds, per interval and row. */
export const predictHazards = (
  { isPooled, models }: FittedHazards,
  intervals: number,
  columns: Float32Array[],
  rows: number,
): Float64Array[] =>
  Array.from({ length: intervals }, (_, interval) =>
    isPooled
      ? scoreCandidate(models[0]!, [...columns, intervalColumn(rows, interval)], rows)
      : scoreCandidate(models[interval]!, columns, rows),
  );

const optionsIn = (options: CandidateOptions, bounds: Bounds, interval: number): CandidateOptions => ({
  ...options,
  horizonDays: bounds[interval]!,
});

/**
 * Per interval, the rows at risk in it, with its labels: those of a sample of people where there are more
 * periods than `maxPeriods`.
 */
const riskFrames = (
  { frame, ...waits }: WaitingFrame,
  bounds: Bounds,
  maxPeriods: number,
): LabelledFrame[] => {
  const periods = bounds.map((_, interval) => periodOf(waits, bounds, interval));
  const total = periods.reduce((sum, { row }) => sum + row.length, 0);
  return periods.map((period) => {
    const labels = new Int8Array(frame.rows).fill(-1);
    period.row.forEach((row, i) => {
      if (total <= maxPeriods || uniformOf(frame.personId[row]!, sampleSalt) * total < maxPeriods)
        labels[row] = period.label[i]!;
    });
    const taken = rowsWhere(frame, (row) => labels[row]! >= 0);
    return { ...taken, label: sharedLabels(labels) };
  });
};

const sampleSalt = 11;

const sharedLabels = (labels: Int8Array): Uint8Array => {
  const known = labels.filter((label) => label >= 0);
  const label = new Uint8Array(new SharedArrayBuffer(known.length));
  label.set(known);
  return label;
};

const pooled = (periods: readonly LabelledFrame[]): LabelledFrame =>
  appendFrames(
    periods.map((frame, interval) => ({
      ...frame,
      names: [...frame.names, "interval"],
      columns: [...frame.columns, intervalColumn(frame.rows, interval)],
    })),
  ) as LabelledFrame;

const intervalColumn = (rows: number, interval: number): Float32Array =>
  new Float32Array(rows).fill(interval);
