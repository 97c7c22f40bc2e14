import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { countConnections, giveTurn, ownRound } from "./event-loop.js";

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

/** Counts the rounds of the loop until it is stopped. */
const countRounds = () => {
  const rounds = { count: 0, stop: () => clearImmediate(next) };
  const count = () => {
    rounds.count++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return rounds;
};

test("pieces of work have a round each, in the order in which they came", async () => {
  const begun: number[] = [];
  const rounds = countRounds();
  await Promise.all([0, 1, 2, 3].map((i) => ownRound(sender).then(() => begun.push(i, rounds.count))));
  rounds.stop();
  expect(begun.filter((_, i) => i % 2 === 0)).toEqual([0, 1, 2, 3]);
  const at = begun.filter((_, i) => i % 2 === 1);
  expect(new Set(at).size).toBe(4);
});

test("long work has rounds of its own too, and takes turns with requests", async () => {
  const ran: string[] = [];
  const rounds = countRounds();
  const at = new Set<number>();
  const work = async (name: string, next: () => Promise<void>) => {
    for (let i = 0; i < 4; i++) {
      await next();
      ran.push(name);
      at.add(rounds.count);
    }
  };
  const request = () => ownRound(sender);
  await Promise.all([work("plan", giveTurn), work("request", request), work("list", giveTurn)]);
  rounds.stop();
  expect(at.size).toBe(12);
  expect(ran.slice(0, 8)).toEqual([
    ...["plan", "request", "list", "request"],
    ...["plan", "request", "list", "request"],
  ]);
});

test("long work that waits lets no request wait for more than a piece, and goes on during connections", async () => {
  let pieces = 0;
  let isOver = false;
  const plans = Array.from({ length: 20 }, async () => {
    for (; !isOver; pieces++) await giveTurn();
  });
  await giveTurn();
  pieces = 0;
  for (let i = 0; i < 10; i++) await ownRound(sender);
  expect(pieces).toBeLessThanOrEqual(11);
  isOver = true;
  await Promise.all(plans);
});
