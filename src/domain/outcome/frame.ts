// Frame: the table from which a model learns, with one row per person and landmark, one column per feature,
// and the label.

import { assert } from "../../errors/refusal.js";

/** `columns[f][row]` is feature `names[f]`, NaN where unknown. `landmark` is in epoch seconds. */
export interface Frame {
  rows: number;
  personId: BigInt64Array;
  landmark: Float64Array;
  /** 1: converted within the horizon, 0: did not; null when scoring. */
  label: Uint8Array | null;
  names: string[];
  columns: Float32Array[];
}

/** A frame of these features without rows. */
export const emptyFrame = (names: readonly string[]): Frame => ({
  rows: 0,
  label: null,
  names: [...names],
  personId: new BigInt64Array(),
  landmark: new Float64Array(),
  columns: names.map(() => new Float32Array()),
});

/** The frame in parts of at most `rows` rows, which are views of it. */
export function* frameParts(frame: Frame, rows: number): Generator<Frame> {
  for (let from = 0; from < frame.rows; from += rows) {
    const until = Math.min(frame.rows, from + rows);
    yield {
      ...frame,
      rows: until - from,
      personId: frame.personId.subarray(from, until),
      landmark: frame.landmark.subarray(from, until),
      label: frame.label?.subarray(from, until) ?? null,
      columns: frame.columns.map((column) => column.subarray(from, until)),
    };
  }
}

/**
 * The rows of all frames, appended, in memory that worker threads see without a copy. The frames have the
 * same features, and all or none have labels.
 */
export const appendFrames = (frames: readonly Frame[]): Frame => {
  const [first] = frames;
  assert(first, "no frame to append to");
  for (const frame of frames) assertAlike(first, frame);
  const rows = frames.reduce((sum, frame) => sum + frame.rows, 0);
  return {
    rows,
    personId: stack(
      new BigInt64Array(new SharedArrayBuffer(8 * rows)),
      frames.map((frame) => frame.personId),
    ),
    landmark: stack(
      new Float64Array(new SharedArrayBuffer(8 * rows)),
      frames.map((frame) => frame.landmark),
    ),
    label:
      first.label &&
      stack(
        new Uint8Array(new SharedArrayBuffer(rows)),
        frames.map((frame) => frame.label!),
      ),
    names: first.names,
    columns: first.names.map((_, f) =>
      stack(
        new Float32Array(new SharedArrayBuffer(4 * rows)),
        frames.map((frame) => frame.columns[f]!),
      ),
    ),
  };
};

const assertAlike = (one: Frame, other: Frame): void => {
  assert(one.names.join("\n") === other.names.join("\n"), "frames of different features cannot be appended");
  assert((one.label === null) === (other.label === null), "a frame without labels meets one with labels");
};

interface Numbers<Part> {
  set(part: Part, at: number): void;
}
const stack = <Part extends { length: number }, Whole extends Numbers<Part>>(
  whole: Whole,
  parts: readonly Part[],
): Whole => {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
