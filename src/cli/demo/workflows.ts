// The two workflows of the interface, request by request. None waits for a build: each request starts one in
// the background, and the next can follow at once.

import type { Client } from "../client.js";

/** The resources of a workflow, in the order of their builds. */
export interface Pipeline {
  title: string;
  datasetIds: string[];
  cohortIds: string[];
  outcomeId: string;
  scopeId: string;
  targetId: string;
}

interface Named {
  id: string;
  name: string;
}

export const transactionsDataset = {
  name: "Transactions",
  identity_sets: {
    shipping: {
      city: "shipping_address_city",
      email: "email",
      house_number_and_street: ["shipping_address1", "shipping_address2"],
      person_first_name: "shipping_address_fn",
      person_last_name: "shipping_address_ln",
      postcode: "shipping_address_postcode",
      state: "shipping_address_state",
    },
  },
  options: { type: "hosted_csv", upload_directory: "transactions" },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: "transaction_date",
        product_category: "product_category",
        channel: "channel",
        discount: "discount",
      },
      value: "total",
    },
  },
};

export const cancellationsDataset = {
  name: "Cancellations",
  identity_sets: {
    shipping: {
      city: "town",
      email: "member_email",
      house_number_and_street: ["street", "unit"],
      person_first_name: "member_first_name",
      person_last_name: "member_last_name",
      postcode: "zip",
      state: "region",
    },
  },
  options: { type: "hosted_csv", upload_directory: "cancellations" },
  output_to_streams: {
    cancellation: { data_map: { datetime: "cancelled_on" }, value: "fee_refunded" },
  },
};

/** Workflow A: which one-time buyers come back. */
export const repeatPurchaseScoring = async (client: Client, transactionsCsv: string): Promise<Pipeline> => {
  await client.upload("transactions", "transactions.csv", transactionsCsv);
  const dataset = await client.post<Named>("/datasets", transactionsDataset);
  await requireStream(client, "Transaction");
  await client.post("/cohorts", { name: "One-time purchasers", stream_name: "transaction", max_count: 1 });
  await client.post("/cohorts", { name: "Repeat purchasers", stream_name: "transaction", min_count: 2 });
  await client.post("/cohorts", { name: "Customers", stream_name: "transaction" });
  const cohorts = await client.get<Named[]>("/cohorts");
  const outcomeId = await createOutcome(client, {
    name: "Likelihood to buy again",
    attainment: idOf(cohorts, "Repeat purchasers"),
    eligible: idOf(cohorts, "Customers"),
  });
  const population = idOf(cohorts, "One-time purchasers");
  const deployed = await deploy(client, "Repeat purchase scoring", population, outcomeId);
  return {
    title: "Repeat purchase scoring",
    datasetIds: [dataset.id],
    cohortIds: cohorts.map((cohort) => cohort.id),
    outcomeId,
    ...deployed,
  };
};

/** Workflow B: who leaves the club. The transactions and the cohort "Customers" are there already from workflow A. */
export const churnScoring = async (client: Client, cancellationsCsv: string): Promise<Pipeline> => {
  await client.upload("cancellations", "cancellations.csv", cancellationsCsv);
  const dataset = await client.post<Named>("/datasets", cancellationsDataset);
  await requireStream(client, "Cancellation");
  await client.post("/cohorts", { name: "Churned customers", stream_name: "cancellation" });
  const cohorts = await client.get<Named[]>("/cohorts");
  const customers = idOf(cohorts, "Customers");
  const churned = idOf(cohorts, "Churned customers");
  const outcomeId = await createOutcome(client, {
    name: "Likelihood to churn",
    attainment: churned,
    eligible: customers,
  });
  const deployed = await deploy(client, "Churn scoring", customers, outcomeId);
  return { title: "Churn scoring", datasetIds: [dataset.id], cohortIds: [churned], outcomeId, ...deployed };
};

const requireStream = async (client: Client, name: string): Promise<void> => {
  idOf(await client.get<Named[]>("/streams"), name);
};

const createOutcome = async (
  client: Client,
  outcome: { name: string; attainment: string; eligible: string },
): Promise<string> => {
  await client.post("/outcomes", outcome);
  return idOf(await client.get<Named[]>("/outcomes"), outcome.name);
};

const deploy = async (client: Client, name: string, populationId: string, outcomeId: string) => {
  const scope = await client.post<Named>("/scopes", {
    name,
    population: { include: [populationId] },
    payload: { outcome_ids: [outcomeId] },
  });
  const target = await client.post<Named>("/targets", {
    name: `${name}, as CSV`,
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  return { scopeId: scope.id, targetId: target.id };
};

const idOf = (records: readonly Named[], name: string): string => {
  const found = records.find((record) => record.name === name);
  if (!found)
    throw new Error(`${name} was not in the list: ${records.map((record) => record.name).join(", ")}`);
  return found.id;
};
