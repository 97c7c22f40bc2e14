// node dist/bench/live.js --seconds 10
//
// Benchmark of events that programs send: how many are acknowledged a second, singly and in batches, and how long
// an answer takes, beside a bare route that appends and flushes. Both take turns in one run. The cost is the
// processor time of the server's process; sender, service and disk share the machine.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import path from "node:path";
import { startServiceProcess } from "../src/cli/demo/service.js";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { signUp } from "./http/accounts.js";
import { type Sent, send } from "./live/send.js";
import { processorSecondsOf } from "./program/process-tree.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures events that programs send, beside a bare route that appends and flushes.

  --seconds N      seconds of each turn (default 8)
  --turns N        turns of each server (default 3)
  --connections N  concurrent connections (default 16)
`;

const bars = {
  batches: { eventsPerSecond: 10_000, p99Ms: 50 },
  single: { eventsPerSecond: 2_000, p99Ms: 50 },
  cost: 2.5,
};

const main = () =>
  runProgram({
    help,
    options: {
      seconds: { type: "string", default: "8" },
      turns: { type: "string", default: "3" },
      connections: { type: "string", default: "16" },
    },
    run(values, { dir, screen }) {
      const number = (name: keyof typeof values & string) => numberOf(name, String(values[name]));
      return measure(dir, screen, {
        seconds: number("seconds"),
        turns: number("turns"),
        connections: number("connections"),
      });
    },
  });

interface Load {
  seconds: number;
  turns: number;
  connections: number;
}

interface Server {
  name: string;
  pid: number;
  url: string;
  key: string;
}

const measure = async (dir: string, screen: Screen, load: Load): Promise<void> => {
  // Files are written, and builds wait: they are measured elsewhere.
  const service = await startServiceProcess(path.join(dir, "data"), { BELLWETHER_PARALLEL_BUILDS: "1" });
  const least = await startLeast(dir);
  try {
    const { key } = await signUp(service.url, "shop");
    const servers: Server[] = [
      { name: "service", pid: service.pid, url: `${service.url}/v1/streams/transaction/events`, key },
      { name: "bare route", pid: least.child.pid!, url: `${least.url}/events`, key },
    ];
    for (const batch of [100, 1]) {
      const found = await inTurns(servers, batch, load);
      screen.say(reportOf(batch, found));
    }
  } finally {
    least.child.kill();
    await service.stop();
  }
};

const startLeast = async (dir: string) => {
  const log = openSync(path.join(dir, "least.log"), "a");
  const child: ChildProcess = fork(
    path.join(import.meta.dirname, "live", "least-server.js"),
    [path.join(dir, "least-events")],
    { stdio: ["ignore", log, "inherit", "ipc"] },
  );
  const [url] = await once(child, "message");
  return { child, url: url as string };
};

interface Found extends Sent {
  name: string;
  processorSeconds: number;
}

const inTurns = async (
  servers: readonly Server[],
  batch: number,
  { seconds, turns, connections }: Load,
): Promise<Found[]> => {
  const found = servers.map(
    ({ name }): Found => ({ name, events: 0, seconds: 0, times: [], processorSeconds: 0 }),
  );
  for (const server of servers) await send({ ...server, batch, connections, seconds: 1 });
  for (let turn = 0; turn < turns; turn++)
    for (const [s, server] of servers.entries()) {
      const before = processorSecondsOf(server.pid).own;
      const sent = await send({ ...server, batch, connections, seconds });
      const sum = found[s]!;
      sum.processorSeconds += processorSecondsOf(server.pid).own - before;
      sum.events += sent.events;
      sum.seconds += sent.seconds;
      sum.times.push(...sent.times);
    }
  for (const { times } of found) times.sort((a, b) => a - b);
  return found;
};

const quantile = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(share * times.length))]!;

const microsecondsEach = ({ processorSeconds, events }: Found): number => (1e6 * processorSeconds) / events;

const reportOf = (batch: number, found: readonly Found[]): string => {
  const [service, least] = found as [Found, Found];
  const bar = batch === 1 ? bars.single : bars.batches;
  const rows = found.map((each) => [
    each.name,
    Math.round(each.events / each.seconds).toLocaleString("en-US"),
    quantile(each.times, 0.5).toFixed(1),
    quantile(each.times, 0.99).toFixed(1),
    microsecondsEach(each).toFixed(1),
  ]);
  const ratio = microsecondsEach(service) / microsecondsEach(least);
  return [
    batch === 1 ? "events singly" : `events in batches of ${batch}`,
    ...table(["", "events/s", "p50 ms", "p99 ms", "processor µs/event"], rows),
    `cost: ${ratio.toFixed(2)} × the bare route (bar: ${bars.cost}); bars of the service: ${bar.eventsPerSecond.toLocaleString("en-US")} events/s, p99 ${bar.p99Ms} ms`,
    "",
  ].join("\n");
};

await main();
