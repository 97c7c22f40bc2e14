// Command: plays the story of a seed, those of many seeds, or the shortest story of a seed that still fails.
//
//   npm run simulate -- --seed 7             tells what happens
//   npm run simulate -- --seed 7 --shrink    tells the shortest story that fails
//   npm run simulate -- --seeds 300          says which of the seeds 1 to 300 fail
//   npm run simulate -- --seeds 1000..1299
//   npm run simulate -- --seeds 300 --until                     stops at the first that fails
//   npm run simulate -- --seeds 300 --until --fault event-left  with a fault of before
//   npm run simulate -- --seeds 300 --nodes 2                   with two nodes on one PostgreSQL server

import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Postgres, postgresBin, startPostgres } from "../support/postgres.js";
import { putDiskUnderNode } from "./disk.js";
import { knownFaults, withFault } from "./known-faults.js";
import { processorSeconds, putUnderNode } from "./machine.js";
import { shortest } from "./shrink.js";
import type { Ended } from "./simulation.js";
import { type Story, storyOf } from "./story.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    child: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    fault: { type: "string" },
    until: { type: "boolean", default: false },
    log: { type: "boolean", default: false },
    nodes: { type: "string", default: "1" },
    server: { type: "string" },
  },
});

/** What is known of a seed that was played among others. */
type Played = Pick<Ended, "seed" | "violation" | "days" | "kills"> & { cpuSeconds: number };

/** Files in memory are as good: what a disk forgets is simulated. */
const below = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

const nodes = Number(values.nodes);
const story = (seed: number): Story => storyOf(seed, nodes);

/** Settings of a server whose answers depend on nothing but what it was asked. */
const serverSettings = [
  ...["autovacuum=off", "jit=off", "max_parallel_workers_per_gather=0"],
  ...["deadlock_timeout=1ms", "max_connections=300", "full_page_writes=off", "shared_buffers=64MB"],
];

/** The server of nodes, which has a store for each seed. */
const startServer = async (): Promise<Postgres | undefined> => {
  if (nodes === 1) return undefined;
  const programs = postgresBin();
  if (programs === undefined) throw new Error("Several nodes share a PostgreSQL server: install postgresql.");
  return startPostgres(programs, below, serverSettings);
};

