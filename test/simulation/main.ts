// Command: plays the story of a seed, those of many seeds, or the shortest story of a seed that still fails.
//
//   npm run simulate -- --seed 7             tells what happens
//   npm run simulate -- --seed 7 --shrink    tells the shortest story that fails
//   npm run simulate -- --seeds 300          says which seeds fail
//   npm run simulate -- --seeds 300 --from 1000
//   npm run simulate -- --seeds 300 --until                     stops at the first that fails
//   npm run simulate -- --seeds 300 --until --fault event-left  with a fault of before

import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
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
    from: { type: "string", default: "1" },
    step: { type: "string" },
    shrink: { type: "boolean", default: false },
    fault: { type: "string" },
    until: { type: "boolean", default: false },
    log: { type: "boolean", default: false },
  },
});

/** What is known of a seed that was played among others. */
type Played = Pick<Ended, "seed" | "violation" | "days" | "kills"> & { cpuSeconds: number };

/** Files in memory are as good: what a disk forgets is simulated. */
const inMemory = "/dev/shm";

const simulator = async () => {
  putUnderNode();
  const fault = knownFaults.find(({ name }) => name === values.fault);
  if (values.fault !== undefined && !fault)
    throw new Error(`--fault is one of ${knownFaults.map(({ name }) => name).join(", ")}`);
  putDiskUnderNode((file, source) => (fault ? withFault(fault, file, source) : source));
  const { simulate } = await import("./simulation.js");
  const { putUnderStore } = await import("./world.js");
  putUnderStore();
  const directory = mkdtempSync(path.join(existsSync(inMemory) ? inMemory : tmpdir(), "bw-simulation-"));
  return {
    play: (story: Story, onSentence?: (line: string) => void) => simulate(story, directory, onSentence),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
};

const say = (text: string): Promise<void> =>
  new Promise((said) => void process.stdout.write(`${text}\n`, () => said()));

const figures = ({ days, kills, steps }: Ended): string =>
  `${days.toFixed(1)} days, ${kills} kills, ${steps} things that happened, ${processorSeconds().toFixed(0)} s of processor time`;

/** Tells the story of one seed. True if nothing is violated. */
const tell = async (seed: number): Promise<boolean> => {
  const { play, close } = await simulator();
  const story = storyOf(seed);
  const ended = values.shrink
    ? undefined
    : await play(story, (line) => void process.stdout.write(`${line}\n`));
  const found = ended ? { ended, tries: 1 } : await shortest(story, play);
  close();
  if (values.shrink) await say(found.ended.sentences.join("\n"));
  if (values.log) await say(found.ended.logged.join("\n"));
  const isWell = found.ended.violation === undefined;
  await say(
    isWell ? `Nothing is violated: ${figures(found.ended)}.` : `Seed ${seed}: ${figures(found.ended)}.`,
  );
  if (values.shrink) await say(`Shortest of ${found.tries} stories.`);
  return isWell;
};

/** As a child: plays every so manieth seed, and tells its parent of each. */
const playSome = async (first: number, end: number, step: number): Promise<void> => {
  const { play, close } = await simulator();
  for (let seed = first; seed < end; seed += step) {
    const before = processorSeconds();
    const { violation, days, kills } = await play(storyOf(seed));
    const played: Played = { seed, violation, days, kills, cpuSeconds: processorSeconds() - before };
    await new Promise<void>((sent) => void process.send!(played, () => sent()));
    if (values.until && violation !== undefined) break;
  }
  close();
};

/** Plays seeds on all cores. True if nothing is violated. */
const playAll = async (from: number, count: number): Promise<boolean> => {
  const children = Math.min(count, availableParallelism());
  const played: Played[] = [];
  const ends = Array.from({ length: children }, (_, i) => {
    const given = ["--from", String(from + i), "--seeds", String(count - i), "--step", String(children)];
    if (values.fault !== undefined) given.push("--fault", values.fault);
    if (values.until) given.push("--until");
    const child = fork(process.argv[1]!, given, { execArgv: ["--max-semi-space-size=64"] });
    child.on("message", (message) => {
      const one = message as Played;
      played.push(one);
      if (one.violation !== undefined) void say(`Seed ${one.seed}: ${one.violation}`);
    });
    return new Promise<number | null>((ended) => void child.on("exit", ended));
  });
  const codes = await Promise.all(ends);
  const failed = played.filter(({ violation }) => violation !== undefined);
  const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0);
  await say(
    `${played.length} seeds, ${sum(({ days }) => days).toFixed(0)} simulated days, ${sum(({ kills }) => kills)} kills, ` +
      `${sum(({ cpuSeconds }) => cpuSeconds).toFixed(0)} s of processor time: ${failed.length} failed.`,
  );
  return failed.length === 0 && played.length === count && codes.every((code) => code === 0);
};

const [from, count] = [Number(values.from), Number(values.seeds)];
if (values.step !== undefined) {
  await playSome(from, from + count, Number(values.step));
  process.exit(0);
}
const isWell = values.seeds === undefined ? await tell(Number(values.seed)) : await playAll(from, count);
process.exit(isWell ? 0 : 1);
