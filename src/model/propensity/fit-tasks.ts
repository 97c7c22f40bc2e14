// Fit task: one candidate fitted to some rows, and the scores or the model that come of it. Tasks are plain
// data and independent of each other, so that worker threads do them side by side. A result depends on its
// task alone, and not on the thread that did it.

import type { WorkerThreads } from "../gbdt/worker-threads.js";
import type { CandidateOptions, ScoresBySize } from "./candidates/candidate.js";
import {
  type CandidateName,
  type FittedCandidate,
  fitCandidate,
  scoreBySize,
  scoreCandidate,
} from "./candidates/registry.js";
import type { LabelledFrame } from "./rows.js";

interface Fit {
  name: CandidateName;
  training: LabelledFrame;
  options: Omit<CandidateOptions, "threads">;
}
/** The scores of other rows by the candidate at each of its sizes. */
export interface SizesTask extends Fit {
  gives: "scores by size";
  scored: LabelledFrame;
  /** A size that is reached, whether or not growth helps; 0 if absent. */
  atLeast?: number;
}
/** The candidate's scores of other rows. */
export interface ScoresTask extends Fit {
  gives: "scores";
  scored: LabelledFrame;
  size: number;
}
export interface ModelTask extends Fit {
  gives: "model";
  size: number;
}
export type FitTask = SizesTask | ScoresTask | ModelTask;

interface Results {
  "scores by size": ScoresBySize;
  scores: Float64Array;
  model: FittedCandidate;
}
export type ResultOf<T extends FitTask> = Results[T["gives"]];

/** Worker threads that also do whole tasks. */
export interface TaskThreads extends WorkerThreads {
  /**
   * Results in the order of the tasks. The calling thread does tasks like the others; `progress` receives the
   * fraction begun.
   */
  share(tasks: readonly FitTask[], progress: (fraction: number) => void): unknown[];
}

/** `threads` may be used by the fit itself. */
export const doTask = <T extends FitTask>(task: T, threads?: WorkerThreads): ResultOf<T> =>
  resultOf(task, { ...task.options, ...(threads && { threads }) }) as ResultOf<T>;

const resultOf = (task: FitTask, options: CandidateOptions): Results[FitTask["gives"]] => {
  const { name, training } = task;
  if (task.gives === "scores by size") return scoreBySize(name, training, task.scored, options, task.atLeast);
  const model = fitCandidate(name, training, options, task.size);
  return task.gives === "model" ? model : scoreCandidate(model, task.scored.columns, task.scored.rows);
};

/**
 * Results in the order of the tasks. A fit that takes longer than all others is shared by the threads; of the
 * others, each does some.
 */
export const doTasks = <T extends FitTask>(
  tasks: readonly T[],
  threads: TaskThreads | undefined,
  progress: (fraction: number) => void = () => {},
): ResultOf<T>[] => {
  const order = tasks.map((_, i) => i).sort((a, b) => costOf(tasks[b]!) - costOf(tasks[a]!));
  const sorted = order.map((i) => tasks[i]!);
  const [first = 0, ...rest] = sorted.map(costOf);
  const together = first > rest.reduce((sum, cost) => sum + cost, 0) ? 1 : 0;
  const done = sorted.slice(0, together).map((task): unknown => doTask(task, threads));
  const others = sorted.slice(together);
  const isShared = threads && others.filter(isLarge).length > 1;
  done.push(
    ...(isShared
      ? threads.share(others, progress)
      : others.map((task, i) => {
          progress(i / others.length);
          return doTask(task, threads);
        })),
  );
  const results = new Array<ResultOf<T>>(tasks.length);
  order.forEach((at, i) => {
    results[at] = done[i] as ResultOf<T>;
  });
  return results;
};

/** Rows that take a candidate as long as one row takes a simple one. */
const costOf = ({ name, training }: FitTask): number => training.rows * (name === "trees" ? 10 : 1);

/** A smaller task is done before a thread has started. */
const minCost = 10_000;
const isLarge = (task: FitTask): boolean => costOf(task) >= minCost;
