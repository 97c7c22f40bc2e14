// One step in a child process. The signal kills it, and so does far more memory than the engine was given: the
// machine would run out next.

import { AsyncResource } from "node:async_hooks";
import { rm } from "node:fs/promises";
import { Refusal, refuse } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { heapMb, memoryCeilingMb, saysOutOfMemory, watchMemory } from "./build-memory.js";
import { type BuildTime, watchTime } from "./build-time.js";
import { request as ask, ProcessEnded } from "./process.js";
import { buildNiceness, processorShares } from "./processor-shares.js";
import type { ProcessUsage } from "./serve.js";
import type { StepOutput, StepRequest } from "./step.js";
import { type StepProcess, StepProcesses } from "./step-processes.js";

/** A step whose process was killed, ran out of memory, or crashed with the engine. */
export class StepCrashed extends Error {
  override name = "StepCrashed";

  constructor(
    message: string,
    /** False if its process ended before the step could begin. */
    readonly hasBegun = true,
    /** Whether it ended because it had no memory left. */
    readonly isOutOfMemory = false,
  ) {
    super(message);
  }
}

/** Seed of every step, so that the same inputs give the same result. */
export const defaultSeed = 20_110_301;

export interface StepProcessOptions {
  request: StepRequest;
  onProgress(fraction: number, doing: string): void;
  /** Receives each line that the process prints; absent: they appear among those of this process. */
  onLine?(line: string): void;
  /** Called once, for a step that ends well. */
  onUsage(usage: ProcessUsage): void;
  signal: AbortSignal;
  /**
   * Waits for a slot, which the returned function gives back; for a connected build. Absent: the step has
   * one.
   */
  takeSlot?(): Promise<() => void>;
  /** Absent: no limit. */
  most?: BuildTime;
  /**
   * Account of the step: a process may serve one several times. Absent: the process serves this step alone.
   */
  account?: string;
}

/**
 * Runs one step, in a process of `processes` that may have served the account before. Without them it has a
 * process of its own. Throws Refusal for the caller's faults and the world's, StepCrashed and Error for ours.
 */
export const runStepProcess = async (
  options: StepProcessOptions,
  processes?: StepProcesses,
): Promise<StepOutput> => {
  const { request, signal, account, onLine } = options;
  signal.throwIfAborted();
  const pool = processes ?? new StepProcesses();
  const keptFor = processes && account;
  const process = await pool.take(keptFor, heapMb(request.memoryMb), onLine !== undefined);
  const isUsed = process.steps > 0;
  processes?.prepare(heapMb(request.memoryMb), onLine !== undefined);
  try {
    const output = await runIn(process, options);
    await pool.giveBack(process, keptFor);
    return output;
  } catch (error) {
    if (error instanceof Refusal && process.isAlive()) await pool.giveBack(process, keptFor);
    else process.end();
    const isOfProcess = error instanceof StepCrashed && (isUsed || !error.hasBegun);
    if (!isOfProcess || !processes || signal.aborted) throw inWords(error, request);
  }
  // What earlier steps left in the process may have been the cause, or what ended it while it waited.
  await Promise.all([request.dir, request.tempDir].map((dir) => rm(dir, { recursive: true, force: true })));
  return runStepProcess(options);
};

/** A step that ended without memory would end so the next time. */
const inWords = (error: unknown, { memoryMb }: StepRequest): unknown =>
  error instanceof StepCrashed && error.isOutOfMemory
    ? refuse("build-memory-exceeded", { limit: memoryMb })
    : error;

const runIn = async (process: StepProcess, options: StepProcessOptions): Promise<StepOutput> => {
  const { request, signal, onProgress, onUsage, takeSlot } = options;
  const { child } = process;
  const words = new LastWords(options.onLine);
  process.onLine = AsyncResource.bind(words.hear);
  process.steps++;
  const memory = watchMemory(child, memoryCeilingMb(request.memoryMb));
  const time = watchTime(child, options.most);
  const leaveShare = options.account && processorShares.begin(child, options.account, buildNiceness);
  const abort = () => process.end();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    const { result, usage } = await ask(child, request, { onProgress, takeSlot });
    onUsage(usage);
    return result as StepOutput;
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    const limit = time.exceeded();
    if (limit !== undefined) throw refuse("build-too-long", { limit });
    await process.closed;
    const crash = new StepCrashed(
      `The build of ${request.type} ended early (${error.message}).`,
      error.hasBegun,
      memory.isExceeded() || words.sayOutOfMemory(),
    );
    throw words.trouble() ?? crash;
  } finally {
    memory.end();
    time.end();
    if (leaveShare) leaveShare();
    signal.removeEventListener("abort", abort);
  }
};

const keptLines = 20;

/**
 * Last lines that a process printed. One that has no room for another file or thread may end without any
 * other answer.
 */
class LastWords {
  private readonly lines: string[] = [];
  /** The stack that follows is longer than the lines that are kept. */
  private isOutOfMemory = false;

  constructor(private readonly onLine: ((line: string) => void) | undefined) {}

  readonly hear = (line: string): void => {
    this.onLine?.(line);
    this.isOutOfMemory ||= saysOutOfMemory(line);
    this.lines.push(line);
    if (this.lines.length > keptLines) this.lines.shift();
  };

  sayOutOfMemory(): boolean {
    return this.isOutOfMemory;
  }

  /** The trouble of the machine that they report, if any. */
  trouble(): Error | undefined {
    return worldTrouble(new StepCrashed(this.lines.join("\n")));
  }
}
