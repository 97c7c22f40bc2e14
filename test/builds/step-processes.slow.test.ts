// Processes that serve several steps, compiled, with the steps of a small account.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { StepProcessOptions } from "../../src/builds/execute/step-process.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { needing } from "../run/needs.js";
import { isInstalled, serverInTests } from "../support/connected-postgres.js";
import { personIdOf, writeAccount } from "../support/small-account.js";

const compiled = <T>(file: string): Promise<T> =>
  import(new URL(`../../dist/src/builds/execute/${file}`, import.meta.url).href) as Promise<T>;
type Processes = typeof import("../../src/builds/execute/step-processes.js");
const { StepProcesses } = await compiled<Processes>("step-processes.js");
const { runStepProcess } =
  await compiled<typeof import("../../src/builds/execute/step-process.js")>("step-process.js");

const root = mkdtempSync(path.join(tmpdir(), "step-processes-"));
let account: AccountSnapshot;
beforeAll(async () => {
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: root });
  const events = [3, 5, 8].map((day, i) => ({ person: personIdOf(i), time: day * 86_400, value: 1 }));
  account = await writeAccount(engine, root, events);
  engine.close();
});
afterAll(() => rmSync(root, { recursive: true }));

let processes: InstanceType<Processes["StepProcesses"]>;
beforeEach(() => {
  processes = new StepProcesses();
  onTestFinished(() => processes.close());
});

let steps = 0;
const run = (of: string, options: Partial<StepProcessOptions> = {}, stream = "transaction") =>
  runStepProcess(
    {
      request: {
        type: "cohorts",
        input: { config: { stream_name: stream }, account },
        dir: path.join(root, `out-${++steps}`),
        tempDir: path.join(root, `spill-${steps}`),
        memoryMb: 200,
        threads: 1,
        now: 0,
        seed: 1,
      },
      account: of,
      onProgress: () => {},
      onLine: () => {},
      onUsage: () => {},
      signal: new AbortController().signal,
      ...options,
    },
    processes,
  );
/** The process that the account's next step would have. */
const nextOf = async (of: string) => {
  const process = await processes.take(of, 512, true);
  await processes.giveBack(process, of);
  return process;
};

test("steps of one account share a process, also after a refusal, and accounts share none", async () => {
  expect(await run("a")).toMatchObject({ result: { population_count: 3 } });
  const first = await nextOf("a");
  await expect(run("a", {}, "nowhere")).rejects.toMatchObject({ code: "stream-unknown" });
  await run("a");
  expect(await nextOf("a")).toBe(first);
  expect(first.steps).toBe(3);
  await run("b");
  expect(await nextOf("b")).not.toBe(first);
});

test("a process that ends while it waits, or at its next step, costs no build", async () => {
  await run("a");
  const waiting = await nextOf("a");
  waiting.end();
  await waiting.closed;
  expect(await run("a")).toMatchObject({ result: { population_count: 3 } });
  const used = await nextOf("a");
  expect(used).not.toBe(waiting);
  expect(await run("a", { onProgress: () => used.end() })).toMatchObject({ result: { population_count: 3 } });
});

describe("with a PostgreSQL server", needing("PostgreSQL", isInstalled), () => {
  const server = serverInTests();

  test("a table is read before its step waits for a slot, which it gives back", async () => {
    await server.query(
      "create table orders as select n as id, 'p' || n || '@example.com' as email from generate_series(1, 9) as n",
    );
    const config = {
      identity_sets: { customer: { email: "email" } },
      output_to_streams: {},
      output_to_traits: {},
      options: { type: "postgres", table_name: "orders" },
    };
    const dir = path.join(root, "table");
    const happened: string[] = [];
    const takeSlot = async () => {
      happened.push(
        `${readFileSync(path.join(dir, "table", "table.csv"), "utf8").split("\n").length} lines read`,
      );
      return () => void happened.push("left");
    };
    const { result } = await runStepProcess(
      {
        request: {
          type: "datasets",
          input: { config, files: [], access: server.access() },
          dir,
          tempDir: path.join(root, "table-spill"),
          memoryMb: 200,
          threads: 1,
          now: 0,
          seed: 1,
        },
        account: "a",
        takeSlot,
        signal: new AbortController().signal,
        onProgress: () => {},
        onLine: () => {},
        onUsage: () => {},
      },
      processes,
    );
    expect(result).toMatchObject({ funnel: { total: 9 } });
    expect(happened).toEqual(["11 lines read", "left"]);
  });
});

/** Ids of the processes that this one has started, as Linux lists them by thread. */
const children = (): number[] =>
  readdirSync("/proc/self/task")
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, "utf8").trim().split(" "))
    .map(Number);

test("while a step runs, a process starts for the next one that has none, and it ends with the others", async () => {
  await run("a");
  const before = children();
  const spare = await processes.take("b", 512, true);
  expect(spare.steps).toBe(0);
  expect(before).toContain(spare.child.pid);
  await processes.giveBack(spare, "b");
  await run("b");
  const other = await processes.take("c", 512, true);
  expect(other).not.toBe(spare);
  await processes.giveBack(other, "c");
  processes.close();
  await Promise.all([spare.closed, other.closed]);
});

/** Lets the processes die, and this one not notice: its event loop stands still. */
const killUnnoticed = (pids: readonly number[]): void => {
  for (const pid of pids) process.kill(pid, "SIGKILL");
  while (!pids.every(isDead)) {}
};

/**
 * A process that nobody has waited for is a zombie, and once its threads have ended, which ps calls `l`, its
 * pipes are closed.
 */
const isDead = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.startsWith("Z") && !stdout.includes("l");
};

test("a process that was killed before its step began costs no build", async () => {
  await run("a");
  const spare = await processes.take("b", 512, true);
  await processes.giveBack(spare, "b");
  const begun = run("b");
  killUnnoticed([spare.child.pid!]);
  expect(await begun).toMatchObject({ result: { population_count: 3 } });
  expect(spare.steps).toBe(1);
});

test("a process that is killed in its first step is a crash", async () => {
  const controller = new AbortController();
  const stopped = run("a", { signal: controller.signal, onProgress: () => controller.abort() });
  await expect(stopped).rejects.toMatchObject({ name: "StepCrashed" });
});
