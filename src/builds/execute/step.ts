// One step with an engine of its own: in a child process of the service, and in the same process for tests
// and debugging.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { StoredFile } from "../../domain/machine/stored-file.js";
import type { BuiltType } from "../../domain/resource/resource.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type ErrorParams, Refusal, refuse } from "../../errors/refusal.js";
import { hashDirectory } from "../../integrity/file-hash.js";
import { type ClusterOptions, openCluster } from "../../warehouse/cluster/cluster.js";
import { openEngine } from "../../warehouse/engine.js";
import type { StepTools } from "../kind/kind.js";
import { loadStep, loadStepTogether } from "../steps.js";
import { isOutOfMemory } from "./build-memory.js";

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
  /** Absent: there is none. */
  cluster?: ClusterOptions;
  /** Files that the step reads and may link, by their absolute paths. */
  known?: readonly StoredFile[];
  /** Names of directories below `dir`, of several resources that are built together. */
  parts?: readonly string[];
}

/** Result and files of a step. */
export interface StepOutput {
  result: unknown;
  /** The files in its directory, hashed where they were written: no other process has read them yet. */
  files: StoredFile[];
  /** Parts of several resources, in their order. */
  parts?: StepPart[];
}

/** Outcome of one of several resources; plain data, so that it crosses to another process. */
export type StepPart =
  | ({ at: "built" } & StepOutput)
  | { at: "refused"; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; message: string };

/** Kinds that read or write tables of a lake by the cluster. */
const tableTypes = new Set<BuiltType>(["datasets", "targets"]);

export const runStep = async (
  { type, input, dir, tempDir, memoryMb, threads, now, seed, parts, known, cluster: given }: StepRequest,
  progress: StepTools["progress"],
  computing?: StepTools["computing"],
): Promise<StepOutput> => {
  await mkdir(dir, { recursive: true });
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads, tempDir });
  const cluster = given && openCluster({ ...given, readsTables: tableTypes.has(type) }, engine);
  const tools = {
    engine,
    dir,
    now,
    seed,
    threads,
    progress,
    ...(cluster && { cluster }),
    ...(computing && { computing }),
  };
  try {
    if (parts) return { result: null, files: [], parts: await runTogether(type, input, tools, parts) };
    const step = await loadStep(type);
    const result = await step(input, tools);
    return { result, files: await hashDirectory(dir, known) };
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    // The stack is only for the log, which has the lines that a step prints.
    process.stderr.write(`${(error as Error).stack}\n`);
    throw refuse("build-memory-exceeded", { limit: memoryMb });
  } finally {
    await cluster?.close();
    engine.close();
  }
};

const runTogether = async (
  type: BuiltType,
  input: unknown,
  tools: StepTools,
  parts: readonly string[],
): Promise<StepPart[]> => {
  const dirs = parts.map((part) => path.join(tools.dir, part));
  for (const dir of dirs) await mkdir(dir);
  const step = await loadStepTogether(type);
  const settled = await step(input, tools, dirs);
  return Promise.all(settled.map((part, i) => partOf(part, dirs[i]!)));
};

const partOf = async (part: PromiseSettledResult<unknown>, dir: string): Promise<StepPart> => {
  if (part.status === "fulfilled")
    return { at: "built", result: part.value, files: await hashDirectory(dir) };
  const { reason } = part;
  if (reason instanceof Refusal) return { at: "refused", code: reason.code, params: reason.params };
  return {
    at: "failed",
    message: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
  };
};
