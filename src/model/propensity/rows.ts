// Selection of a frame's rows: by time, so that no model is trained on what it is tested with, and by person,
// so that no person is scored by a model that has seen them.

import type { Frame } from "../../domain/outcome/frame.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import { assert } from "../../errors/refusal.js";
import { countMinority } from "../numeric/labels.js";
import { uniformOf } from "../numeric/random.js";

export interface LabelledFrame extends Frame {
  label: Uint8Array;
}

export const labelled = (frame: Frame): LabelledFrame => {
  const { label } = frame;
  assert(label !== null && label.length === frame.rows, "a training frame has a label for each row");
  return { ...frame, label };
};

/**
 * The rows for which `isTaken` holds, in their order: views of the frame where they follow each other, and
 * else copies.
 */
export const rowsWhere = (frame: LabelledFrame, isTaken: (row: number) => boolean): LabelledFrame => {
  const at = rowNumbers(frame.rows, isTaken);
  const from = at[0] ?? 0;
  return at.length > 0 && at.at(-1)! - from === at.length - 1
    ? rowsFrom(frame, from, from + at.length)
    : rowsIn(frame, at);
};

/** The numbers of the rows for which `isTaken` holds, ascending. */
export const rowNumbers = (rows: number, isTaken: (row: number) => boolean): Int32Array => {
  const at = new Int32Array(rows);
  let taken = 0;
  for (let row = 0; row < rows; row++) if (isTaken(row)) at[taken++] = row;
  return at.subarray(0, taken);
};

/** A view of the rows from `from` until `until`. */
const rowsFrom = (frame: LabelledFrame, from: number, until: number): LabelledFrame => ({
  rows: until - from,
  names: frame.names,
  personId: frame.personId.subarray(from, until),
  landmark: frame.landmark.subarray(from, until),
  label: frame.label.subarray(from, until),
  columns: frame.columns.map((column) => column.subarray(from, until)),
});

/** A copy of some rows. */
const rowsIn = (frame: LabelledFrame, at: Int32Array): LabelledFrame => ({
  rows: at.length,
  names: frame.names,
  personId: gather(frame.personId, at, new BigInt64Array(shared(8 * at.length))),
  landmark: gather(frame.landmark, at, new Float64Array(shared(8 * at.length))),
  label: gather(frame.label, at, new Uint8Array(shared(at.length))),
  columns: frame.columns.map((column) => gather(column, at, new Float32Array(shared(4 * at.length)))),
});

/** Memory that worker threads see without a copy. */
const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

const gather = <V, T extends { [at: number]: V }>(
  values: { [at: number]: V },
  at: Int32Array,
  into: T,
): T => {
  for (let i = 0; i < at.length; i++) into[i] = values[at[i]!]!;
  return into;
};

/** The inverse of selecting rows: writes each value to its row's index. */
export const scatter = (values: Float64Array, rows: Int32Array, into: Float64Array): void =>
  rows.forEach((row, i) => {
    into[row] = values[i]!;
  });

/** Ascending. */
export const landmarksOf = (frame: Frame): number[] => [...new Set(frame.landmark)].sort((a, b) => a - b);

export const newestLandmark = (frame: Frame): number =>
  frame.landmark.reduce((a, b) => Math.max(a, b), -Infinity);

/** The rows of one landmark. */
export const rowsAt = (frame: LabelledFrame, landmark: number): LabelledFrame =>
  rowsWhere(frame, (row) => frame.landmark[row] === landmark);

/** The rows of the newest landmark. */
export const rowsAtNewest = (frame: Frame): LabelledFrame => {
  const rows = labelled(frame);
  return rowsAt(rows, newestLandmark(rows));
};

/** Rows whose label windows have all ended at `landmark`. */
export const endedBefore = (frame: LabelledFrame, landmark: number, horizon: Horizon): LabelledFrame => {
  const ended = new Set(landmarksOf(frame).filter((at) => windowEnd(at, horizon) <= landmark));
  return rowsWhere(frame, (row) => ended.has(frame.landmark[row]!));
};

/** Below this number of the rarer label, rows serve neither training nor validation. */
const minOfEachLabel = 20;

export const isEnoughToTrain = (frame: LabelledFrame): boolean =>
  countMinority(frame.label) >= minOfEachLabel;

/** The fold of each row, by its person: all rows of a person are in one fold. */
export const foldsByPerson = (frame: Frame, folds: number, salt: number): Uint8Array =>
  Uint8Array.from({ length: frame.rows }, (_, row) =>
    Math.floor(uniformOf(frame.personId[row]!, salt) * folds),
  );

/** All rows of a sample of people, about `maxRows` of them; the frame itself if it is no larger. */
export const samplePeople = (frame: LabelledFrame, maxRows: number, salt: number): LabelledFrame =>
  frame.rows <= maxRows
    ? frame
    : rowsWhere(frame, (row) => uniformOf(frame.personId[row]!, salt) * frame.rows < maxRows);
