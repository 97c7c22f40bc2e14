// The threads of one fit. A task is cut into pieces, and any free thread takes the next one: a thread that
// the system has put aside delays no other. One thread leads. It names the task and the number of pieces,
// takes pieces like the others, and goes on when all are done. Workers poll for a while before they sleep,
// because the next task mostly comes within microseconds.
//
// A thread takes a piece by counting `left` down, and only then reads the task. Until that piece is done the
// leader starts no other task, so the task it reads is that of the piece.

import { assert } from "../../errors/refusal.js";

/** Tasks of a fit that threads share, with what a piece of each is. */
export const taskNames = [
  /** Finds the edges of bins: one feature. */
  "edges",
  /** Assigns values to bins: some values of one feature. */
  "bins",
  /** Gathers the bins of a tree's features: a block of rows of eight of them. */
  "columns",
  /** Computes gradients before a tree: a block of rows. */
  "gradients",
  /** Partitions the rows of a node: a block of them. */
  "partition",
  /** Gathers the gradients of a leaf's rows: a block of them. */
  "gather",
  /** Evaluates leaves: eight features, or four. */
  "leaves",
  /** Adds a tree to the scores: a leaf of it, or a block of the rows that it left out. */
  "scores",
] as const;
export type TaskName = (typeof taskNames)[number];

/** Does one piece of each task. */
export type Tasks = Record<TaskName, (piece: number) => void>;

export interface ThreadPool {
  /** Returns when all pieces are done; the leader does `meanwhile` first, while workers begin. */
  run(task: TaskName, pieces: number, meanwhile?: () => void): void;
  /** Returns when no thread touches the memory of the fit any more. */
  close(): void;
}

const word = { left: 0, task: 1, pieces: 2, done: 3, asleep: 4, present: 5, hasFailed: 6 } as const;
/** In place of the number of pieces left: the fit is over. */
const over = -1;

/** Some fifty microseconds, about what it takes to be woken. */
const polls = 8000;
const maxWaitMs = 600_000;

/** Shared words by which the threads of a fit agree. */
export const poolControl = (): Int32Array => new Int32Array(new SharedArrayBuffer(4 * 8));

/** The pool as the leader sees it; without control words, the leader works alone. */
export const leadPool = (control: Int32Array | null, work: Tasks): ThreadPool => {
  const runAlone: ThreadPool["run"] = (task, pieces, meanwhile) => {
    meanwhile?.();
    for (let piece = pieces - 1; piece >= 0; piece--) work[task](piece);
  };
  if (control === null) return { run: runAlone, close: () => {} };
  return {
    run(task, pieces, meanwhile) {
      if (pieces < 2) return runAlone(task, pieces, meanwhile);
      control[word.task] = taskNames.indexOf(task);
      control[word.pieces] = pieces;
      control[word.done] = 0;
      Atomics.store(control, word.left, pieces);
      if (Atomics.load(control, word.asleep) > 0) Atomics.notify(control, word.left);
      meanwhile?.();
      takePieces(control, work);
      waitUntil(control, word.done, pieces);
      assert(control[word.hasFailed] === 0, "a worker thread of the fit has failed");
    },
    close() {
      Atomics.store(control, word.left, over);
      Atomics.notify(control, word.left);
      waitUntil(control, word.present, 0);
    },
  };
};

/** Takes pieces until the leader closes the pool. In a pool that is closed already, `prepare` is not called. */
export const joinPool = (control: Int32Array, prepare: () => Tasks): void => {
  Atomics.add(control, word.present, 1);
  try {
    if (Atomics.load(control, word.left) === over) return;
    const work = prepare();
    for (let left = nextTask(control); left !== over; left = nextTask(control)) takePieces(control, work);
  } finally {
    Atomics.sub(control, word.present, 1);
    Atomics.notify(control, word.present);
  }
};

const nextTask = (control: Int32Array): number => {
  for (;;) {
    for (let poll = 0; poll < polls; poll++) {
      const left = Atomics.load(control, word.left);
      if (left !== 0) return left;
    }
    sleep(control);
  }
};

/** The count goes up before the wait: a leader that has not seen it has left a task that ends the wait. */
const sleep = (control: Int32Array): void => {
  Atomics.add(control, word.asleep, 1);
  Atomics.wait(control, word.left, 0);
  Atomics.sub(control, word.asleep, 1);
};

const takePieces = (control: Int32Array, work: Tasks): void => {
  for (let piece = take(control); piece >= 0; piece = take(control))
    try {
      work[taskNames[Atomics.load(control, word.task)]!](piece);
    } catch (error) {
      Atomics.store(control, word.hasFailed, 1);
      throw error;
    } finally {
      const done = Atomics.add(control, word.done, 1) + 1;
      if (done === Atomics.load(control, word.pieces)) Atomics.notify(control, word.done);
    }
};

/** −1 where none is left. */
const take = (control: Int32Array): number => {
  for (let left = Atomics.load(control, word.left); left > 0; left = Atomics.load(control, word.left))
    if (Atomics.compareExchange(control, word.left, left, left - 1) === left) return left - 1;
  return -1;
};

const waitUntil = (control: Int32Array, at: number, value: number): void => {
  for (let poll = 0; ; poll++) {
    const now = Atomics.load(control, at);
    if (now === value) return;
    if (poll < polls) continue;
    const woken = Atomics.wait(control, at, now, maxWaitMs);
    assert(woken !== "timed-out", "a worker thread of the fit has not answered for ten minutes");
  }
};
