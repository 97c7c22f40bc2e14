// Both workflows of the service interface, request by request, in its own spelling. Only the dataset differs
// between companies.

import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { deliveredRows, ready, rebuilt } from "../support/drive.js";
import type { Row } from "./delivered.js";

export interface Named {
  id: string;
  name: string;
}

/** The ids of a pipeline and of its parts. */
export interface Pipeline {
  population: string;
  outcome: string;
  scope: string;
  target: string;
}

export const createCustomers = (client: Client): Promise<Named> =>
  client.post("/cohorts", { name: "Customers", stream_name: "transaction" });

/** Workflow A from step 2: which one-time purchasers buy again. */
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

/** Workflow B from step 3: which customers leave. The cohort "Customers" exists. */
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

/** Configuration of an outcome, with the names of its cohorts. */
export interface NamedOutcome {
  name: string;
  attainment: string;
  eligible: string;
  horizon_days?: number;
  recurring?: boolean;
}

/** Ids of cohorts are looked up by their names, as in the walk-through of the interface. */
export const pipelineOf = async (
  client: Client,
  spec: {
    outcome: NamedOutcome;
    scope: string;
    population: string;
  },
): Promise<Pipeline> => {
  const cohorts = await client.get<Named[]>("/cohorts");
  const { attainment, eligible } = spec.outcome;
  await client.post("/outcomes", {
    ...spec.outcome,
    attainment: idOf(cohorts, attainment),
    eligible: idOf(cohorts, eligible),
  });
  const outcome = idOf(await client.get<Named[]>("/outcomes"), spec.outcome.name);
  const population = idOf(cohorts, spec.population);
  const scope = await client.post<Named>("/scopes", {
    name: spec.scope,
    population: { include: [population] },
    payload: { outcome_ids: [outcome] },
  });
  const target = await client.post<Named>("/targets", {
    name: `${spec.scope}, as CSV`,
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  return { population, outcome, scope: scope.id, target: target.id };
};

/** Step 7 of both: enables a pipeline once it is ready, and returns all rows of its file. */
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

/** The dataset of the sample shop's orders, as in the walk-through of the interface. */
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