const simulator = async (server: string | undefined) => {
  putUnderNode();
  const fault = knownFaults.find(({ name }) => name === values.fault);
  if (values.fault !== undefined && !fault)
    throw new Error(`--fault is one of ${knownFaults.map(({ name }) => name).join(", ")}`);
  putDiskUnderNode((file, source) => (fault ? withFault(fault, file, source) : source));
  const { simulate } = await import("./simulation.js");
  const { putUnderStore } = await import("./world.js");
  putUnderStore();
  const directory = mkdtempSync(path.join(below, "bw-simulation-"));
  return {
    play: (story: Story, onSentence?: (line: string) => void) =>
      simulate(story, { directory, server }, onSentence),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
};

const say = (text: string): Promise<void> =>
  new Promise((said) => void process.stdout.write(`${text}\n`, () => said()));

const figures = ({ days, kills, steps }: Ended): string =>
  `${days.toFixed(1)} days, ${kills} kills, ${steps} things that happened, ${processorSeconds().toFixed(0)} s of processor time`;

/** Tells the story of one seed. True if nothing is violated. */
const tell = async (seed: number): Promise<boolean> => {
  const server = await startServer();
  const { play, close } = await simulator(server?.url("public"));
  const ended = values.shrink
    ? undefined
    : await play(story(seed), (line) => void process.stdout.write(`${line}\n`));
  const found = ended ? { ended, tries: 1 } : await shortest(story(seed), play);
  close();
  await server?.stop();
  if (values.shrink) await say(found.ended.sentences.join("\n"));
  if (values.log) await say(found.ended.logged.join("\n"));
  const isWell = found.ended.violation === undefined;
  await say(
    isWell ? `Nothing is violated: ${figures(found.ended)}.` : `Seed ${seed}: ${figures(found.ended)}.`,
  );
  if (values.shrink) await say(`Shortest of ${found.tries} stories.`);
  return isWell;
};

/** As a child: plays the seeds that its parent names, one after the other. */
const playNamed = async (): Promise<void> => {
  const { play } = await simulator(values.server);
  process.on("message", async (seed: number) => {
    const before = processorSeconds();
    const { violation, days, kills } = await play(story(seed));
    const played: Played = { seed, violation, days, kills, cpuSeconds: processorSeconds() - before };
    process.send!(played);
  });
  process.send!("ready");
};

/** One process, until no seed is left. A seed whose process ends has failed, and another goes on. */
const playOn = async (
  given: readonly string[],
  next: () => number | undefined,
  tell: (played: Played) => void,
): Promise<void> => {
  for (let left = next(); left !== undefined; ) {
    const child = fork(process.argv[1]!, ["--child", ...given], { execArgv: ["--max-semi-space-size=64"] });
    const ended = new Promise<string>((end) => {
      child.on("exit", (code, signal) => end(`its process ended with ${signal ?? code}`));
    });
    left = await playWith(child, left, next, tell);
    if (left === undefined) child.kill();
    const how = await ended;
    if (left === undefined) return;
    tell({ seed: left, violation: how, days: 0, kills: 0, cpuSeconds: 0 });
    left = next();
  }
};

/** Resolves to the seed at which the process ended; undefined: no seed is left. */
const playWith = (
  child: ChildProcess,
  first: number,
  next: () => number | undefined,
  tell: (played: Played) => void,
): Promise<number | undefined> =>
  new Promise((end) => {
    let seed: number | undefined = first;
    child.on("message", (message) => {
      if (message !== "ready") {
        tell(message as Played);
        seed = next();
      }
      if (seed === undefined) end(undefined);
      else child.send(seed);
    });
    child.on("exit", () => end(seed));
  });

/** Plays seeds on all cores. True if nothing is violated. */
const playAll = async (from: number, through: number): Promise<boolean> => {
  const beganMs = Date.now();
  const played: Played[] = [];
  let last = from - 1;
  const next = () => (last < through ? ++last : undefined);
  const tell = (one: Played) => {
    played.push(one);
    if (one.violation === undefined) return;
    void say(`Seed ${one.seed}: ${one.violation}`);
    if (values.until) last = through;
  };
  const server = await startServer();
  const given = [
    ...["--nodes", values.nodes],
    ...(server ? ["--server", server.url("public")] : []),
    ...(values.fault === undefined ? [] : ["--fault", values.fault]),
  ];
  const processes = Math.min(through - from + 1, availableParallelism());
  await Promise.all(Array.from({ length: processes }, () => playOn(given, next, tell)));
  await server?.stop();
  const failed = played.filter(({ violation }) => violation !== undefined);
  const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0);
  await say(
    `${played.length} seeds, ${sum(({ days }) => days).toFixed(0)} simulated days, ${sum(({ kills }) => kills)} kills, ` +
      `${((Date.now() - beganMs) / 60_000).toFixed(1)} minutes, ` +
      `${sum(({ cpuSeconds }) => cpuSeconds).toFixed(0)} s of processor time: ${failed.length} failed.`,
  );
  return failed.length === 0;
};

/** `300`, or `1000..1299`. */
const rangeOf = (text: string): [from: number, through: number] => {
  const [, from = "1", through] = /^(?:(\d+)\.\.)?(\d+)$/.exec(text) ?? [];
  if (through === undefined || Number(from) > Number(through))
    throw new Error(`--seeds is a number or a range such as 1000..1299, not ${text}`);
  return [Number(from), Number(through)];
};

if (values.child) await playNamed();
else {
  const isWell =
    values.seeds === undefined ? await tell(Number(values.seed)) : await playAll(...rangeOf(values.seeds));
  process.exit(isWell ? 0 : 1);
}
