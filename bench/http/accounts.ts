// Accounts of the benchmark: one with a built pipeline, one that keeps building, and one with many resources.

import path from "node:path";
import { type Client, createClient } from "../../src/cli/client.js";
import { type Pipeline, repeatPurchaseScoring } from "../../src/cli/demo/workflows.js";
import { type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";
import { openDb } from "../../src/db/connection.js";
import { insertResource } from "../../src/store/resources.js";

export interface Account {
  id: string;
  key: string;
  client: Client;
}

export const signUp = async (url: string, name: string): Promise<Account> => {
  const { id, api_key: key } = await createClient({ url }).post<{ id: string; api_key: string }>(
    "/accounts",
    { name },
  );
  return { id, key, client: createClient({ url, key }) };
};

const ready = (client: Client, at: string, isNewEnough = (_: BuildRecord) => true) =>
  waitUntilReady<BuildRecord>(client, at, { report: () => {}, isNewEnough });

/** The repeat-purchase pipeline, with its file and a lookup target. */
export const builtPipeline = async (
  { client }: Account,
  transactionsCsv: string,
): Promise<Pipeline & { lookupId: string }> => {
  const pipeline = await repeatPurchaseScoring(client, transactionsCsv);
  const lookup = await client.post<BuildRecord>("/targets", {
    name: "Lookup",
    scope_id: pipeline.scopeId,
    representation: { mode: "identified" },
    options: { type: "lookup_api" },
  });
  for (const id of [pipeline.targetId, lookup.id]) await ready(client, `/targets/${id}`);
  return { ...pipeline, lookupId: lookup.id };
};

/** Rebuilds a dataset and everything downstream, again and again until the signal. Returns the number of rounds. */
export const keepBuilding = async (
  { client }: Account,
  { datasetIds: [datasetId], targetId }: Pipeline,
  signal: AbortSignal,
): Promise<number> => {
  let rounds = 0;
  for (; !signal.aborted; rounds++) {
    const before = await client.get<BuildRecord>(`/targets/${targetId}`);
    await client.post(`/datasets/${datasetId}/force_update`, {});
    const isNewEnough = (now: BuildRecord) =>
      signal.aborted || now.last_updated_output_at !== before.last_updated_output_at;
    await ready(client, `/targets/${targetId}`, isNewEnough);
  }
  return rounds;
};

/**
 * Half cohorts of a stream, half outcomes that refer to two cohorts each. Written to the store directly,
 * which is faster and locks it for others.
 */
export const fillAccount = async (
  dataDir: string,
  accountId: string,
  count: number,
  streamName = "transaction",
): Promise<void> => {
  const db = await openDb({ file: path.join(dataDir, "bellwether.sqlite") });
  const now = Date.now();
  await db.transaction(async (trx) => {
    const shared = { accountId, uniqueName: false } as const;
    let before: string | undefined;
    for (let i = 0; i < count / 2; i++) {
      const cohort = { name: `Cohort ${i}`, config: { stream_name: streamName, min_count: i } };
      const { id } = await insertResource(
        trx,
        { ...shared, ...cohort, type: "cohorts", upstreamIds: [] },
        now,
      );
      const config = { attainment_cohort_id: id, eligible_cohort_id: before ?? id };
      const outcome = {
        name: `Outcome ${i}`,
        config,
        type: "outcomes",
        upstreamIds: [id, before ?? id],
      } as const;
      await insertResource(trx, { ...shared, ...outcome }, now);
      before = id;
    }
  });
  await db.close();
};
