// The process in which one step runs. It is told its order over IPC, answers with progress and one final message, and is
// then ended. Memory is bounded here, a crash stays here, and killing it cancels the step; the server's event loop never
// waits for it.

import { mkdir } from "node:fs/promises";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { BuiltType } from "../../domain/resource.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type ErrorParams, Refusal } from "../../errors/refusal.js";
import { openEngine } from "../../warehouse/engine.js";
import { kindOf } from "../kinds.js";

export interface StepRequest {
  type: BuiltType;
  /** What the kind's reading made. */
  input: unknown;
  /** Where the result goes, and where the engine may spill; both are made here. */
  dir: string;
  tempDir: string;
  memoryMb: number;
  threads: number;
  now: number;
  seed: number;
}

/** What a step took, from the start of its process. */
export interface StepUsage {
  cpuSeconds: number;
  peakMb: number;
}

export type ChildMessage =
  | { at: "progress"; fraction: number; doing: string }
  | { at: "used"; usage: StepUsage }
  | { at: "done"; result: unknown }
  | { at: "refused"; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; message: string };

const run = async ({
  type,
  input,
  dir,
  tempDir,
  memoryMb,
  threads,
  now,
  seed,
}: StepRequest): Promise<void> => {
  await mkdir(dir, { recursive: true });
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads, tempDir });
  try {
    const progress = (fraction: number, doing: string) => tell({ at: "progress", fraction, doing });
    const build = await kindOf(type).loadStep();
    const result = await build(input, {
      engine,
      dir,
      now,
      seed,
      threads,
      progress,
    });
    tell({ at: "used", usage: usageSoFar() });
    tell({ at: "done", result });
  } catch (error) {
    tell(said(error));
  } finally {
    engine.close();
  }
};

const said = (error: unknown): ChildMessage =>
  error instanceof Refusal
    ? { at: "refused", code: error.code, params: error.params }
    : { at: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };

const usageSoFar = (): StepUsage => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: Math.round(maxRSS / 1024) };
};

const tell = (message: ChildMessage): void => {
  process.send?.(message);
};

new Worker(new URL("./lifeline.js", import.meta.url)).unref();
// Who stops a service may signal all of its processes; the parent decides what becomes of its children.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
setPriority(10);
// It does not end by itself: whoever ordered the step ends it once the last message is read. An exit can overtake a message.
process.once("message", (request: StepRequest) => void run(request));
