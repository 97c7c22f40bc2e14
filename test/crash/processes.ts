// Processes that run the steps of a service, found in the list of running processes.

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../support/eventually.js";

/** Process ids of the steps that run for a data directory, orphans too. Needs Linux's /proc. */
export const stepsOf = async (dataDir: string): Promise<number[]> => {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map(async (pid) => ((await isStepOf(pid, dataDir)) ? [pid] : [])));
  return found.flat();
};

const isStepOf = async (pid: number, dataDir: string): Promise<boolean> => {
  const [command, environment] = await Promise.all([lines(pid, "cmdline"), lines(pid, "environ")]);
  return (
    command.some((word) => word.endsWith(path.join("builds", "execute", "child.js"))) &&
    environment.includes(`BELLWETHER_DATA=${dataDir}`)
  );
};

/** Empty for a process that has ended. */
const lines = async (pid: number, file: string): Promise<string[]> =>
  (await readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")).split("\0");

export const runningStep = (dataDir: string): Promise<number> =>
  eventually("a step runs", async () => (await stepsOf(dataDir))[0]);

/** Sends a signal to all steps. A step that ends meanwhile needs none. */
export const signalSteps = async (dataDir: string, signal: NodeJS.Signals): Promise<void> => {
  for (const pid of await stepsOf(dataDir))
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
};

export const noStepRuns = (dataDir: string): Promise<true> =>
  eventually("no step runs any more", async () => (await stepsOf(dataDir)).length === 0 || undefined);
