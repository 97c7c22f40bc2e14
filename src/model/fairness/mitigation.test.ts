import { expect, test } from "vitest";
import { cellDelays } from "./mitigation.js";

const probability = Float64Array.of(0.4, 0.2, 0.1, 0.1, 0.9);
const cell = Int32Array.of(0, 0, 1, 1, -1);

test("equality gives every cell an equal turn", () => {
  expect(cellDelays("equality", probability, cell, 3)).toEqual([1, 1, 1]);
});

test("equity delays a cell by its mean probability over that of all known people", () => {
  expect(cellDelays("equity", probability, cell, 3)).toEqual([
    expect.closeTo(0.3 / 0.2),
    expect.closeTo(0.1 / 0.2),
    1,
  ]);
});
