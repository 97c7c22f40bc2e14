import { expect, test } from "vitest";
import { inTurn } from "./turns.js";

test("pictures are drawn in order, each in a task of its own, and none that is not wanted any more", async () => {
  const drawn: string[] = [];
  inTurn(() => drawn.push("first"));
  const takeBack = inTurn(() => drawn.push("second"));
  inTurn(() => drawn.push("third"));
  takeBack();
  expect(drawn).toEqual([]);
  for (const until = Date.now() + 5_000; drawn.length < 2 && Date.now() < until; ) {
    const before = drawn.length;
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(drawn.length - before).toBeLessThanOrEqual(1);
  }
  expect(drawn).toEqual(["first", "third"]);
});
