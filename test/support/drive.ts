// Driver of the service over HTTP, as a user works: one request after another, and waiting for builds before
// a result is read.

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

/** A new account of the service at `url`. */
export const signUp = async (url: string): Promise<Account> => {
  const account = { name: "Acme", email: "owner@example.com", emails: { builds: "each_resource" } };
  const { api_key } = await createClient({ url }).post<{ api_key: string }>("/v1/accounts", account);
  return { client: createClient({ url, key: api_key }), key: api_key };
};

export const ready = <R extends BuildRecord>(client: Client, at: string): Promise<R> =>
  waitUntilReady<R>(client, at, { report: failIfUpstreamFailed, pollMs: 100 });

/** Makes a change that affects a resource, and waits for the resource's next result. */
export const rebuilt = async <R extends BuildRecord>(
  client: Client,
  at: string,
  change: () => Promise<unknown>,
): Promise<R> => {
  const before = await client.get<BuildRecord>(at);
  await change();
  return waitUntilReady<R>(client, at, {
    report: failIfUpstreamFailed,
    pollMs: 100,
    isNewEnough: ({ last_updated_output_at }) => last_updated_output_at !== before.last_updated_output_at,
  });
};

/** A resource that waits for a failed build waits until someone changes the configuration, which no test does here. */
const failIfUpstreamFailed = ({ name, waiting_for = "" }: BuildRecord): void => {
  if (waiting_for.includes("which failed")) throw new Error(`${name}: ${waiting_for}`);
};

/** The rows of a target's downloaded file. */
export const deliveredRows = (client: Client, targetId: string): Promise<Record<string, string>[]> =>
  rowsOf(client, `/targets/${targetId}/download.csv`);

/** Rows of a CSV file that the service has at a path. */
export const rowsOf = async (client: Client, url: string): Promise<Record<string, string>[]> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-delivered-"));
  const file = path.join(dir, "scores.csv");
  try {
    await client.download(url, file);
    return await Readable.from(readCsv(file)).toArray();
  } finally {
    await rm(dir, { recursive: true });
  }
};
