import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { countConnections, ownRound } from "./event-loop.js";

const sender = { group: "192.0.2.1", name: "key" };

test("connections that come at once are accepted before work goes on, and it does go on meanwhile", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  countConnections(server, 5);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const count = 300;
  let accepted = 0;
  const all = new Promise<void>((resolve) => {
    server.on("connection", () => {
      if (++accepted === count) resolve();
    });
  });
  let pieces = 0;
  let isOver = false;
  const work = (async () => {
    for (; !isOver; pieces++) await ownRound(sender);
  })();
  for (let i = 0; i < count; i++) connect((server.address() as AddressInfo).port, "127.0.0.1");
  pieces = 0;
  await all;
  isOver = true;
  await work;
  expect(pieces).toBeGreaterThan(1);
  expect(pieces).toBeLessThan(count / 2);
});

test("pieces of work have a round each, in the order in which they came", async () => {
  const begun: number[] = [];
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([0, 1, 2, 3].map((i) => ownRound(sender).then(() => begun.push(i, rounds))));
  isOver = true;
  expect(begun.filter((_, i) => i % 2 === 0)).toEqual([0, 1, 2, 3]);
  const at = begun.filter((_, i) => i % 2 === 1);
  expect(new Set(at).size).toBe(4);
});
