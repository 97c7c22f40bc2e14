// Niceness of a process: how much it stands back while others need the processors, from 0, not at all, to 19.

import type { ChildProcess } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Linux may schedule by sessions first (`man 7 sched`, autogroups). A child process has a session of its own,
 * and so as much of the processors as this whole process, whatever the niceness of its threads: then that of
 * its session is set.
 */
export const setNiceness = (child: ChildProcess, niceness: number): void => {
  wanted.set(child, niceness);
  if (!isSetting.has(child)) void setUntilWanted(child);
};

const wanted = new WeakMap<ChildProcess, number>();
const isSetting = new WeakSet<ChildProcess>();

const setUntilWanted = async (child: ChildProcess): Promise<void> => {
  isSetting.add(child);
  for (let tries = 0; tries < mostTries && isAlive(child); tries++) {
    if (isSetTo(child.pid!, wanted.get(child)!)) break;
    await sleep(oneTurnMs * (1 + Math.random()), undefined, { ref: false });
  }
  isSetting.delete(child);
};

/** Only one process of the machine may change its autogroup in a tenth of a second, unless it may do everything. */
const oneTurnMs = 110;
const mostTries = 10;

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** False: it has to be tried again. */
const isSetTo = (pid: number, niceness: number): boolean => {
  try {
    setOfThreads(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    return true;
  } catch (error) {
    // Otherwise it has just ended, or this system has no autogroups.
    return (error as NodeJS.ErrnoException).code !== "EAGAIN";
  }
};

/** A thread that starts later has the niceness of the thread that starts it. */
const setOfThreads = (pid: number, niceness: number): void => {
  for (const thread of threadsOf(pid))
    try {
      setPriority(thread, niceness);
    } catch {
      // It has just ended, or this user may not lower a niceness again.
    }
};

const threadsOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
};
