// The benchmark of a siege: attacks that reach their server, and figures that are judged by their bars.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { attackUntil } from "../../bench/hostile/attackers.js";
import { attacks } from "../../bench/hostile/attacks.js";
import { figuresOf } from "../../bench/hostile/figures.js";
import type { Phase } from "../../bench/hostile/siege.js";

test("every attack reaches its server, and counts the answers", async () => {
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    paths.add(request.url!.split("/")[2]!);
    request.resume().once("end", () => response.writeHead(429).end());
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stopping = new AbortController();
  // Slow bodies are never answered, and stay open.
  const answered = attacks.filter(({ name }) => name !== "slow-bodies");
  const attacking = attackUntil(stopping.signal, {
    only: answered.map(({ name }) => name),
    aim: {
      port,
      account: { host: "127.0.0.1", key: "key" },
      nobody: { host: "127.0.0.1" },
      victimEmail: "victim@example.com",
      cohortIds: ["a", "b"],
      orders: "date,total\n2025-01-01,1\n",
    },
    onAnswer: (made) => {
      if (made.length === answered.length && made.every(({ answers }) => answers[429])) stopping.abort();
    },
  });
  expect((await attacking).map(({ name }) => name)).toEqual(answered.map(({ name }) => name));
  expect([...paths]).toEqual(expect.arrayContaining(["cohorts", "sessions", "uploads", "connections"]));
});

const phase = (p99Ms: number, fileMs: number, others: number, serverMb: number): Phase => ({
  readings: { ms: [p99Ms], failures: 0 },
  deliveries: [{ ms: fileMs, isDelivered: true }],
  firstBuilds: [{ ms: 1_000, isReady: true, others }],
  serverMb,
  builds: { adversary: 0, all: 1, held: { all: 0, longest: 0 } },
  attacked: [],
  shares: { server: 0, builds: 0, attackers: 0, idleServer: 0, measuring: 0 },
});
const met = (siege: Phase) => figuresOf({ calm: phase(10, 20_000, 0, 150), siege }).map(({ isMet }) => isMet);

test("each figure is judged by its bar", () => {
  expect(met(phase(19, 40_000, 1, 299))).toEqual([true, true, true, true]);
  expect(met(phase(20, 40_001, 2, 300))).toEqual([false, false, false, false]);
});

test("a read without an answer, and a first build that never began, miss their bars", () => {
  const siege = phase(10, 20_000, 0, 150);
  siege.readings.failures = 1;
  siege.firstBuilds = [{ ms: 60_000, isReady: false, others: 2 }];
  expect(met(siege)).toEqual([false, false, true, true]);
});
