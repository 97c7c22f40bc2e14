// Both workflows, request by request, in the spellings in which the service interface writes them. What differs from
// company to company is the dataset alone.

import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { deliveredRows, ready, rebuilt } from "../support/drive.js";
import type { Row } from "./delivered.js";

export interface Named {
  id: string;
  name: string;
}

/** The ids of a pipeline and of what it is made of. */
export interface Pipeline {
  population: string;
  outcome: string;
  scope: string;
  target: string;
}

export const createCustomers = (client: Client): Promise<Named> =>
  client.post("/cohorts", { name: "Customers", stream_name: "transaction" });

/** Workflow A, from its step 2 on: who of the one-time purchasers buys again. */
export const repeatPurchaseScoring = async (client: Client): Promise<Pipeline> => {
  await client.post("/cohorts", { name: "One-time purchasers", stream_name: "transaction", max_count: 1 });
  await client.post("/cohorts", { name: "Repeat purchasers", stream_name: "transaction", min_count: 2 });
  await createCustomers(client);
  return pipelineOf(client, {
    outcome: { name: "Likelihood to buy again", attainment: "Repeat purchasers", eligible: "Customers" },
    scope: "Repeat purchase scoring",
    population: "One-time purchasers",
  });
};

/** Workflow B, from its step 3 on: who of the customers leaves. The cohort "Customers" is there. */
export const churnScoring = async (
  client: Client,
  more: { horizon_days?: number } = {},
): Promise<Pipeline> => {
  await client.post("/cohorts", { name: "Churned customers", stream_name: "cancellation" });
  return pipelineOf(client, {
    outcome: {
      name: "Likelihood to churn",
      attainment: "Churned customers",
      eligible: "Customers",
      ...more,
    },
    scope: "Churn scoring",
    population: "Customers",
  });
};

/** What is asked of an outcome, its cohorts by name. */
export interface AskedOutcome {
  name: string;
  attainment: string;
  eligible: string;
  horizon_days?: number;
  recurring?: boolean;
}

/** Cohorts are named; their ids are looked up in the list, as the interface has it. */
export const pipelineOf = async (
  client: Client,
  asked: {
    outcome: AskedOutcome;
    scope: string;
    population: string;
  },
): Promise<Pipeline> => {
  const cohorts = await client.get<Named[]>("/cohorts");
  const { attainment, eligible } = asked.outcome;
  await client.post("/outcomes", {
    ...asked.outcome,
    attainment: idOf(cohorts, attainment),
    eligible: idOf(cohorts, eligible),
  });
  const outcome = idOf(await client.get<Named[]>("/outcomes"), asked.outcome.name);
  const population = idOf(cohorts, asked.population);
  const scope = await client.post<Named>("/scopes", {
    name: asked.scope,
    population: { include: [population] },
    payload: { outcome_ids: [outcome] },
  });
  const target = await client.post<Named>("/targets", {
    name: `${asked.scope}, as CSV`,
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  return { population, outcome, scope: scope.id, target: target.id };
};

/** Step 7 of both: enables a pipeline once it is ready, and returns everybody in it. */
export const enabled = async (client: Client, { scope, target }: Pipeline): Promise<Row[]> => {
  await ready(client, `/targets/${target}`);
  await rebuilt<BuildRecord>(client, `/targets/${target}`, () =>
    client.patch(`/scopes/${scope}`, { preview: false }),
  );
  return deliveredRows(client, target);
};

const idOf = (records: readonly Named[], name: string): string => {
  const found = records.find((record) => record.name === name);
  if (!found) throw new Error(`There is no ${name} among ${records.map((record) => record.name).join(", ")}`);
  return found.id;
};

/** The sample shop's orders, as the interface's walk-through registers them. */
export const transactionsDataset = {
  name: "Transactions",
  identity_sets: {
    shipping: {
      city: "shipping_address_city",
      house_number_and_street: ["shipping_address1", "shipping_address2"],
      person_first_name: "shipping_address_fn",
      person_last_name: "shipping_address_ln",
      postcode: "shipping_address_postcode",
      state: "shipping_address_state",
    },
  },
  options: { type: "hosted_csv", upload_directory: "transactions" },
  output_to_streams: { transaction: { data_map: { datetime: "transaction_date" }, value: "total" } },
};
