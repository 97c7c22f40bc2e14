// Both workflows of the interface on the sample shop, from the first upload to a file that stays up to date,
// through the real service.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { deliveredRows, ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import { percentileOf, probabilityOf, type Row, statusCounts, statusOf } from "./delivered.js";
import {
  churnScoring,
  enabled,
  type Named,
  type Pipeline,
  repeatPurchaseScoring,
  transactionsDataset,
} from "./interface.js";

const customers = 1200;
let service: RunningService;
let dir: string;
let client: Client;
let key: string;
let again: Pipeline;
let churn: Pipeline;

/** Sends no key unless given. */
const fetchFile = async (at: string, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(at, service.url), { headers });
  return { status: response.status, etag: response.headers.get("etag"), text: await response.text() };
};
const withKey = () => ({ authorization: `Bearer ${key}` });
const rowsOf = ({ target }: Pipeline): Promise<Row[]> => deliveredRows(client, target);
const fileOf = ({ target }: Pipeline): string => `/targets/${target}/download.csv`;

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-shop-"));
  ({ client, key } = await signUp(service.url));
  const shop = await generateShop({ customers, seed: 1, out: dir });
  await uploadAndRegister(shop);
  again = await repeatPurchaseScoring(client);
  churn = await churnScoring(client);
  await ready(client, `/targets/${again.target}`);
  await ready(client, `/targets/${churn.target}`);
});

afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

/** Step 1 of both workflows. */
const uploadAndRegister = async (shop: Shop): Promise<void> => {
  await client.upload("transactions", "transactions.csv", shop.transactions);
  await client.post("/datasets", transactionsDataset);
  await client.upload("cancellations", "cancellations.csv", shop.cancellations);
  await client.post("/datasets", {
    name: "Cancellations",
    identity_sets: {
      shipping: {
        city: "town",
        house_number_and_street: ["street", "unit"],
        person_first_name: "member_first_name",
        person_last_name: "member_last_name",
        postcode: "zip",
        state: "region",
      },
    },
    options: { type: "hosted_csv", upload_directory: "cancellations" },
    output_to_streams: { cancellation: { data_map: { datetime: "cancelled_on" }, value: "fee_refunded" } },
  });
};

test("all resources are ready, with and without the prefix /v1", async () => {
  for (const type of ["datasets", "streams", "cohorts", "outcomes", "scopes", "targets"])
    for (const prefix of ["", "/v1"]) {
      const records = await client.get<BuildRecord[]>(`${prefix}/${type}`);
      expect(records.map(({ status }) => status)).toEqual(records.map(() => "ready"));
      expect(records.length).toBeGreaterThan(0);
    }
});

test("streams are listed by their human names", async () => {
  const streams = await client.get<Named[]>("/streams");
  expect(streams.map(({ name }) => name).sort()).toEqual(["Cancellation", "Transaction"]);
});

test("before a pipeline is enabled, its file has at most a thousand rows", async () => {
  const scope = await client.get<{ preview: boolean; population_count: number }>(`/scopes/${churn.scope}`);
  expect(scope.preview).toBe(true);
  expect(scope.population_count).toBeGreaterThan(1000);
  expect(await rowsOf(churn)).toHaveLength(1000);
});

test("the file of an enabled pipeline has each person of the population once", async () => {
  for (const pipeline of [again, churn]) {
    const rows = await enabled(client, pipeline);
    const scope = await client.get<{ population_count: number }>(`/scopes/${pipeline.scope}`);
    expect(rows).toHaveLength(scope.population_count);
    expect(new Set(rows.map((row) => row.person_id)).size).toBe(rows.length);
  }
});

test("a row has the person and their probability of buying again", async () => {
  const [row] = await rowsOf(again);
  const prefix = `fdy_outcome_${again.outcome.replaceAll("-", "_")}`;
  expect(Object.keys(row!)).toEqual([
    "person_id",
    "person_first_name",
    "person_last_name",
    "house_number_and_street",
    "city",
    "state",
    "postcode",
    `${prefix}_propensity_probability`,
    `${prefix}_propensity_percentile`,
    `${prefix}_status`,
  ]);
  expect(row!.person_last_name).not.toBe("");
});

