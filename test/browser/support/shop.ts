// The built shop behind a running console.

import { createClient } from "../../../src/cli/client.js";
import { copyOfBuiltShop } from "../../accounts/built-shop.js";
import { deliveredRows } from "../../support/drive.js";
import { type RunningConsole, startConsole } from "./console.js";

export interface ShopConsole extends RunningConsole {
  key: string;
  /** `/cohorts/:id` → `/console/cohorts/17` */
  addressOf(route: string): string;
}

export const startShopConsole = async (customers?: number): Promise<ShopConsole> => {
  const { dataDir, facts } = await copyOfBuiltShop(customers);
  const running = await startConsole({ BELLWETHER_PARALLEL_BUILDS: "2" }, dataDir);
  const client = createClient({ url: running.service.url, key: facts.key });
  const { created } = facts;
  const [stream] = await client.get<{ id: string }[]>("/v1/streams");
  const [trait] = await client.get<{ id: string }[]>("/v1/traits");
  const [scored] = await deliveredRows(client, created.file.id);
  const ids: Record<string, string> = {
    datasets: created.transactions.id,
    places: created.springfield.id,
    connections: created.warehouse.id,
    cohorts: created.customers.id,
    outcomes: created.outcome.id,
    predictions: created.outcome.id,
    "persona-sets": created.personas.id,
    recommenders: created.recommender.id,
    "hold-outs": created.holdout.id,
    pipelines: created.scoring.id,
    deployments: created.file.id,
    triggers: created.trigger.id,
    webhooks: created.webhook.id,
    streams: stream!.id,
    traits: trait!.id,
    people: scored!.person_id!,
  };
  const addressOf = (route: string): string =>
    `/console${route.replace(/([^/]+)\/:id/, (_, kind: string) => `${kind}/${ids[kind]}`)}`;
  return { ...running, key: facts.key, addressOf };
};
