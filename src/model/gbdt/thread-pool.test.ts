import { expect, test } from "vitest";
import { joinPool, leadPool, poolControl, type TaskName, type Tasks, taskNames } from "./thread-pool.js";

/** Notes every piece. */
const noting = (notes: string[]): Tasks => everyTask((task) => (piece) => notes.push(`${task} ${piece}`));

const everyTask = (of: (task: TaskName) => (piece: number) => unknown): Tasks =>
  Object.fromEntries(taskNames.map((task) => [task, of(task)])) as Record<TaskName, () => void>;

test.each([
  ["alone", () => null],
  ["with workers that have not joined", poolControl],
])("a leader does every piece once, and what it does meanwhile first (%s)", (_, control) => {
  const notes: string[] = [];
  const pool = leadPool(control(), noting(notes));
  pool.run("bins", 3, () => notes.push("meanwhile"));
  pool.run("leaves", 1);
  pool.run("gather", 0);
  pool.close();
  expect(notes).toEqual(["meanwhile", "bins 2", "bins 1", "bins 0", "leaves 0"]);
});

test("a worker that joins a closed pool prepares nothing", () => {
  const control = poolControl();
  leadPool(control, noting([])).close();
  joinPool(control, () => expect.unreachable());
});

test("a worker's failure fails the leader, which does not wait for the worker's piece", () => {
  const control = poolControl();
  const failing = everyTask(() => () => expect.unreachable("broken"));
  const notes: string[] = [];
  const pool = leadPool(control, noting(notes));
  const help = () => expect(() => joinPool(control, () => failing)).toThrow("broken");
  expect(() => pool.run("bins", 3, help)).toThrow("a worker thread of the fit has failed");
  expect(notes).toEqual(["bins 1", "bins 0"]);
  pool.close();
});
