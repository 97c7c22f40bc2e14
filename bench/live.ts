// node dist/bench/live.js --seconds 10
//
// Benchmark of events that programs send: how many are acknowledged a second, singly and in batches, and how long
// an answer takes, beside a bare route that appends and flushes. Both take turns in one run. The cost is the
// processor time of the server's process; sender, service and disk share the machine. Then the live scores of a
// large shop.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import path from "node:path";
import { startServiceProcess } from "../src/cli/demo/service.js";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { signUp } from "./http/accounts.js";
import { type Arrivals, type Held, holdArrivals, holdOneFile } from "./live/arrivals.js";
import { measureScores, type ScoresFound, type Shop, warmUpSeconds } from "./live/scores.js";
import { type Sent, send } from "./live/send.js";
import { processorSecondsOf } from "./program/process-tree.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures events that programs send, beside a bare route that appends and flushes.

  --seconds N      seconds of each turn (default 8)
  --turns N        turns of each server (default 3)
  --connections N  concurrent connections (default 16)
  --only PART      events, scores or arrivals; events and scores by default
  --arrivals N     requests of a thousand events, each of which is a file and a build (default 1,000)
  --orders N       orders of the shop whose people are scored (default 10,000,000)
  --people N       its people (default 500,000)
  --active N       people who have new events (default 20,000)
  --rate N         live scores per second (default 500)
`;

const bars = {
  batches: { eventsPerSecond: 10_000, p99Ms: 50 },
  single: { eventsPerSecond: 2_000, p99Ms: 50 },
  cost: 2.5,
  scores: { p50Ms: 5, p99Ms: 25, eventMs: 1_000 },
  disk: 1.3,
  arrival: 1.2,
};

const main = () =>
  runProgram({
    help,
    options: {
      seconds: { type: "string", default: "8" },
      turns: { type: "string", default: "3" },
      connections: { type: "string", default: "16" },
      only: { type: "string" },
      orders: { type: "string", default: "10000000" },
      people: { type: "string", default: "500000" },
      active: { type: "string", default: "20000" },
      rate: { type: "string", default: "500" },
      arrivals: { type: "string", default: "1000" },
    },
    async run(values, { dir, screen }) {
      const number = (name: keyof typeof values & string) => numberOf(name, String(values[name]));
      const { only } = values;
      const seconds = number("seconds");
      if (only === "arrivals")
        return arrive(dir, screen, { count: number("arrivals"), eventsEach: 1_000, people: 50_000 });
      if (only !== "scores")
        await measure(dir, screen, { seconds, turns: number("turns"), connections: number("connections") });
      if (only !== "events")
        await scores(dir, screen, {
          events: number("orders"),
          people: number("people"),
          active: number("active"),
          rate: number("rate"),
          seconds,
        });
    },
  });

const arrive = async (dir: string, screen: Screen, arrivals: Arrivals): Promise<void> => {
  const say = (line: string) => screen.say(line);
  const one = await holdOneFile(dir, arrivals);
  const many = await holdArrivals(dir, arrivals, say);
  const row = (name: string, of: (held: Held) => string, ratio: number, bar: number) => [
    name,
    of(one),
    of(many),
    ratio.toFixed(2),
    String(bar),
  ];
  const bytes = row("disk, MB", (held) => (held.bytes / 1e6).toFixed(0), many.bytes / one.bytes, bars.disk);
  const cost = row(
    "one more arrival, processor s",
    (held) => held.cpuSeconds.toFixed(2),
    many.cpuSeconds / one.cpuSeconds,
    bars.arrival,
  );
  const count = arrivals.count.toLocaleString("en-US");
  for (const line of table(["", "one file", `${count} arrivals`, "ratio", "bar"], [bytes, cost])) say(line);
};

const scores = async (dir: string, screen: Screen, shop: Shop): Promise<void> => {
  // Events stay in the log while people are scored, so that no build runs beside.
  const settings = { BELLWETHER_EVENT_SECONDS: "60", BELLWETHER_REQUESTS_PER_MINUTE: "1000000" };
  const service = await startServiceProcess(path.join(dir, "scores"), settings);
  try {
    const { key } = await signUp(service.url, "shop");
    const found = await measureScores(service, key, dir, shop, (line) => screen.say(line));
    screen.say(scoresReport(shop, found));
  } finally {
    await service.stop();
  }
};

const scoresReport = ({ events, people, active, rate }: Shop, found: ScoresFound): string => {
  const of = (times: readonly number[], share: number) => quantile(times, share).toFixed(1);
  const { p50Ms, p99Ms, eventMs } = bars.scores;
  const count = (number: number) => number.toLocaleString("en-US");
  return [
    `live scores at ${count(rate)} a second: ${count(events)} orders of ${count(people)} people, ${count(active)} of whom have new ones`,
    `answers of the first ${warmUpSeconds} s, which a service has once: p50 ${of(found.firstTimes, 0.5)} ms, p99 ${of(found.firstTimes, 0.99)} ms`,
    `answers after it: p50 ${of(found.times, 0.5)} ms (bar: ${p50Ms}), p99 ${of(found.times, 0.99)} ms (bar: ${p99Ms}); ${found.failed} of ${count(found.firstTimes.length + found.times.length)} failed`,
    `processor time of an answer: ${found.serviceMs.toFixed(2)} ms of the service, ${found.allMs.toFixed(2)} ms with the process of the scores`,
    `event to score at 1,000 events a second: p50 ${of(found.eventMs, 0.5)} ms, slowest ${of(found.eventMs, 1)} ms (bar: ${count(eventMs)})`,
    `the first answer, with reading in the build: ${(found.firstMs / 1000).toFixed(1)} s`,
  ].join("\n");
};

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
