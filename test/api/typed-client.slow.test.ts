// A client with types generated from the committed document: it compiles, an unknown field does not, and both
// workflows run with the client.

import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import createClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { type BuildingApi, startBuildingApi } from "./building.js";

const root = path.resolve(import.meta.dirname, "../..");
const program = path.join(import.meta.dirname, "typed-client/workflows.js");
const { register, pipeline, enable, download, rocAuc } = await import(program);

let api: BuildingApi;
let dir: string;

beforeAll(async () => {
  api = await startBuildingApi();
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-typed-"));
  await symlink(path.join(root, "node_modules"), path.join(dir, "node_modules"));
  await writeFile(path.join(dir, "package.json"), '{"type":"module"}');
  const document = await readFile(path.join(root, "docs/reference/openapi.json"), "utf8");
  await writeFile(path.join(dir, "api.d.ts"), astToString(await openapiTS(document)));
});

afterAll(async () => {
  api.app.server.closeAllConnections();
  await api.close();
  await rm(dir, { recursive: true });
});

/** Errors by file. All files are compiled at once, which takes as long as one. */
const errorsOf = async (sources: Record<string, string>): Promise<Record<string, string[]>> => {
  const files = Object.keys(sources).map((name) => path.join(dir, name));
  for (const [name, source] of Object.entries(sources)) await writeFile(path.join(dir, name), source);
  const program = ts.createProgram(files, {
    allowJs: true,
    checkJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
  });
  const errors = ts.getPreEmitDiagnostics(program);
  const textsOf = (name: string) =>
    errors
      .filter(({ file }) => file?.fileName.endsWith(`/${name}`))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  return Object.fromEntries(Object.keys(sources).map((name) => [name, textsOf(name)]));
};

test("the client compiles, and calls of unknown operations do not", async () => {
  const source = await readFile(program, "utf8");
  const errors = await errorsOf({
    "right.js": source,
    "sent.js": source.replace("upload_directory:", "upload_dir:"),
    "answered.js": source.replace("recognized_individuals.roc_auc", "recognized_individuals.auc"),
  });
  expect(errors["right.js"]).toEqual([]);
  expect(errors["sent.js"]).toEqual([expect.stringContaining("upload_dir")]);
  expect(errors["answered.js"]).toEqual([expect.stringContaining("'auc'")]);
});

const shippingOfOrders = {
  city: "shipping_address_city",
  house_number_and_street: ["shipping_address1", "shipping_address2"],
  person_first_name: "shipping_address_fn",
  person_last_name: "shipping_address_ln",
  postcode: "shipping_address_postcode",
  state: "shipping_address_state",
};
const shippingOfMembers = {
  city: "town",
  house_number_and_street: ["street", "unit"],
  person_first_name: "member_first_name",
  person_last_name: "member_last_name",
  postcode: "zip",
  state: "region",
};

test("both workflows run with the client", async () => {
  const baseUrl = `${await api.app.listen({ port: 0, host: "127.0.0.1" })}/v1`;
  const { key } = await api.signUp();
  const client = createClient({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const { transactions, cancellations } = await generateShop({ customers: 400, seed: 1, out: dir });
  const orders = { shipping: shippingOfOrders, datetime: "transaction_date", value: "total" };
  expect(await register(client, "transaction", await readFile(transactions, "utf8"), orders)).toMatch(/-/);
  const leaving = { shipping: shippingOfMembers, datetime: "cancelled_on" };
  await register(client, "cancellation", await readFile(cancellations, "utf8"), leaving);
  const again = await pipeline(client, {
    name: "Likelihood to buy again",
    attainment: { name: "Repeat purchasers", stream_name: "transaction", min_count: 2 },
    population: { name: "One-time purchasers", stream_name: "transaction", max_count: 1 },
  });
  const churn = await pipeline(client, {
    name: "Likelihood to churn",
    attainment: { name: "Churned customers", stream_name: "cancellation" },
    population: { name: "All people", stream_name: "transaction" },
  });
  await api.build();
  for (const { scope, outcome } of [again, churn]) {
    expect(await rocAuc(client, outcome)).toBeGreaterThan(0.4);
    expect((await enable(client, scope)).preview).toBe(false);
  }
  await api.build();
  for (const { target } of [again, churn]) {
    const [header, ...rows] = (await download(client, target)).trim().split("\n");
    expect(header).toMatch(/propensity_probability/);
    expect(rows.length).toBeGreaterThan(50);
  }
});
