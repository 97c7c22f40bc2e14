// Account with both workflows on a small shop, and its state as clients see it.

import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import { readCsv } from "../../src/cli/csv.js";
import { churnScoring, repeatPurchaseScoring } from "../../src/cli/demo/workflows.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import type { Arrival } from "./schedules/arrivals.js";

interface TargetRecord extends BuildRecord {
  row_count?: number;
}

/** Upstream kinds first. */
const kinds = ["datasets", "streams", "cohorts", "outcomes", "scopes", "targets"];

export const startWorkflows = async (client: Client, shop: Shop): Promise<void> => {
  await repeatPurchaseScoring(client, shop.transactions);
  await churnScoring(client, shop.cancellations);
};

/** Uploads the next file of the shop; `dir` holds it meanwhile. */
export const uploadArrival = async (
  client: Client,
  { directory, filename, csv }: Arrival,
  dir: string,
): Promise<void> => {
  const file = path.join(dir, `arriving-${filename}`);
  await writeFile(file, csv);
  await client.upload(directory, filename, file);
};

/** Waits for every resource; throws when one fails. Resolves to the number of resources. */
export const allReady = async (client: Client): Promise<number> => {
  for (;;) {
    const records: BuildRecord[] = [];
    for (const kind of kinds) records.push(...(await client.get<BuildRecord[]>(`/${kind}`)));
    const failed = records.find(({ status }) => status === "error");
    if (failed) throw new Error(`${failed.name} failed: ${failed.status_error}`);
    if (records.every(({ status }) => status === "ready")) return records.length;
    await sleep(100);
  }
};

/** Both files by target name, with names of outcomes instead of ids, which differ between accounts. */
export const files = async (client: Client, dir: string): Promise<Record<string, string>> => {
  const outcomes = await client.get<BuildRecord[]>("/outcomes");
  const targets = await client.get<TargetRecord[]>("/targets");
  const delivered: Record<string, string> = {};
  for (const { id, name } of targets) {
    const file = path.join(dir, `${id}.csv`);
    await client.download(`/targets/${id}/download.csv`, file);
    delivered[name] = outcomes.reduce(
      (text, outcome) => text.replaceAll(outcome.id.replaceAll("-", "_"), outcome.name),
      await readFile(file, "utf8"),
    );
  }
  return delivered;
};

/** Downloads every file and throws if one is incomplete. Resolves to the number of files. */
export const inspectFiles = async (client: Client, dir: string): Promise<number> => {
  let inspected = 0;
  for (const { id } of await client.get<TargetRecord[]>("/targets")) {
    const before = await client.get<TargetRecord>(`/targets/${id}`);
    if (before.row_count === undefined) continue;
    const file = path.join(dir, `inspected-${id}.csv`);
    await client.download(`/targets/${id}/download.csv`, file);
    const after = await client.get<TargetRecord>(`/targets/${id}`);
    const expected =
      after.last_updated_output_at === before.last_updated_output_at ? after.row_count : undefined;
    await requireWhole(file, expected);
    await rm(file);
    inspected++;
  }
  return inspected;
};

const requireWhole = async (file: string, expectedRows: number | undefined): Promise<void> => {
  let rows = 0;
  for await (const row of readCsv(file)) if (row.person_id) rows++;
  const text = await readFile(file, "utf8");
  if (!text.endsWith("\n")) throw new Error(`a file ends in ${JSON.stringify(text.slice(-100))}`);
  if (expectedRows !== undefined && rows !== expectedRows)
    throw new Error(`a file has ${rows} rows where its record has ${expectedRows}`);
};

/** The number of e-mails about each resource, by its name in them. */
export const mailsPerResource = async (client: Client): Promise<Map<string, number>> => {
  const mails = await client.get<{ body: string }[]>("/accounts/current/outbox");
  const counts = new Map<string, number>();
  for (const { body } of mails) {
    const resource = /Details: GET (\S+)/.exec(body)?.[1] ?? body;
    counts.set(resource, (counts.get(resource) ?? 0) + 1);
  }
  return counts;
};
