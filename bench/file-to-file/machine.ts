// The machine: its processor, and how fast its memory and its disk are. A gigabyte or less is moved for each,
// so it takes seconds.

import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import path from "node:path";

export interface Machine {
  processor: string;
  cores: number;
  memoryMb: number;
  /** Bytes read and written by a copy on one thread. */
  memoryMbPerSecond: number;
  /** With the bytes on the disk at the end. */
  diskWriteMbPerSecond: number;
  /** Past the cache of the system; null where the file system has no such reads. */
  diskReadMbPerSecond: number | null;
}

const mb = 2 ** 20;
const copiedMb = 256;
const fileMb = 512;
const blockMb = 4;

export const measureMachine = async (dir: string): Promise<Machine> => {
  const file = path.join(dir, "disk");
  try {
    return {
      processor: cpus()[0]?.model ?? "unknown",
      cores: availableParallelism(),
      memoryMb: Math.round(totalmem() / mb),
      memoryMbPerSecond: memorySpeed(),
      diskWriteMbPerSecond: await writeSpeed(file),
      diskReadMbPerSecond: await readSpeed(file).catch(() => null),
    };
  } finally {
    await rm(file, { force: true });
  }
};

/** The fastest of five copies: the first one gets its pages from the system. */
const memorySpeed = (): number => {
  const [from, to] = [new Uint8Array(copiedMb * mb).fill(1), new Uint8Array(copiedMb * mb)];
  const times = Array.from({ length: 5 }, () => {
    const startedMs = performance.now();
    to.set(from);
    return performance.now() - startedMs;
  });
  return perSecond(2 * copiedMb, Math.min(...times));
};

const perSecond = (megabytes: number, ms: number): number => Math.round((1000 * megabytes) / ms);

/** The part of WebAssembly that we use: TypeScript declares it only together with browsers. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
  }
}

/** Bytes that no disk compresses. Memory of WebAssembly starts at a page, as direct reads require. */
const block = (): Uint8Array => {
  const bytes = new Uint8Array(new WebAssembly.Memory({ initial: (blockMb * mb) / 65_536 }).buffer);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
};

const writeSpeed = async (file: string): Promise<number> => {
  await using handle = await open(file, "w");
  const bytes = block();
  const startedMs = performance.now();
  for (let written = 0; written < fileMb; written += blockMb) await handle.write(bytes);
  await handle.sync();
  return perSecond(fileMb, performance.now() - startedMs);
};

const readSpeed = async (file: string): Promise<number> => {
  await using handle = await open(file, constants.O_RDONLY | constants.O_DIRECT);
  const bytes = block();
  const startedMs = performance.now();
  for (let at = 0; at < fileMb; at += blockMb) await handle.read(bytes, 0, bytes.length, at * mb);
  return perSecond(fileMb, performance.now() - startedMs);
};
