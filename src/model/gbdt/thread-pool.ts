// Work is cut into pieces, and whoever is free takes the next one: a thread that the system has put aside holds up nobody.
// One thread leads. It says what is to be done and in how many pieces, takes pieces like the others, and goes on when all
// are done. Those who help look for a while before they sleep, because the next work is mostly some microseconds away.
//
// A piece is taken by counting `left` down. What is to be done is asked only then: until the piece is done the leader says
// nothing new, so the answer is of the same work as the piece.

import { assert } from "../../errors/refusal.js";

export interface ThreadPool {
  /** Returns when all pieces are done; `besides` is done by the leader while the others have begun. */
  run(kind: Task, pieces: number, besides?: () => void): void;
  /** Returns when nobody touches the work any more. */
  dismiss(): void;
}

const word = { left: 0, kind: 1, pieces: 2, done: 3, asleep: 4, present: 5, hasFailed: 6 } as const;
/** In place of the number of pieces left: go home. */
const over = -1;

/** Some fifty microseconds, about what it takes to be woken. */
const looks = 8000;
const longestWaitMs = 600_000;

export const poolControl = (): Int32Array => new Int32Array(new SharedArrayBuffer(4 * 8));

/** Who leads alone needs no control. */
export const leadPool = (control: Int32Array | null, work: Tasks): ThreadPool => {
  const runAlone: ThreadPool["run"] = (kind, pieces, besides) => {
    besides?.();
    for (let piece = pieces - 1; piece >= 0; piece--) work[kind](piece);
  };
  if (control === null) return { run: runAlone, dismiss: () => {} };
  return {
    run(kind, pieces, besides) {
      if (pieces < 2) return runAlone(kind, pieces, besides);
      control[word.kind] = tasks.indexOf(kind);
      control[word.pieces] = pieces;
      control[word.done] = 0;
      Atomics.store(control, word.left, pieces);
      if (Atomics.load(control, word.asleep) > 0) Atomics.notify(control, word.left);
      besides?.();
      takePieces(control, work);
      waitUntil(control, word.done, pieces);
      assert(control[word.hasFailed] === 0, "a thread that helped has failed");
    },
    dismiss() {
      Atomics.store(control, word.left, over);
      Atomics.notify(control, word.left);
      waitUntil(control, word.present, 0);
    },
  };
};

/** Takes pieces until the leader dismisses the crew. If it has done so before, the work is not even prepared. */
export const joinPool = (control: Int32Array, prepare: () => Tasks): void => {
  Atomics.add(control, word.present, 1);
  try {
    if (Atomics.load(control, word.left) === over) return;
    const work = prepare();
    for (let left = nextWork(control); left !== over; left = nextWork(control)) takePieces(control, work);
  } finally {
    Atomics.sub(control, word.present, 1);
    Atomics.notify(control, word.present);
  }
};

const nextWork = (control: Int32Array): number => {
  for (;;) {
    for (let look = 0; look < looks; look++) {
      const left = Atomics.load(control, word.left);
      if (left !== 0) return left;
    }
    sleep(control);
  }
};

/** Asleep is said before it is so: a leader that has not heard it has left work that keeps us awake. */
const sleep = (control: Int32Array): void => {
  Atomics.add(control, word.asleep, 1);
  Atomics.wait(control, word.left, 0);
  Atomics.sub(control, word.asleep, 1);
};

const takePieces = (control: Int32Array, work: Tasks): void => {
  for (let piece = take(control); piece >= 0; piece = take(control))
    try {
      work[tasks[Atomics.load(control, word.kind)]!](piece);
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
  for (let look = 0; ; look++) {
    const now = Atomics.load(control, at);
    if (now === value) return;
    if (look < looks) continue;
    const woken = Atomics.wait(control, at, now, longestWaitMs);
    assert(woken !== "timed-out", "a thread that helps has not been heard of for ten minutes");
  }
};

// The kinds of work in a fit that threads share, each with what a piece of it is.

export const tasks = [
  /** Finds the edges of bins: of one feature. */
  "edges",
  /** Puts values into bins: some values of one feature. */
  "bins",
  /** Works out the gradients before a tree: of a stretch of rows. */
  "gradients",
  /** Parts the rows of a node: a stretch of them. */
  "divide",
  /** Brings the gradients of a node's rows together: of a stretch of them. */
  "gather",
  /** Counts and searches nodes: by eight features. */
  "study",
  /** Adds a tree to the scores: a leaf of it, or a stretch of the rows that it was not fitted to. */
  "scores",
] as const;
export type Task = (typeof tasks)[number];

/** Does one piece, for each kind. */
export type Tasks = Record<Task, (piece: number) => void>;

/** Rows of a stretch. */
export const rowsAtOnce = 16_384;
export const stretches = (rows: number): number => Math.ceil(rows / rowsAtOnce);
