// A thread that hashes files. It starts with the first file, and keeps no process alive.

import { Worker } from "node:worker_threads";
import type { FileHash } from "../domain/machine/stored-file.js";

export interface HashRequest {
  id: number;
  file: string;
  bytesPerSecond?: number;
}

export type HashAnswer =
  | { id: number; hash: FileHash }
  | { id: number; error: { message: string; code?: string } };

/** As `hashFile`. */
export type HashFile = (file: string, bytesPerSecond?: number) => Promise<FileHash>;

export interface Hasher {
  hash: HashFile;
  close(): Promise<void>;
}

interface Waiting {
  resolve(hash: FileHash): void;
  reject(error: Error): void;
}

export const openHasher = (): Hasher => {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;
  const start = (): Worker => {
    const started = new Worker(new URL("./hash-thread.js", import.meta.url), { execArgv: [] });
    started.unref();
    started.on("message", (answer: HashAnswer) => {
      const waiter = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("hash" in answer) waiter?.resolve(answer.hash);
      else waiter?.reject(Object.assign(new Error(answer.error.message), answer.error));
    });
    const end = (error: Error) => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", end);
    started.on("exit", () => end(new Error("The thread that hashes files ended.")));
    return started;
  };
  return {
    hash: (file, bytesPerSecond) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        thread ??= start();
        thread.postMessage({ id, file, ...(bytesPerSecond !== undefined && { bytesPerSecond }) });
      }),
    close: async () => void (await thread?.terminate()),
  };
};
