// Tasks that several threads do together: each thread takes the next one as soon as it is free. The thread
// that asks does tasks too, and waits for the others without its event loop, since a fit does not return to
// it either.

import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { assert } from "../errors/refusal.js";
import { doTask, type FitTask } from "../model/propensity/fit-tasks.js";

export interface SharedTasks {
  /** Tells the answers of these tasks from those that are left of tasks that failed. */
  batch: number;
  tasks: readonly FitTask[];
  /** Words that the threads share: how many tasks are taken, and how many that a worker took are done. */
  control: Int32Array;
}

type Outcome = { result: unknown } | { error: string };
/** Outcome of a task that a worker took; plain data. */
type Answer = { batch: number; task: number } & Outcome;

const word = { taken: 0, answered: 1 } as const;
/** Far longer than any fit: a worker that has died must not hold the build for ever. */
const maxWaitMs = 3_600_000;

export const sharedTasks = (batch: number, tasks: readonly FitTask[]): SharedTasks => ({
  batch,
  tasks,
  control: new Int32Array(new SharedArrayBuffer(8)),
});

/** Does tasks until none is left. In a worker. */
export const joinTasks = ({ batch, tasks, control }: SharedTasks, answers: MessagePort): void => {
  for (const task of takenTasks(tasks, control)) {
    answers.postMessage({ batch, task, ...outcomeOf(tasks[task]!) } satisfies Answer);
    Atomics.add(control, word.answered, 1);
    Atomics.notify(control, word.answered);
  }
};

const outcomeOf = (task: FitTask): Outcome => {
  try {
    return { result: doTask(task) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

/** Does tasks until all are done, with the workers whose answers come by `ports`; results in the order of the tasks. */
export const leadTasks = (
  shared: SharedTasks,
  ports: readonly MessagePort[],
  progress: (fraction: number) => void,
): unknown[] => {
  const { tasks, control } = shared;
  const results = new Map<number, unknown>();
  try {
    for (const task of takenTasks(tasks, control)) {
      progress(task / tasks.length);
      results.set(task, doTask(tasks[task]!));
    }
    awaitAnswers(shared, ports, results);
  } finally {
    // After a failure, workers take no further task.
    Atomics.store(control, word.taken, tasks.length);
  }
  return tasks.map((_, task) => results.get(task));
};

const awaitAnswers = (
  { batch, tasks, control }: SharedTasks,
  ports: readonly MessagePort[],
  results: Map<number, unknown>,
): void => {
  while (results.size < tasks.length) {
    const answered = Atomics.load(control, word.answered);
    const before = results.size;
    for (const answer of ports.flatMap((port) => [...answersOf(port)]))
      if (answer.batch === batch) results.set(answer.task, resultOf(answer));
    if (results.size > before) continue;
    const woken = Atomics.wait(control, word.answered, answered, maxWaitMs);
    assert(woken !== "timed-out", "a worker thread has not answered for an hour");
  }
};

function* takenTasks(tasks: readonly FitTask[], control: Int32Array): Generator<number> {
  for (;;) {
    const task = Atomics.add(control, word.taken, 1);
    if (task >= tasks.length) return;
    yield task;
  }
}

function* answersOf(port: MessagePort): Generator<Answer> {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return;
    yield received.message as Answer;
  }
}

const resultOf = (outcome: Outcome): unknown => {
  if ("error" in outcome) throw new Error(`a worker thread failed: ${outcome.error}`);
  return outcome.result;
};
