import { expect, test } from "vitest";
import { appendFrames, type Frame, frameParts } from "./frame.js";

const frame = (people: bigint[], label: number[] | null, names = ["a"]): Frame => ({
  rows: people.length,
  personId: BigInt64Array.from(people),
  landmark: new Float64Array(people.length).fill(Number(people[0] ?? 0)),
  label: label && Uint8Array.from(label),
  names,
  columns: names.map(() => Float32Array.from(people, Number)),
});

test("frames are appended row by row", () => {
  expect(appendFrames([frame([1n, 2n], [0, 1]), frame([], []), frame([1n], [1])])).toEqual({
    rows: 3,
    personId: BigInt64Array.from([1n, 2n, 1n]),
    landmark: Float64Array.from([1, 1, 1]),
    label: Uint8Array.from([0, 1, 1]),
    names: ["a"],
    columns: [Float32Array.from([1, 2, 1])],
  });
});

test("appended frames without labels have none", () => {
  expect(appendFrames([frame([1n], null), frame([2n], null)]).label).toBeNull();
});

test("the parts of a frame, appended, equal the frame", () => {
  const whole = frame([1n, 2n, 3n, 4n, 5n], [0, 1, 0, 1, 1], ["a", "b"]);
  const parts = [...frameParts(whole, 2)];
  expect(parts.map(({ rows }) => rows)).toEqual([2, 2, 1]);
  expect(appendFrames(parts)).toEqual({ ...whole, landmark: new Float64Array(5).fill(1) });
  expect([...frameParts(frame([], null), 2)]).toEqual([]);
});

test("appending frames with different features or labels throws", () => {
  expect(() => appendFrames([])).toThrow("no frame");
  expect(() => appendFrames([frame([1n], [0]), frame([2n], null)])).toThrow("without labels");
  expect(() => appendFrames([frame([1n], [0]), frame([2n], [0], ["b"])])).toThrow("different features");
});
