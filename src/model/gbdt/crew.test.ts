import { expect, test } from "vitest";
import { crewControl, joinCrew, leadCrew } from "./crew.js";
import { type Kind, kinds, type Work } from "./kinds.js";

/** Notes every piece. */
const noting = (notes: string[]): Work => everyKind((kind) => (piece) => notes.push(`${kind} ${piece}`));

const everyKind = (of: (kind: Kind) => (piece: number) => unknown): Work =>
  Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, () => void>;

test.each([
  ["alone", () => null],
  ["with helpers that have not come", crewControl],
])("a leader does every piece once, and first what is besides (%s)", (_, control) => {
  const notes: string[] = [];
  const crew = leadCrew(control(), noting(notes));
  crew.run("bins", 3, () => notes.push("besides"));
  crew.run("study", 1);
  crew.run("gather", 0);
  crew.dismiss();
  expect(notes).toEqual(["besides", "bins 2", "bins 1", "bins 0", "study 0"]);
});

test("who comes when the crew has gone prepares nothing", () => {
  const control = crewControl();
  leadCrew(control, noting([])).dismiss();
  joinCrew(control, () => expect.unreachable());
});

test("a helper's failure is the leader's too, and no piece is waited for in vain", () => {
  const control = crewControl();
  const failing = everyKind(() => () => expect.unreachable("broken"));
  const notes: string[] = [];
  const crew = leadCrew(control, noting(notes));
  const help = () => expect(() => joinCrew(control, () => failing)).toThrow("broken");
  expect(() => crew.run("bins", 3, help)).toThrow("a thread that helped has failed");
  expect(notes).toEqual(["bins 1", "bins 0"]);
  crew.dismiss();
});
