import { expect, test } from "vitest";
import { Turns } from "./inspector.js";

test("turns are given in order of arrival, and requests over the limit are rejected", async () => {
  const turns = new Turns(1, 2);
  const order: string[] = [];
  const leave = (await turns.take())!;
  const waiting = ["b", "c"].map(async (name) => {
    const done = (await turns.take())!;
    order.push(name);
    done();
  });
  expect(await turns.take()).toBeNull();
  expect(order).toEqual([]);
  leave();
  await Promise.all(waiting);
  expect(order).toEqual(["b", "c"]);
  expect(await turns.take()).not.toBeNull();
});
