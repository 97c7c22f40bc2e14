// A worker thread that hashes files for the service, whose event loop must not.

import { parentPort } from "node:worker_threads";
import { hashFile } from "./file-hash.js";
import type { HashAnswer, HashRequest } from "./hasher.js";

const answer = async ({ id, file, bytesPerSecond }: HashRequest): Promise<HashAnswer> => {
  try {
    return { id, hash: await hashFile(file, bytesPerSecond) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { id, error: { message, ...(code !== undefined && { code }) } };
  }
};

parentPort?.on("message", async (request: HashRequest) => parentPort?.postMessage(await answer(request)));
