// Program of an engine in a process group of its own, which can be killed as a machine dies: with all that it
// started. The group ends with the process of the tests, however that ends.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Program {
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** Stops all its processes, which notice nothing, until they go on. */
  freeze(): void;
  thaw(): void;
  isAlive(): boolean;
  /** Output so far. */
  output(): string;
}

/**
 * The shell's standard input is a pipe that closes when its parent ends. Nobody else is left to remove the
 * directory then.
 */
const withLifeline = `exec 3<&0
"$@" </dev/null 3<&- & program=$!
(cat <&3 >/dev/null; kill -9 $program; rm -rf "$ENGINE_DIR"; kill -9 0) &
wait $program`;

export const startProgram = (
  [command, ...args]: readonly [string, ...string[]],
  { log, env }: { log: string; env: Readonly<Record<string, string>> },
): Program => {
  const file = openSync(log, "a");
  const child = spawn("sh", ["-c", withLifeline, "sh", command, ...args], {
    env: { ...process.env, ...env, ENGINE_DIR: path.dirname(log) },
    detached: true,
    stdio: ["pipe", file, file],
  });
  closeSync(file);
  child.unref();
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    isAlive,
    kill: () => killGroup(child),
    freeze: () => void process.kill(-child.pid!, "SIGSTOP"),
    thaw: () => void process.kill(-child.pid!, "SIGCONT"),
    output: () => readFileSync(log, "utf8"),
  };
};

const killGroup = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-child.pid!, "SIGKILL");
  await ended;
};
