// An account with a synthetic shop and one built resource of each type.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateShop } from "../../../examples/shop/shop.js";
import type { Client } from "../../../src/cli/client.js";
import { deliveredRows, ready, signUp } from "../../support/drive.js";
import { shopDataset } from "../../support/shop-dataset.js";

export interface BuiltShop {
  key: string;
  /** `/cohorts/:id` → `/console/cohorts/17` */
  addressOf(route: string): string;
}

/** Creates it on the service at `url`, in a new account. */
export const buildShop = async (url: string, customers = 800): Promise<BuiltShop> => {
  const { client, key } = await signUp(url);
  await uploadOrders(client, customers);
  const ids = await createOneOfEach(client);
  return { key, addressOf: (route) => addressOf(route, ids) };
};

const uploadOrders = async (client: Client, customers: number): Promise<void> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-shop-"));
  try {
    const { transactions } = await generateShop({ customers, seed: 1, out: dir });
    await client.upload("transactions", "transactions.csv", transactions);
  } finally {
    await rm(dir, { recursive: true });
  }
};

/** Ids by page name. All resources are built. */
const createOneOfEach = async (client: Client): Promise<Record<string, string>> => {
  const create = async (kind: string, body: object) =>
    (await client.post<{ id: string }>(`/v1/${kind}`, body)).id;
  const shop = shopDataset("transactions");
  const datasets = await create("datasets", {
    ...shop,
    identity_sets: { shipping: { ...shop.identity_sets.shipping, email: "email" } },
    output_to_traits: { town: { column_name: "shipping_address_city" } },
  });
  const places = await create("places", {
    name: "Springfield",
    addresses: [{ postcode: "01164" }],
  });
  const connections = await create("connections", {
    name: "Warehouse",
    options: {
      type: "postgres",
      host: "127.0.0.1",
      port: 9,
      database: "shop",
      user: "reader",
      password: "-",
    },
  });
  const cohorts = await create("cohorts", { name: "Customers", stream_name: "transaction" });
  const once = await create("cohorts", {
    name: "One-time purchasers",
    stream_name: "transaction",
    max_count: 1,
  });
  const repeat = await create("cohorts", {
    name: "Repeat purchasers",
    stream_name: "transaction",
    min_count: 2,
  });
  const outcomes = await create("outcomes", {
    name: "Likelihood to buy again",
    attainment: repeat,
    eligible: cohorts,
  });
  const personaSets = await create("persona_sets", { name: "Kinds of customers", cohort: cohorts });
  const recommenders = await create("recommenders", {
    name: "Next category",
    stream_name: "transaction",
    stream_property_name: "category",
  });
  const pipelines = await create("scopes", {
    name: "Repeat purchase scoring",
    population: { include: [once] },
    payload: {
      outcome_ids: [outcomes],
      persona_set_ids: [personaSets],
      recommender_ids: [recommenders],
      explainability: true,
    },
    preview: false,
  });
  const deployments = await create("targets", {
    name: "Scores as CSV",
    scope_id: pipelines,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  const webhooks = await create("webhook_endpoints", { url: "https://hooks.invalid/bellwether" });
  await ready(client, `/v1/targets/${deployments}`);
  const [stream] = await client.get<{ id: string }[]>("/v1/streams");
  const [trait] = await client.get<{ id: string }[]>("/v1/traits");
  const [scored] = await deliveredRows(client, deployments);
  return {
    datasets,
    places,
    connections,
    cohorts,
    outcomes,
    predictions: outcomes,
    "persona-sets": personaSets,
    recommenders,
    pipelines,
    deployments,
    webhooks,
    streams: stream!.id,
    traits: trait!.id,
    people: scored!.person_id!,
  };
};

const addressOf = (route: string, ids: Readonly<Record<string, string>>): string =>
  `/console${route.replace(/([^/]+)\/:id/, (_, kind: string) => `${kind}/${ids[kind]}`)}`;
