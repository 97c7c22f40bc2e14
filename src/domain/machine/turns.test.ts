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
  for (const account of ["a", "a", "a"]) void turns.take(account);
  expect(await turns.take("a")).toBeNull();
  const few = new Turns({ ...limits, waiting: 2 });
  for (const account of ["a", "b", "c"]) void few.take(account);
  expect(await few.take("d")).toBeNull();
});

test("when the line is full, a newcomer takes the last place of the account that has the most in it", async () => {
  const turns = new Turns({ running: 1, waiting: 4, waitingOfAccount: 4 });
  const leave = (await turns.take("a"))!;
  const order: string[] = [];
  const requests = ["a1", "a2", "a3", "a4", "b1", "c1", "c2", "d1"].map(async (name) => {
    const done = await turns.take(name[0]!);
    order.push(done ? name : `${name} refused`);
    done?.();
  });
  leave();
  await Promise.all(requests);
  expect(order.filter((each) => each.endsWith("refused")).sort()).toEqual([
    "a2 refused",
    "a3 refused",
    "a4 refused",
    "c2 refused",
  ]);
  expect(order.filter((each) => !each.endsWith("refused"))).toEqual(["a1", "b1", "c1", "d1"]);
  expect(turns.isIdle).toBe(true);
});

test("of a hundred thousand that wait, each costs as much as one of ten", async () => {
  const turns = new Turns({ running: 1, waiting: Infinity, waitingOfAccount: Infinity });
  const leave = (await turns.take("a"))!;
  const count = 100_000;
  let begun = 0;
  for (let i = 0; i < count; i++)
    void turns.take(`${i % 3}`).then((done) => {
      begun++;
      done!();
    });
  leave();
  while (begun < count) await new Promise(setImmediate);
  expect(turns.isIdle).toBe(true);
});
