// The real service as a user runs it: the built program in its own process, with its own data directory.
// Ending it fails the test if an answer contradicted its OpenAPI document.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { eventually } from "./eventually.js";
import { freePort } from "./ports.js";
import { watchService } from "./watch-service.js";

const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

export interface RunningService {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Output of the service so far. */
  output(): string;
  /** Ctrl-C; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** SIGTERM, as of a system that restarts services; resolves to the exit code. */
  terminate(): Promise<number | null>;
  /** Ctrl-C in a terminal, which reaches all of the service's own group. */
  stopGroup(): Promise<number | null>;
  /** kill -9, of the service alone: its children must notice by themselves. */
  kill(): Promise<void>;
}

export interface ServiceOptions {
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
  /** In a process group of its own, as a terminal starts it: a signal to -pid reaches all of it. */
  ownGroup?: boolean;
  /** It may start without being ready, for example on a full disk. */
  isAlive?: boolean;
  /** Default: `serve`. `work` has probes alone. */
  args?: readonly string[];
}

export const startService = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "bellwether-")));
  const port = options.port ?? (await freePort());
  const args = options.args ?? ["serve"];
  const env = {
    ...process.env,
    LOG_LEVEL: "warn",
    DATABASE_URL: "",
    SMTP_URL: "",
    BELLWETHER_PUBLIC_URL: "",
    ...options.env,
    PORT: String(port),
    BELLWETHER_PROBE_PORT: String(port),
    HOST: "127.0.0.1",
    BELLWETHER_DATA: dataDir,
  };
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.ownGroup ?? false,
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(`${url}/${options.isAlive ? "health" : "ready"}`, child, () => output);
  const misfits = args.includes("work") ? [] : await watchService(url);
  const ended = async (signal: NodeJS.Signals, to = child.pid!): Promise<number | null> => {
    const code = await end(child, () => process.kill(to, signal));
    expect(misfits, "answers that do not fit the OpenAPI document").toEqual([]);
    return code;
  };
  return {
    url,
    port,
    pid: child.pid!,
    dataDir,
    output: () => output,
    stop: () => ended("SIGINT"),
    terminate: () => ended("SIGTERM"),
    stopGroup: () => ended("SIGINT", -child.pid!),
    kill: async () => void (await ended("SIGKILL")),
  };
};

const end = async (child: ChildProcess, signal: () => void): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    signal();
    await once(child, "exit");
  }
  return child.exitCode;
};

const ready = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  await eventually("the service is ready", async () => {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(url).catch(() => null);
    return answer?.ok || undefined;
  });
};
