// One step in a child process of its own. The signal kills it, and so does far more memory than the engine was given: the
// machine would run out next.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { refuse } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { type BuildTime, watchTime } from "./build-time.js";
import { request as ask, forkChild, ProcessEnded } from "./process.js";
import type { ProcessUsage } from "./serve.js";
import type { StepOutput, StepRequest } from "./step.js";

/** A step whose process was killed, ran out of memory, or crashed with the engine. */
export class StepCrashed extends Error {
  override name = "StepCrashed";
}

export interface StepProcessOptions {
  request: StepRequest;
  onProgress(fraction: number, doing: string): void;
  /** Receives each line that the process prints; absent: they appear among those of this process. */
  onLine?(line: string): void;
  /** Called once, for a step that ends well. */
  onUsage(usage: ProcessUsage): void;
  signal: AbortSignal;
  /** Absent: no limit. */
  most?: BuildTime;
}

/** Throws Refusal for the caller's faults and the world's, StepCrashed and Error for ours. */
export const runStepProcess = async (options: StepProcessOptions): Promise<StepOutput> => {
  const { request, signal, onProgress, onUsage } = options;
  signal.throwIfAborted();
  const words = new LastWords(options.onLine);
  const child = await forkChild(new URL("./child.js", import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb(request.memoryMb)}`],
    ...(options.onLine && { onLine: words.hear }),
  });
  const closed = once(child, "close");
  const guard = watchMemory(child, memoryCeilingMb(request.memoryMb));
  const time = watchTime(child, options.most);
  const abort = () => child.kill("SIGKILL");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    const { result, usage } = await ask(child, request, onProgress);
    onUsage(usage);
    return result as StepOutput;
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    const limit = time.exceeded();
    if (limit !== undefined) throw refuse("build-too-long", { limit });
    await closed;
    const crash = new StepCrashed(`The build of ${request.type} ended early (${error.message}).`);
    throw words.trouble() ?? crash;
  } finally {
    clearInterval(guard);
    time.end();
    signal.removeEventListener("abort", abort);
    child.kill("SIGKILL");
  }
};

const keptLines = 20;

/** What a process printed last. One that has no room for another file or thread may end without any other answer. */
class LastWords {
  private readonly lines: string[] = [];

  constructor(private readonly onLine: ((line: string) => void) | undefined) {}

  readonly hear = (line: string): void => {
    this.onLine?.(line);
    this.lines.push(line);
    if (this.lines.length > keptLines) this.lines.shift();
  };

  /** The trouble of the machine that they report, if any. */
  trouble(): Error | undefined {
    return worldTrouble(new StepCrashed(this.lines.join("\n")));
  }
}

/** The model's arrays live outside the JavaScript heap, so the heap needs less than the engine. */
const heapMb = (memoryMb: number): number => Math.max(512, memoryMb);

/** The engine exceeds its limit by up to 1.5 times in wide sorts. The model's frame is made after those, not beside them. */
const memoryCeilingMb = (memoryMb: number): number => 1.6 * memoryMb + 768;

const watchMemory = (child: ChildProcess, ceilingMb: number): NodeJS.Timeout =>
  setInterval(async () => {
    const rssMb = await residentMb(child.pid);
    if (rssMb > ceilingMb) child.kill("SIGKILL");
  }, 1000).unref();

/** Resident memory of a process as Linux reports it; 0 on other systems. */
const residentMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};
