// A log that cannot be written: on a full disk, and in a pipe that nobody reads.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually.js";
import { freePort } from "../support/ports.js";

const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

const start = async (stdout: number | "pipe"): Promise<{ service: ChildProcess; url: string }> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "bellwether-log-"));
  const port = await freePort();
  const env = { PATH: process.env.PATH, BELLWETHER_DATA: dataDir, PORT: String(port) };
  // Standard error is as full as standard output: what is said at the start is lost, too.
  const stderr = stdout === "pipe" ? "ignore" : stdout;
  const service = spawn(process.execPath, [program, "serve"], { env, stdio: ["ignore", stdout, stderr] });
  onTestFinished(async () => {
    service.kill("SIGKILL");
    await rm(dataDir, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually("it listens", () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  return { service, url };
};

test.each([
  ["a full disk", () => openSync("/dev/full", "w")],
  ["a pipe that nobody reads", () => "pipe" as const],
])(
  "with %s, a service whose log cannot be written answers, says so, and ends when it is stopped",
  async (_, open) => {
    const { service, url } = await start(open());
    for (let i = 0; i < 300; i++) expect((await fetch(`${url}/v1/${"x".repeat(400)}`)).status).toBe(404);
    // Nobody reads: the pipe takes 64 kB, and four megabytes wait.
    const isFull = async () => {
      const ready = await fetch(`${url}/ready`);
      const { troubles } = (await ready.json()) as { troubles: { code: string }[] };
      return troubles.some(({ code }) => code === "log-unwritable") || undefined;
    };
    await eventually("/ready has the trouble", async () => {
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/v1/${"x".repeat(10_000)}`)));
      return isFull();
    });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/bellwether_log_lines_dropped_total [1-9]/);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    service.kill("SIGTERM");
    expect(await once(service, "exit")).toEqual([0, null]);
  },
);
