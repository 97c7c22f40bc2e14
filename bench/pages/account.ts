// Account with a built shop behind the real service: an export is imported as its owner would import it, and two
// predictions are made of what it suggests. A directory that has it is used as it is, and one that has a part of it is completed.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Client, createClient, NoResponse, RequestRefused } from "../../src/cli/client.js";
import { type RunningService, startServiceProcess } from "../../src/cli/demo/service.js";
import type { Screen } from "../../src/cli/terminal.js";
import { type BuildRecord, waitFor } from "../../src/cli/waiting.js";
import { writeShopExport } from "./shop-export.js";

export interface BuiltAccount {
  service: RunningService;
  key: string;
  /** Addresses of pages, by what they show. */
  pages: Record<"dataset" | "prediction" | "pipeline" | "person", string>;
}

interface Kept {
  key: string;
  customers: number;
  orders: number;
}

export interface Shop {
  customers: number;
  seed: number;
  now: number;
}

const cli = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));
const settings = { BELLWETHER_PARALLEL_BUILDS: "2", BELLWETHER_REQUESTS_PER_MINUTE: "1000000" };
/** Suggestions that are made, of those that can be learned. */
const predictions = 2;

export const openBuiltAccount = async (
  dir: string,
  shop: Shop,
  screen: Screen,
  signal: AbortSignal,
): Promise<BuiltAccount> => {
  const service = await startServiceProcess(dir, settings);
  try {
    const stop = AbortSignal.any([signal, service.ended]);
    const keptFile = path.join(dir, "bench.json");
    const kept = existsSync(keptFile)
      ? (JSON.parse(await readFile(keptFile, "utf8")) as Kept)
      : await imported(service, dir, shop, stop);
    await writeFile(keptFile, JSON.stringify(kept));
    screen.say(`${kept.customers} customers, ${kept.orders} orders`);
    const client = createClient({ url: `${service.url}/v1`, key: kept.key, signal: stop });
    await predict(client, screen, stop);
    return { service, key: kept.key, pages: await pagesOf(client) };
  } catch (error) {
    await service.stop();
    throw error;
  }
};

const imported = async (
  service: RunningService,
  dir: string,
  shop: Shop,
  signal: AbortSignal,
): Promise<Kept> => {
  const file = path.join(dir, "orders_export.csv");
  const orders = await writeShopExport(file, shop);
  const key = await keyOf(service, signal);
  const env = { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: key };
  await promisify(execFile)(process.execPath, [cli, "import", file, "--yes"], { env, signal });
  return { key, customers: shop.customers, orders };
};

const predict = async (client: Client, screen: Screen, signal: AbortSignal): Promise<void> => {
  if ((await client.get<object[]>("/scopes")).length === 0) {
    const suggestions = await suggested(client, signal);
    const wanted = suggestions.filter(({ is_learnable }) => is_learnable).slice(0, predictions);
    await client.post("/suggestions", {
      suggestions: wanted.map(({ id, has_value }) => ({
        id,
        ...(has_value && { value: true, dates: true }),
      })),
    });
  }
  for (const { id } of await client.get<BuildRecord[]>("/scopes"))
    await waitFor<BuildRecord>(client, `/scopes/${id}`, { screen, signal });
};

const keyOf = async ({ url }: RunningService, signal: AbortSignal): Promise<string> => {
  const client = createClient({ url: `${url}/v1`, signal });
  const account = { name: "Bench", email: "bench@example.com" };
  return (await client.post<{ api_key: string }>("/accounts", account)).api_key;
};

interface Suggestion {
  id: string;
  is_learnable: boolean;
  has_value: boolean;
}

/** They wait for the people of the import. */
const suggested = async (client: Client, signal: AbortSignal): Promise<Suggestion[]> => {
  for (;;) {
    try {
      const found = await client.get<Suggestion[]>("/suggestions");
      if (found.some(({ is_learnable }) => is_learnable)) return found;
    } catch (error) {
      // A connection that was kept may end at the moment that it is used again.
      if (!(error instanceof RequestRefused || error instanceof NoResponse)) throw error;
    }
    await sleep(1_000, undefined, { signal });
  }
};

const pagesOf = async (client: Client): Promise<BuiltAccount["pages"]> => {
  const [dataset] = await client.get<{ id: string }[]>("/datasets");
  const scopes = await client.get<{ id: string; payload: { outcome_ids: string[] } }[]>("/scopes");
  const scope = scopes.find(({ payload }) => payload.outcome_ids.length > 0)!;
  const [outcome] = scope.payload.outcome_ids;
  const [likeliest] = await client.get<{ person_id: string }[]>(
    `/scopes/${scope.id}/top_people?outcome_id=${outcome}&limit=1`,
  );
  return {
    dataset: `/console/datasets/${dataset!.id}`,
    prediction: `/console/predictions/${outcome}`,
    pipeline: `/console/pipelines/${scope.id}`,
    person: `/console/people/${likeliest!.person_id}`,
  };
};
