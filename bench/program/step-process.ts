// Steps of a benchmark, each in a process of its own as in the service, with the processor time of its
// statements and activities.

import { fork } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { type Measured, timedEngine } from "./timed-engine.js";

export interface Run {
  file: string;
  dir: string;
  memoryMb: number;
  /** Address of a cluster, sc://…, for the steps that use one. */
  spark?: string;
}

export type Steps = Record<string, (run: Run, tools: ReturnType<typeof toolsOf>) => Promise<unknown>>;

export interface StepUse {
  processorSeconds: number;
  wallSeconds: number;
  peakMb: number;
  statements: Measured[];
  activities: Activity[];
}

/** Activity of a step, from when the step says so until it says something else. */
export interface Activity {
  doing: string;
  processorSeconds: number;
  wallSeconds: number;
}

const toolsOf = (engine: Engine, dir: string, progress: (fraction: number, doing: string) => void) => ({
  engine,
  dir,
  now: Date.parse("2030-01-01"),
  seed: 1,
  threads,
  progress,
});

export const threads = 2;
export const dirOf = ({ dir }: Run, step: string): string => path.join(dir, step);
export const resultOf = async (run: Run, step: string) =>
  JSON.parse(await readFile(path.join(dirOf(run, step), "result.json"), "utf8"));

/** In the process of one step: runs it, and tells the parent what it used. */
export const runStep = async (steps: Steps, name: string, run: Run): Promise<void> => {
  const [dir, tempDir] = [dirOf(run, name), path.join(run.dir, `${name}-temp`)];
  await Promise.all([mkdir(dir, { recursive: true }), mkdir(tempDir, { recursive: true })]);
  const startedMs = performance.now();
  const { engine, statements } = timedEngine(await openEngine({ memoryMb: run.memoryMb, threads, tempDir }));
  const { see, activities } = watchActivities(startedMs);
  const result = await steps[name]!(run, toolsOf(engine, dir, see));
  await writeFile(path.join(dir, "result.json"), JSON.stringify(result));
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const usage: StepUse = { ...usedSince(startedMs), peakMb, statements, activities: activities() };
  process.send!(usage, () => process.exit());
};

/** Processor time is that of the process so far: its start counts as the first activity. */
const usedSince = (startedMs: number) => {
  const { user, system } = process.cpuUsage();
  return {
    processorSeconds: (user + system) / 1e6,
    wallSeconds: (performance.now() - startedMs) / 1000,
  };
};

const watchActivities = (startedMs: number) => {
  const begun = [{ doing: "process start", processorSeconds: 0, wallSeconds: 0 }];
  const begin = (doing: string) => begun.push({ doing, ...usedSince(startedMs) });
  const activities = (): Activity[] => {
    begin("end");
    const lasted = begun.slice(0, -1).map((from, i) => ({
      doing: from.doing,
      processorSeconds: begun[i + 1]!.processorSeconds - from.processorSeconds,
      wallSeconds: begun[i + 1]!.wallSeconds - from.wallSeconds,
    }));
    return joined(lasted);
  };
  return { activities, see: (_: number, doing: string) => void begin(doing) };
};

/** Numbered activities, such as those of each landmark, count as one. */
const joined = (activities: readonly Activity[]): Activity[] => {
  const byName = new Map<string, Activity>();
  for (const { doing, processorSeconds, wallSeconds } of activities) {
    const name = doing.replace(/ \d+ of \d+$/, "s");
    const sum = byName.get(name) ?? { doing: name, processorSeconds: 0, wallSeconds: 0 };
    sum.processorSeconds += processorSeconds;
    sum.wallSeconds += wallSeconds;
    byName.set(name, sum);
  }
  return [...byName.values()];
};

/** Runs a step of this program in a process of its own. */
export const inProcess = (name: string, run: Run): Promise<StepUse> =>
  new Promise((resolve, reject) => {
    const child = fork(process.argv[1]!, ["--step", name, "--run", JSON.stringify(run)]);
    child.once("message", (use) => resolve(use as StepUse));
    child.once("exit", (code) => code !== 0 && reject(new Error(`step ${name} ended with ${code}`)));
  });

export const lineOf = (name: string, { processorSeconds, wallSeconds, peakMb }: StepUse): string =>
  `${name.padEnd(8)} ${seconds(processorSeconds)} P  ${seconds(wallSeconds)} W  ${peakMb} MB`;

export const seconds = (value: number): string => value.toFixed(2).padStart(7);

export const mostExpensive = (statements: readonly Measured[]): string[] =>
  statements
    .toSorted((a, b) => b.processorSeconds - a.processorSeconds)
    .slice(0, 10)
    .map(
      ({ processorSeconds, text }) =>
        `  ${seconds(processorSeconds)}  ${text.replaceAll(/\s+/g, " ").slice(0, 150)}`,
    );
