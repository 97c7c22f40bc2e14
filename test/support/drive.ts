// Drives the service as its user does: over HTTP alone, one request after another, waiting for builds where a result is
// looked at.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { type Client, createClient } from "../../src/cli/client.js";
import { readCsv } from "../../src/cli/csv.js";
import { type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";

export interface Account {
  client: Client;
  key: string;
}

/** A new account of the service at `url`, of which nothing else knows. */
export const signUp = async (url: string): Promise<Account> => {
  const account = { name: "Acme", email: "owner@example.com" };
  const { api_key } = await createClient({ url }).post<{ api_key: string }>("/v1/accounts", account);
  return { client: createClient({ url, key: api_key }), key: api_key };
};

export const ready = <R extends BuildRecord>(client: Client, at: string): Promise<R> =>
  waitUntilReady<R>(client, at, { report: refuseToWaitInVain, pollMs: 100 });

/** Does something that changes what a resource is made of, and waits for the result that takes it in. */
export const rebuilt = async <R extends BuildRecord>(
  client: Client,
  at: string,
  change: () => Promise<unknown>,
): Promise<R> => {
  const before = await client.get<BuildRecord>(at);
  await change();
  return waitUntilReady<R>(client, at, {
    report: refuseToWaitInVain,
    pollMs: 100,
    isNewEnough: ({ last_updated_output_at }) => last_updated_output_at !== before.last_updated_output_at,
  });
};

/** What waits for a failed build waits until somebody changes something, which here nobody will. */
const refuseToWaitInVain = ({ name, status_error = "" }: BuildRecord): void => {
  if (status_error.includes("which failed")) throw new Error(`${name}: ${status_error}`);
};

/** The rows of a target's file, read back as whoever downloads it would. */
export const deliveredRows = async (client: Client, targetId: string): Promise<Record<string, string>[]> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-delivered-"));
  const file = path.join(dir, "scores.csv");
  try {
    await client.download(`/targets/${targetId}/download.csv`, file);
    return await Readable.from(readCsv(file)).toArray();
  } finally {
    await rm(dir, { recursive: true });
  }
};
