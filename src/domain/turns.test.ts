import { expect, test } from "vitest";
import { Turns } from "./turns.js";

const limits = { running: 1, waiting: 5, waitingOfAccount: 3 };

test("waiting accounts take turns, each in the order of its requests", async () => {
  const turns = new Turns(limits);
  const order: string[] = [];
  const leave = (await turns.take("a"))!;
  const requests = ["a1", "a2", "a3", "b1", "b2"].map(async (name) => {
    const done = (await turns.take(name[0]!))!;
    order.push(name);
    done();
  });
  leave();
  await Promise.all(requests);
  expect(order).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  expect(await turns.take("a")).not.toBeNull();
});

test("requests beyond the limit of an account, or of all, are rejected", async () => {
  const turns = new Turns(limits);
  await turns.take("a");
  for (const account of ["a", "a", "a", "b"]) void turns.take(account);
  expect(await turns.take("a")).toBeNull();
  void turns.take("b");
  expect(await turns.take("c")).toBeNull();
});
