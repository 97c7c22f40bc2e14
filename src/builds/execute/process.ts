// Runs one step in a child process, waits for what it says, and ends it. The signal kills it; so does using far more
// memory than the engine was given, for then the machine would be next.

import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { ResourceType } from "../../domain/resource.js";
import { Refusal } from "../../errors/refusal.js";
import type { ChildMessage, StepRequest, StepUsage } from "./child.js";

/** A step that ended without a word: killed, out of memory, or a crash of the engine. */
export class StepCrashed extends Error {
  override name = "StepCrashed";
}

export interface StepProcessOptions {
  request: StepRequest;
  onProgress(fraction: number, doing: string): void;
  /** Called once, of a step that is done. */
  onUsage(usage: StepUsage): void;
  signal: AbortSignal;
}

/** Resolves to the step's result. Throws Refusal for the caller's faults, StepCrashed and Error for ours. */
export const runStepProcess = (options: StepProcessOptions): Promise<unknown> => {
  const { request, signal } = options;
  signal.throwIfAborted();
  const heap = `--max-old-space-size=${heapMb(request.memoryMb)}`;
  const child = forkChild(new URL("./child.js", import.meta.url), [heap]);
  const guard = watchMemory(child, memoryCeilingMb(request.memoryMb));
  const abort = () => child.kill("SIGKILL");
  signal.addEventListener("abort", abort, { once: true });
  return finalMessage(child, options).finally(() => {
    clearInterval(guard);
    signal.removeEventListener("abort", abort);
    child.kill("SIGKILL");
  });
};

const finalMessage = (child: ChildProcess, { request, onProgress, onUsage }: StepProcessOptions) =>
  new Promise<unknown>((resolve, reject) => {
    child.on("message", (message: ChildMessage) => {
      switch (message.at) {
        case "progress":
          return onProgress(message.fraction, message.doing);
        case "used":
          return onUsage(message.usage);
        case "done":
          return resolve(message.result);
        case "refused":
          return reject(new Refusal(message.code, message.params));
        case "failed":
          return reject(new Error(message.message));
      }
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => reject(new StepCrashed(describeEnd(request.type, code, signal))));
    child.send(request);
  });

const describeEnd = (type: ResourceType, code: number | null, signal: string | null): string =>
  `The build of ${type} ended early (${signal === null ? `exit code ${code}` : `signal ${signal}`}).`;

/** The model's arrays live outside the JavaScript heap, so the heap needs less than the engine. */
const heapMb = (memoryMb: number): number => Math.max(512, memoryMb);

/** The engine exceeds its limit by up to 1.5 times in wide sorts; the model's frame comes after it, not besides. */
const memoryCeilingMb = (memoryMb: number): number => 1.6 * memoryMb + 768;

const watchMemory = (child: ChildProcess, ceilingMb: number): NodeJS.Timeout =>
  setInterval(async () => {
    const rssMb = await residentMb(child.pid);
    if (rssMb > ceilingMb) child.kill("SIGKILL");
  }, 1000).unref();

/** Resident memory of a process by Linux's account of it; 0 where there is none. */
const residentMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};

// A child process for work that needs the engine. It ends with this one, however this one ends.

export const forkChild = (module: URL, execArgv?: string[]): ChildProcess =>
  fork(module, {
    // The first is the lifeline: it closes when this process ends, and with it the child.
    stdio: ["pipe", "inherit", "inherit", "ipc"],
    // A process group of its own: a terminal's Ctrl-C is for the parent, which hears of it first.
    detached: true,
    ...(execArgv && { execArgv }),
  });
