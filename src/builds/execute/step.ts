// One step with an engine of its own: in a child process of the service, and in the same process for tests and debugging.

import { mkdir } from "node:fs/promises";
import type { BuiltType } from "../../domain/resource.js";
import type { StoredFile } from "../../domain/stored-file.js";
import { hashDirectory } from "../../integrity/file-hash.js";
import { openEngine } from "../../warehouse/engine.js";
import type { StepTools } from "../kind/kind.js";
import { kindOf } from "../kinds.js";

/** Plain data, so that it crosses to a child process. */
export interface StepRequest {
  type: BuiltType;
  /** Made by the kind's reading. */
  input: unknown;
  /** The directory of the result, and the directory that the engine may spill to. Both are created. */
  dir: string;
  tempDir: string;
  memoryMb: number;
  threads: number;
  now: number;
  seed: number;
}

/** What a step made. */
export interface StepOutput {
  result: unknown;
  /** The files in its directory, hashed where they were written: no other process has read them yet. */
  files: StoredFile[];
}

export const runStep = async (
  { type, input, dir, tempDir, memoryMb, threads, now, seed }: StepRequest,
  progress: StepTools["progress"],
): Promise<StepOutput> => {
  await mkdir(dir, { recursive: true });
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads, tempDir });
  try {
    const step = await kindOf(type).loadStep();
    const result = await step(input, { engine, dir, now, seed, threads, progress });
    return { result, files: await hashDirectory(dir) };
  } finally {
    engine.close();
  }
};
