import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { newMemory } from "../../model/numeric/kernel-memory.js";
import { isOutOfMemory, memoryCeilingMb, watchMemory } from "./build-memory.js";
import { runStep } from "./step.js";
import { runStepProcess, type StepProcessOptions } from "./step-process.js";
import { StepProcess, StepProcesses } from "./step-processes.js";

const scratch = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "memory-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
};

/** Processes in which a step does what the program does. */
class Programs extends StepProcesses {
  constructor(private readonly file: string) {
    super();
  }
  override async take(): Promise<StepProcess> {
    const child = fork(this.file, {
      stdio: ["pipe", "pipe", "pipe", "ipc"],
      execArgv: ["--max-old-space-size=50"],
    });
    await once(child, "spawn");
    const process = new StepProcess(child);
    let rest = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) process.onLine?.(line);
    });
    return process;
  }
  override prepare(): void {}
}

const request = (dir: string, input: unknown): StepProcessOptions["request"] => ({
  type: "datasets",
  input,
  dir: path.join(dir, "out"),
  tempDir: path.join(dir, "spill"),
  memoryMb: 64,
  threads: 1,
  now: 0,
  seed: 1,
});

/** The error of a step that does this when it receives its request. */
const endOf = async (program: string): Promise<unknown> => {
  const dir = await scratch();
  const file = path.join(dir, "program.mjs");
  await writeFile(file, `process.on("message", () => { ${program} });`);
  const options: StepProcessOptions = {
    request: request(dir, null),
    onProgress: () => {},
    onLine: () => {},
    onUsage: () => {},
    signal: new AbortController().signal,
  };
  return runStepProcess(options, new Programs(file)).catch((error) => error);
};

const refused = {
  code: "build-memory-exceeded",
  message: expect.stringMatching(/more memory than its 64 MB.*BELLWETHER_BUILD_MEMORY_MB/),
};

test("a step that fills the heap of its process is refused", async () => {
  const people = "const people = []; for (let id = 0; ; id++) people.push({ id, events: [id] });";
  expect(await endOf(people)).toMatchObject(refused);
});

test("so is one that a thread of it ends", async () => {
  const thread =
    'const { Worker } = await import("node:worker_threads"); new Worker("new Float64Array(2 ** 40)", { eval: true });';
  expect(await endOf(`(async () => { ${thread} })();`)).toMatchObject(refused);
});

test(
  "so is one whose process takes ten times its memory",
  needing("Linux", process.platform === "linux"),
  async () => {
    const megabytes = Math.max(640, Math.ceil(memoryCeilingMb(64)) + 100);
    const grow = `globalThis.held = Buffer.alloc(${megabytes} * 2 ** 20, 1); setInterval(() => {}, 1000);`;
    expect(await endOf(grow)).toMatchObject(refused);
  },
);

test("a process that is killed for another reason is a crash", async () => {
  expect(await endOf('process.kill(process.pid, "SIGKILL");')).toMatchObject({ name: "StepCrashed" });
  expect(await endOf('throw new RangeError("Invalid time value");')).toMatchObject({ name: "StepCrashed" });
});

test("a process below the ceiling goes on", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 1500)"]);
  const watch = watchMemory(child, memoryCeilingMb(64));
  onTestFinished(() => watch.end());
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(watch.isExceeded()).toBe(false);
});

test("a step whose arrays or texts are longer than there is room for is refused", async () => {
  const dir = await scratch();
  const input = {
    get config(): never {
      throw errorOf(() => "x".repeat(2 ** 30));
    },
  };
  await expect(runStep(request(dir, input), () => {})).rejects.toMatchObject(refused);
});

const errorOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test("errors of the runtime that mean that there is no room are known, and others are not", () => {
  const memory = [
    () => ([].length = 2 ** 33),
    () => new Array(2 ** 32),
    () => new ArrayBuffer(2 ** 45),
    () => new SharedArrayBuffer(2 ** 45),
    () => new Float64Array(2 ** 40),
    () => "x".repeat(2 ** 30),
    () => newMemory(2 ** 17),
    () =>
      Buffer.alloc(2 ** 29)
        .toString("latin1")
        .concat(" "),
  ];
  expect(memory.map((act) => isOutOfMemory(errorOf(act)))).toEqual(memory.map(() => true));
  const others = [() => new Date(Number.NaN).toISOString(), () => (1).toFixed(200), () => decodeURI("%")];
  expect(others.map((act) => isOutOfMemory(errorOf(act)))).toEqual(others.map(() => false));
  const coded = (code: string) => isOutOfMemory(Object.assign(new Error("no room"), { code }));
  expect(["ERR_WORKER_OUT_OF_MEMORY", "ERR_STRING_TOO_LONG", "ENOENT"].map(coded)).toEqual([
    true,
    true,
    false,
  ]);
});
