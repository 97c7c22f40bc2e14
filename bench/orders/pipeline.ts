// Pipeline of the made-up order log: three cohorts, an outcome, scores of all customers, and a CSV file of them.

import { type Client, createClient } from "../../src/cli/client.js";
import type { Pipeline } from "../../src/cli/demo/workflows.js";

export const openAccount = async (url: string, signal: AbortSignal): Promise<Client> => {
  const account = { name: "Bench", email: "bench@example.com" };
  const { api_key: key } = await createClient({ url, signal }).post<{ api_key: string }>(
    "/v1/accounts",
    account,
  );
  return createClient({ url, key, signal });
};

/** The upload directory that the pipeline reads. */
export const uploadDirectory = "orders";

const orderLog = {
  name: "Orders",
  identity_sets: { customer: { customer_id: "customer_id" } },
  options: { type: "hosted_csv", upload_directory: uploadDirectory },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: "transaction_date",
        category: "product_category",
        channel: "channel",
        discount: "discount",
      },
      value: "total",
    },
  },
};

interface PipelineOptions {
  /** Whether every order counts, and not only the second one of a customer. */
  recurring?: boolean;
  horizonDays?: number;
  /** The dataset that it reads; absent: that of the order log. */
  dataset?: object;
  /** Whether the pipeline starts with a sample of its customers. */
  preview?: boolean;
}

/** Pipeline that predicts who buys again. Returns before anything is built. */
export const buyAgain = async (
  client: Client,
  { recurring = false, horizonDays, dataset = orderLog, preview = true }: PipelineOptions = {},
): Promise<Pipeline> => {
  const made = async (path: string, body: object) => (await client.post<{ id: string }>(path, body)).id;
  const datasetIds = [await made("/datasets", dataset)];
  const cohort = (name: string, bounds: object) =>
    made("/cohorts", { name, stream_name: "transaction", ...bounds });
  const oneTime = await cohort("One-time purchasers", { max_count: 1 });
  const repeat = await cohort("Repeat purchasers", { min_count: 2 });
  const customers = await cohort("Customers", {});
  const outcomeId = await made("/outcomes", {
    name: "Buys again",
    attainment: recurring ? customers : repeat,
    eligible: customers,
    recurring,
    ...(horizonDays !== undefined && { horizon_days: horizonDays }),
  });
  const payload = { outcome_ids: [outcomeId] };
  const scopeId = await made("/scopes", {
    name: "All customers",
    population: { include: [customers] },
    payload,
    ...(preview ? {} : { preview }),
  });
  const targetId = await made("/targets", {
    name: "As CSV",
    scope_id: scopeId,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  const cohortIds = [oneTime, repeat, customers];
  return { title: "Buys again", datasetIds, cohortIds, outcomeId, scopeId, targetId };
};
