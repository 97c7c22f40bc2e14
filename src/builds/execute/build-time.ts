// Time that a build may take, on the clock and of the processor. A process that takes longer is killed, and
// its build refused: it would take as long the next time.

import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Duration of a build, and processor time of all its threads together. */
export interface BuildTime {
  minutes: number;
  processorMinutes: number;
}

export interface TimeWatch {
  /** The limit that the process exceeded, in words. */
  exceeded(): string | undefined;
  end(): void;
}

const everyMs = 1000;

/** Absent limits: the process may take any time. */
export const watchTime = (child: ChildProcess, most?: BuildTime): TimeWatch => {
  let exceeded: string | undefined;
  const startedMs = performance.now();
  const spentBefore = most && processorMinutesOf(child.pid);
  const check = async ({ minutes, processorMinutes }: BuildTime) => {
    if ((performance.now() - startedMs) / 60_000 > minutes) exceeded = `${minutes} minutes`;
    else if ((await processorMinutesOf(child.pid)) - (await spentBefore!) > processorMinutes)
      exceeded = `${processorMinutes} minutes of processor time`;
    if (exceeded !== undefined) child.kill("SIGKILL");
  };
  const timer = most && setInterval(() => void check(most), everyMs).unref();
  return { exceeded: () => exceeded, end: () => clearInterval(timer) };
};

/** Clock ticks per second in `/proc`, the same on all of Linux's platforms. */
const ticksPerSecond = 100;

const processorMinutesOf = async (pid: number | undefined): Promise<number> =>
  (await processorSecondsOf(pid)) / 60;

/** Processor time of a process and its threads as Linux reports it; 0 on other systems. */
export const processorSecondsOf = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
};
