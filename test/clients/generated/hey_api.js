// Repeat purchase scoring with the client of @hey-api/openapi-ts: prints the mapping that the service has stored, and the
// delivered file.

import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { client } from "./client/client.gen.js";
import * as api from "./client/index.js";

const [url = "", key = "", orders = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: url, auth: key, throwOnError: true });

/**
 * Contents of an answer; refusals are thrown.
 * @template T
 * @param {Promise<{ data?: T, error?: unknown }>} request
 * @returns {Promise<NonNullable<T>>}
 */
const answered = async (request) => {
  const { data, error } = await request;
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
};

/** @param {Pick<api.CohortPost, "name" | "min_count" | "max_count">} rule */
const cohort = async (rule) =>
  (await answered(api.createCohort({ body: { ...rule, stream_name: "transaction" } }))).id;

/** @param {string} id */
const wait = async (id) => {
  for (;;) {
    const target = await answered(api.getTarget({ path: { id } }));
    if (target.status === "ready") return;
    if (target.status === "error") throw new Error(`the build failed: ${target.status_error}`);
    await sleep(200);
  }
};

const file = new Blob([await readFile(orders)]);
await answered(api.createUpload({ path: { directory: "transactions", filename: "orders.csv" }, body: file }));
const dataset = await answered(
  api.createDataset({
    body: {
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
    },
  }),
);
const streams = await answered(api.getStreams());
const once = await cohort({ name: "One-time purchasers", max_count: 1 });
const repeat = await cohort({ name: "Repeat purchasers", min_count: 2 });
const customers = await cohort({ name: "Customers" });
const outcome = await answered(
  api.createOutcome({ body: { name: "Likelihood to buy again", attainment: repeat, eligible: customers } }),
);
const scope = await answered(
  api.createScope({
    body: {
      name: "Repeat purchase scoring",
      population: { include: [once] },
      payload: { outcome_ids: [outcome.id] },
    },
  }),
);
const target = await answered(
  api.createTarget({
    body: {
      name: "Scores",
      scope_id: scope.id,
      representation: { mode: "identified" },
      options: { type: "hosted_csv" },
    },
  }),
);
await wait(target.id);
await answered(api.updateScope({ path: { id: scope.id }, body: { preview: false } }));
await wait(target.id);
const analysis = await answered(api.getOutcomeAnalysis({ path: { id: outcome.id } }));
const csv = await answered(api.downloadTarget({ path: { id: target.id }, parseAs: "text" }));
process.stdout.write(
  JSON.stringify({
    dataset,
    streams: streams.map(({ stream_name }) => stream_name),
    headline: analysis.headline,
    csv,
  }),
);
