// Client that outlives its service: it repeats every request without a complete answer, and those that are
// answered with 503 or 507. A request to create something may have succeeded anyway, so the client first
// looks it up by name.

import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../src/cli/client.js";
import { hangMs } from "../support/eventually.js";

const pauseMs = 50;

export const insistent = (client: Client): Client => ({
  ...client,
  get: (path) => insist(() => client.get(path)),
  patch: (path, body) => insist(() => client.patch(path, body)),
  upload: (directory, filename, file) => insist(() => client.upload(directory, filename, file)),
  download: (path, file) => insist(() => client.download(path, file)),
  post: <T>(path: string, body: object) => {
    let isRepeated = false;
    return insist(async () => {
      const made = isRepeated ? await named<T>(client, path, body) : undefined;
      isRepeated = true;
      return made ?? client.post<T>(path, body);
    });
  },
});

const named = async <T>(client: Client, path: string, body: object): Promise<T | undefined> => {
  const records = await client.get<(T & { name: string })[]>(path);
  return records.find((record) => "name" in body && record.name === body.name);
};

export const insist = async <T>(send: () => Promise<T>): Promise<T> => {
  for (const until = Date.now() + hangMs; ; await sleep(pauseMs)) {
    try {
      return await send();
    } catch (error) {
      if (isRefusal(error) || Date.now() > until) throw error;
    }
  }
};

/** An answer that a repetition would not change. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === "RequestRefused" &&
  !("status" in error && [503, 507].includes(Number(error.status)));
