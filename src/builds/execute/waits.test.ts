import { expect, test } from "vitest";
import { worldRefusal } from "../../errors/world.js";
import { Waits } from "./waits.js";

const unheard = { report: () => {}, clear: () => {} };

test("a build pauses for as long as it has waited, up to a minute, however often an upload has it tried", () => {
  let nowMs = 1_000;
  const waits = new Waits(unheard, () => nowMs);
  const tried = () => waits.begin("orders", worldRefusal("files-too-many"));
  const pauses = Array.from({ length: 8 }, () => {
    const pauseMs = tried();
    nowMs += pauseMs;
    return pauseMs;
  });
  expect(pauses).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  waits.end("orders");
  expect(Array.from({ length: 8 }, tried)).toEqual(Array(8).fill(1_000));
});