test("probabilities are between 0 and 1, and percentiles from 1 to 100 follow their order", async () => {
  for (const pipeline of [again, churn]) {
    const scored = (await rowsOf(pipeline)).filter((row) => statusOf(row) === "scored");
    const probabilities = scored.map((row) => probabilityOf(row)!);
    const percentiles = scored.map((row) => percentileOf(row)!);
    expect(probabilities.every((p) => p > 0 && p < 1)).toBe(true);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
    expect(percentiles.every((p) => Number.isInteger(p) && p >= 1 && p <= 100)).toBe(true);
    expect(percentiles).toEqual(percentiles.toSorted((a, b) => b - a));
  }
});

test("people who have left get no probability of leaving", async () => {
  const rows = await rowsOf(churn);
  const { scored = 0, attained = 0, ...others } = statusCounts(rows);
  expect(others).toEqual({});
  expect(scored + attained).toBe(rows.length);
  expect(attained).toBe(await customersKnownToHaveLeft());
  expect(rows.every((row) => (statusOf(row) === "attained") === (probabilityOf(row) === null))).toBe(true);
});

/** Some people are not matched, because they wrote their names differently when they left. */
const customersKnownToHaveLeft = async (): Promise<number> => {
  const datasets = await client.get<(Named & { matched_count: number })[]>("/datasets");
  return datasets.find(({ name }) => name === "Cancellations")!.matched_count;
};

test("a download has an ETag, and is not sent twice", async () => {
  const first = await fetchFile(fileOf(again), withKey());
  const second = await fetchFile(fileOf(again), { ...withKey(), "if-none-match": first.etag! });
  expect([first.status, second.status]).toEqual([200, 304]);
  expect(second.text).toBe("");
  expect(await etagOf(churn)).not.toBe(first.etag);
});

test("only output_url works without the key", async () => {
  const target = await client.get<{ options: { output_url: string } }>(`/targets/${again.target}`);
  const signed = await fetchFile(target.options.output_url);
  expect(signed.text).toBe((await fetchFile(`/v1${fileOf(again)}`, withKey())).text);
  const ofAnother = target.options.output_url.replace(again.target, churn.target);
  expect((await fetchFile(ofAnother)).status).toBe(403);
  expect((await fetchFile(fileOf(again))).status).toBe(401);
});

test("each build sends an e-mail", async () => {
  const mails = await client.get<{ subject: string; recipient: string }[]>("/v1/accounts/current/outbox");
  const subjects = new Set(mails.map(({ subject }) => subject));
  for (const what of [
    "Dataset “Transactions”",
    "Dataset “Cancellations”",
    "Cohort “One-time purchasers”",
    "Cohort “Churned customers”",
    "Prediction “Likelihood to buy again”",
    "Prediction “Likelihood to churn”",
    "Pipeline “Repeat purchase scoring”",
    "Pipeline “Churn scoring”",
  ])
    expect(subjects).toContain(`${what} is ready`);
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(["owner@example.com"]));
});

test("an upload renews every file, and deleting it restores them", async () => {
  const before = { rows: await rowsOf(churn), etag: await etagOf(churn) };
  const more = await generateShop({ customers: 100, seed: 2, out: path.join(dir, "more") });
  const target = `/targets/${churn.target}`;

  await rebuilt(client, target, () => client.upload("transactions", "more.csv", more.transactions));
  const after = await rowsOf(churn);
  expect(after.length).toBeGreaterThan(before.rows.length);
  const known = new Set(after.map((row) => row.person_id));
  expect(before.rows.filter((row) => !known.has(row.person_id))).toEqual([]);

  await rebuilt(client, target, () =>
    fetch(`${service.url}/v1/uploads/transactions/more.csv`, { method: "DELETE", headers: withKey() }),
  );
  expect(await etagOf(churn)).toBe(before.etag);
});

const etagOf = async (pipeline: Pipeline): Promise<string | null> =>
  (await fetchFile(fileOf(pipeline), withKey())).etag;
