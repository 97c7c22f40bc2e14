// The real service, as a child process: `bellwether serve` on a free port with a fresh data directory.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface RunningService {
  url: string;
  pid: number;
  logFile: string;
  /** Aborted if the process ends unexpectedly. */
  ended: AbortSignal;
  stop(): Promise<void>;
  /** Lets this process exit while the service keeps running. */
  leaveRunning(): void;
}

const startMs = 30_000;
const stopMs = 15_000;

const own = fileURLToPath(new URL("../main.js", import.meta.url));

/**
 * Resolves once /ready answers. The store and mail server of the environment are not used; `settings` count
 * before it. `program` may be that of another checkout.
 */
export const startServiceProcess = async (
  dataDir: string,
  settings: Record<string, string> = {},
  program: string = own,
): Promise<RunningService> => {
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const logFile = path.join(dataDir, "service.log");
  const log = await open(logFile, "a");
  const child = spawn(process.execPath, [program, "serve"], {
    env: {
      ...process.env,
      ...demoEnvironment,
      ...settings,
      PORT: String(port),
      BELLWETHER_DATA: path.resolve(dataDir),
    },
    stdio: ["ignore", log.fd, log.fd],
    detached: true,
  });
  await log.close();
  const service = runningService(child, `http://127.0.0.1:${port}`, logFile);
  try {
    await untilReady(service);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
};

const demoEnvironment = {
  HOST: "127.0.0.1",
  DATABASE_URL: "",
  SMTP_URL: "",
  BELLWETHER_PUBLIC_URL: "",
  LOG_LEVEL: "info",
};

const runningService = (child: ChildProcess, url: string, logFile: string): RunningService => {
  const ending = new AbortController();
  let isStopping = false;
  const exited = once(child, "exit").catch(() => undefined);
  child.once("exit", (code, signal) => {
    const how = signal ?? `code ${code}`;
    if (!isStopping) ending.abort(new Error(`The service ended unexpectedly (${how}). Its log: ${logFile}`));
  });
  return {
    url,
    pid: child.pid ?? 0,
    logFile,
    ended: ending.signal,
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const lastResort = setTimeout(() => child.kill("SIGKILL"), stopMs);
      await exited;
      clearTimeout(lastResort);
    },
    leaveRunning: () => child.unref(),
  };
};

const untilReady = async ({ url, ended, logFile }: RunningService): Promise<void> => {
  for (const until = Date.now() + startMs; Date.now() < until; await sleep(100)) {
    if (ended.aborted) throw new Error(`The service did not start:\n${await lastLines(logFile)}`);
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
  }
  throw new Error(`The service was not ready within ${startMs / 1000} s:\n${await lastLines(logFile)}`);
};

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, "utf8")).trimEnd().split("\n").slice(-15).join("\n");

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("Bug: a TCP server without a port");
  return address.port;
};
