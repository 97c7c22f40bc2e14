// The process in which one step runs. It is told its order over IPC, answers with progress and one final message, and ends.
// Memory is bounded here, a crash stays here, and killing it cancels the step; the server's event loop never waits for it.

import { mkdir } from "node:fs/promises";
import { setPriority } from "node:os";
import type { ResourceType } from "../domain/resource.js";
import type { ErrorCode } from "../errors/catalogue.js";
import { type ErrorParams, Refusal } from "../errors/refusal.js";
import { openEngine } from "../warehouse/engine.js";
import type { OrderOf, Step } from "./step.js";
import { steps } from "./steps/index.js";

export interface ChildOrder {
  type: ResourceType;
  order: OrderOf<ResourceType>;
  /** Where the result goes, and where the engine may spill; both are made here. */
  dir: string;
  tempDir: string;
  memoryMb: number;
  threads: number;
  now: number;
  seed: number;
}

export type ChildMessage =
  | { at: "progress"; fraction: number; doing: string }
  | { at: "done"; result: unknown }
  | { at: "refused"; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; message: string };

const run = async ({
  type,
  order,
  dir,
  tempDir,
  memoryMb,
  threads,
  now,
  seed,
}: ChildOrder): Promise<void> => {
  await mkdir(dir, { recursive: true });
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads, tempDir });
  try {
    const progress = (fraction: number, doing: string) => tell({ at: "progress", fraction, doing });
    const result = await (steps[type] as Step<ResourceType>)(order, { engine, dir, now, seed, progress });
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

const tell = (message: ChildMessage): void => {
  process.send?.(message);
};

// Whoever ordered the step is gone: nobody would take its result.
process.on("disconnect", () => process.exit(1));
// Ctrl-C reaches the whole process group; the parent decides what becomes of its children.
process.on("SIGINT", () => {});
setPriority(10);
process.once("message", (order: ChildOrder) => {
  run(order).then(() => process.disconnect?.());
});
