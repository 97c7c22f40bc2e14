import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Client, createClient } from "../client.js";
import { type Received, serveAnswers } from "../fixtures.js";
import { churnScoring, repeatPurchaseScoring } from "./workflows.js";

let server: Awaited<ReturnType<typeof serveAnswers>>;
let client: Client;
let csv: string;

beforeEach(async () => {
  server = await serveAnswers(keeping());
  client = createClient({ url: server.url, key: "k" });
  csv = path.join(await mkdtemp(path.join(tmpdir(), "workflows-")), "rows.csv");
  await writeFile(csv, "a\n1\n");
});
afterEach(async () => {
  await server.close();
  await rm(path.dirname(csv), { recursive: true });
});

/** Lists what was created, newest first, as the service does; an id is the path and the name. */
const keeping = () => {
  const records = new Map<string, { id: string; name: string }[]>([
    [
      "/streams",
      [
        { id: "s", name: "Transaction" },
        { id: "c", name: "Cancellation" },
      ],
    ],
  ]);
  return ({ method, path: resource, body }: Received) => {
    if (method === "GET") return { body: JSON.stringify(records.get(resource)) };
    if (resource.startsWith("/v1/uploads/")) return { body: "{}" };
    const { name } = JSON.parse(body) as { name: string };
    const record = { id: `${resource} ${name}`, name };
    records.set(resource, [record, ...(records.get(resource) ?? [])]);
    return { body: JSON.stringify(record) };
  };
};

const bodiesTo = (resource: string): unknown[] =>
  server.received
    .filter((request) => request.method === "POST" && request.path === resource)
    .map(({ body }) => JSON.parse(body));

test("workflow A is sent in the order and the spelling of the interface", async () => {
  const pipeline = await repeatPurchaseScoring(client, csv);
  expect(server.received.map(({ method, path: resource }) => `${method} ${resource}`)).toEqual([
    "POST /v1/uploads/transactions/transactions.csv",
    "POST /datasets",
    "GET /streams",
    ...Array<string>(3).fill("POST /cohorts"),
    "GET /cohorts",
    "POST /outcomes",
    "GET /outcomes",
    "POST /scopes",
    "POST /targets",
  ]);
  expect(bodiesTo("/datasets")[0]).toMatchObject({
    options: { type: "hosted_csv", upload_directory: "transactions" },
    output_to_streams: { transaction: { data_map: { datetime: "transaction_date" }, value: "total" } },
  });
  expect(bodiesTo("/outcomes")[0]).toMatchObject({
    attainment: "/cohorts Repeat purchasers",
    eligible: "/cohorts Customers",
  });
  expect(bodiesTo("/scopes")[0]).toMatchObject({
    population: { include: ["/cohorts One-time purchasers"] },
    payload: { outcome_ids: ["/outcomes Likelihood to buy again"] },
  });
  expect(bodiesTo("/targets")[0]).toMatchObject({
    scope_id: "/scopes Repeat purchase scoring",
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  expect(pipeline.cohortIds).toHaveLength(3);
});

test("workflow B asks who of all customers is in the cohort of those who churned", async () => {
  await repeatPurchaseScoring(client, csv);
  await churnScoring(client, csv);
  expect(bodiesTo("/outcomes")[1]).toEqual({
    name: "Likelihood to churn",
    attainment: "/cohorts Churned customers",
    eligible: "/cohorts Customers",
  });
  expect(bodiesTo("/scopes")[1]).toMatchObject({ population: { include: ["/cohorts Customers"] } });
});
