import { expect, test } from "vitest";
import { joinPool, leadPool, poolControl, type Task, type Tasks, tasks } from "./thread-pool.js";

/** Notes every piece. */
const noting = (notes: string[]): Tasks => everyKind((kind) => (piece) => notes.push(`${kind} ${piece}`));

const everyKind = (of: (kind: Task) => (piece: number) => unknown): Tasks =>
  Object.fromEntries(tasks.map((kind) => [kind, of(kind)])) as Record<Task, () => void>;

test.each([
  ["alone", () => null],
  ["with helpers that have not come", poolControl],
])("a leader does every piece once, and first what is besides (%s)", (_, control) => {
  const notes: string[] = [];
  const crew = leadPool(control(), noting(notes));
  crew.run("bins", 3, () => notes.push("besides"));
  crew.run("study", 1);
  crew.run("gather", 0);
  crew.dismiss();
  expect(notes).toEqual(["besides", "bins 2", "bins 1", "bins 0", "study 0"]);
});

test("who comes when the crew has gone prepares nothing", () => {
  const control = poolControl();
  leadPool(control, noting([])).dismiss();
  joinPool(control, () => expect.unreachable());
});

test("a helper's failure is the leader's too, and no piece is waited for in vain", () => {
  const control = poolControl();
  const failing = everyKind(() => () => expect.unreachable("broken"));
  const notes: string[] = [];
  const crew = leadPool(control, noting(notes));
  const help = () => expect(() => joinPool(control, () => failing)).toThrow("broken");
  expect(() => crew.run("bins", 3, help)).toThrow("a thread that helped has failed");
  expect(notes).toEqual(["bins 1", "bins 0"]);
  crew.dismiss();
});
