// Memory of a build, which bounds all that its step holds, however much data there are: that of the engine, of
// the JavaScript heap, of arrays, and of the process as a whole. A step that needs more ends with
// `build-memory-exceeded`: it would need as much the next time.

import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { worldTrouble } from "../../errors/world.js";
import { EngineError } from "../../warehouse/engine-error.js";

/** The model's arrays live outside the JavaScript heap, so the heap needs less than the engine. */
export const heapMb = (memoryMb: number): number => Math.max(512, memoryMb);

/**
 * The engine exceeds its limit by up to 1.5 times in wide sorts. The model's frame is made after those, not
 * beside them.
 */
export const memoryCeilingMb = (memoryMb: number): number => 1.6 * memoryMb + 768;

export interface MemoryWatch {
  isExceeded(): boolean;
  end(): void;
}

const everyMs = 1000;

/** Kills a process that takes more: the machine would run out next. */
export const watchMemory = (child: ChildProcess, ceilingMb: number): MemoryWatch => {
  let isExceeded = false;
  const check = async () => {
    if ((await residentMb(child.pid)) <= ceilingMb) return;
    isExceeded = true;
    child.kill("SIGKILL");
  };
  const timer = setInterval(() => void check(), everyMs).unref();
  return { isExceeded: () => isExceeded, end: () => clearInterval(timer) };
};

/** Resident memory of a process as Linux reports it; 0 on other systems. */
export const residentMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};

/** Memory that ran out because a full disk took nothing more is a trouble of the disk. */
export const isOutOfMemory = (error: unknown): boolean => {
  if (error instanceof EngineError) return error.isOutOfMemory && !worldTrouble(error);
  return error instanceof Error && (isTooLong(error) || isMemoryCode(codeOf(error)));
};

/** Arrays, texts and maps that are longer than memory or the runtime (Node 20 to 24) has room for. */
const tooLong =
  /^(Invalid (array|typed array|string|array buffer) length|Array buffer allocation failed|(Map|Set) maximum size exceeded|WebAssembly\.Memory)/;

const isTooLong = (error: Error): boolean => error instanceof RangeError && tooLong.test(error.message);

const memoryCodes = [
  "ERR_STRING_TOO_LONG",
  "ERR_BUFFER_TOO_LARGE",
  "ERR_MEMORY_ALLOCATION_FAILED",
  "ERR_WORKER_OUT_OF_MEMORY",
];
const isMemoryCode = (code: unknown): boolean => memoryCodes.some((known) => known === code);

const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined);

/** Last words of a process whose heap is full, of the engine without memory, and of a thread that ended the process. */
const ofFullMemory =
  /^FATAL ERROR: .*(heap out of memory|Allocation failed)|std::bad_alloc|\bERR_WORKER_OUT_OF_MEMORY\b|^(Uncaught )?RangeError: (Invalid (array|typed array|string|array buffer) length|Array buffer allocation failed|WebAssembly\.Memory)/;

/** Whether a process that prints this line before it ends had no memory left. */
export const saysOutOfMemory = (line: string): boolean => ofFullMemory.test(line);
