// Accounts are apart: whatever one account does with the ids and names of another, it gets the answer for an
// id that nobody has, and nothing of the other changes. The operations are those of the OpenAPI document, so
// a new one is tried without a change here.

import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { recordResult } from "../../src/store/resources.js";
import { reportFaults } from "../support/faults.js";
import { shopDataset } from "../support/shop-dataset.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Answer, Caller } from "./harness.js";
import { outcomeResult } from "./results.js";

let api: BuildingApi;
let owner: Caller & { accountId: string; key: string };
let stranger: typeof owner;
/** Ids of the owner's resources by the first segment of their path. */
const ids: Record<string, string> = {};
const unknownPerson = "1152921504606846999";
/** Ids that nobody has, in the form of the owner's. */
const unknown: Record<string, string> = {};
let cases = 0;

const make = async (url: string, body: object): Promise<string> => {
  const { status, body: record } = await owner.post(url, body);
  expect(status, `${url}: ${JSON.stringify(record)}`).toBe(201);
  return record.id;
};

const bytesOfShop = async (): Promise<Buffer> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-isolation-"));
  try {
    const { transactions } = await generateShop({ customers: 60, seed: 1, out: dir });
    return await readFile(transactions);
  } finally {
    await rm(dir, { recursive: true });
  }
};

const upload = (key: string, url: string, payload: Buffer) =>
  api.app.inject({
    method: "POST",
    url,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" },
    payload,
  });

const startResumable = async (): Promise<string> => {
  const metadata = ["directory", "filename"].map(
    (name, i) => `${name} ${Buffer.from(["orders", "late.csv"][i]!).toString("base64")}`,
  );
  const { headers } = await api.app.inject({
    method: "POST",
    url: "/resumable_uploads",
    headers: {
      authorization: `Bearer ${owner.key}`,
      "tus-resumable": "1.0.0",
      "upload-length": "10",
      "upload-metadata": metadata.join(","),
    },
  });
  return String(headers.location).split("/").at(-1)!;
};

beforeAll(async () => {
  api = await startBuildingApi({ publicUrl: "http://localhost" });
  [owner, stranger] = [await api.signUp("Owner"), await api.signUp("Stranger")];
  const orders = await bytesOfShop();
  await upload(owner.key, "/uploads/orders/all.csv", orders);
  ids.datasets = await make("/datasets", {
    ...shopDataset("orders"),
    output_to_traits: { hue: { column_name: "product_category" } },
  });
  ids.cohorts = await make("/cohorts", { name: "Customers", stream_name: "transaction" });
  ids.repeat = await make("/cohorts", { name: "Repeat", stream_name: "transaction", min_count: 2 });
  ids.outcomes = await make("/outcomes", { name: "Again", attainment_cohort_id: ids.repeat });
  ids.persona_sets = await make("/persona_sets", { name: "Kinds", cohort_id: ids.cohorts });
  ids.recommenders = await make("/recommenders", {
    name: "Next category",
    stream_name: "transaction",
    stream_property_name: "category",
  });
  ids.places = await make("/places", {
    name: "Shop",
    addresses: [{ postcode: "05401", city: "Burlington" }],
  });
  ids.connections = await make("/connections", {
    name: "Warehouse",
    options: { type: "postgres", host: "db.example.com", database: "d", user: "u", password: "p" },
  });
  ids.scopes = await make("/scopes", {
    name: "Scoring",
    population: { cohort_ids: [ids.cohorts] },
    payload: { cohort_ids: [ids.repeat], persona_set_ids: [ids.persona_sets] },
    preview: false,
  });
  ids.targets = await make("/targets", {
    name: "File",
    scope_id: ids.scopes,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  ids.lookup = await make("/targets", {
    name: "Lookup",
    scope_id: ids.scopes,
    representation: { mode: "identified" },
    options: { type: "lookup_api" },
  });
  ids.webhook_endpoints = await make("/webhook_endpoints", { url: "https://example.com/hook" });
  ids.resumable_uploads = await startResumable();
  await api.build();
  await recordResult(
    api.db.kysely,
    ids.outcomes,
    { result: outcomeResult, resultDir: ids.outcomes, resultFiles: [], fingerprint: "" },
    api.now(),
  );
  ids.accounts = owner.accountId;
  ids.streams = (await owner.get("/streams/transaction")).body.id;
  ids.traits = (await owner.get("/traits")).body[0].id;
  const [one, two] = await peopleOf(orders);
  ids.people = one;
  ids.api_keys = (await owner.get("/accounts/current/api_keys")).body[0].id;
  ids.persona_id = (await owner.get(`/persona_sets/${ids.persona_sets}`)).body.personas[0].id;
  ids.decisions = await make(`/people/${one}/merge`, { with: two });
  for (const [what, id] of Object.entries(ids))
    unknown[what] = /^\d+$/.test(id) ? unknownPerson : randomUUID();
});

afterAll(() => api.close());

/** Ids of two buyers. */
const peopleOf = async (orders: Buffer): Promise<[string, string]> => {
  const [header = "", ...rows] = orders.toString().split("\n");
  const column = header.split(",").indexOf("shipping_address_ln");
  const found = new Set<string>();
  for (const row of rows.slice(0, 4)) {
    const { body } = await owner.get(`/people?name=${encodeURIComponent(row.split(",")[column]!)}`);
    for (const { id } of body) found.add(id);
  }
  return [...found] as [string, string];
};

interface Operation {
  method: string;
  path: string;
  body: unknown;
  mediaType: string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as plain JSON
const operationsOf = (document: any): Operation[] =>
  Object.entries<object>(document.paths)
    .filter(([url]) => url.includes("{") && !url.startsWith("/docs/"))
    .flatMap(([url, operations]) =>
      // biome-ignore lint/suspicious/noExplicitAny: as above
      Object.entries<any>(operations).map(([method, { requestBody }]) => {
        const [mediaType] = Object.keys(requestBody?.content ?? {});
        const [example] = Object.values<{ $ref?: string; value?: unknown }>(
          requestBody?.content[mediaType!]?.examples ?? {},
        );
        const name = example?.$ref?.split("/").at(-1);
        const body = name ? document.components.examples[name].value : example?.value;
        return { method: method.toUpperCase(), path: url, mediaType, body };
      }),
    );

/** The path with the ids of the owner, or with ids that nobody has. */
const pathWith = (url: string, of: Record<string, string>): string => {
  const [, kind = "", next = ""] = url.split("/");
  const what = ["api_keys", "decisions"].find((name) => url.includes(`/${name}/`)) ?? kind;
  return url
    .replace("{stream}", of.streams!)
    .replace("{persona_id}", of.persona_id!)
    .replace("{directory}/{filename}", of === ids ? "orders/all.csv" : "orders/none.csv")
    .replace("{id}", next === "{id}" || what !== kind ? of[what]! : of[kind]!);
};

const send = async (as: Caller & { key: string }, { method, body, mediaType }: Operation, url: string) => {
  const answer = await api.app.inject({
    method: method as "GET",
    url,
    headers: {
      authorization: `Bearer ${as.key}`,
      ...(mediaType && { "content-type": mediaType }),
      ...(url.startsWith("/resumable") && { "tus-resumable": "1.0.0", "upload-offset": "0" }),
    },
    ...(mediaType && { payload: JSON.stringify(body ?? {}) }),
  });
  return { status: answer.statusCode, text: answer.body };
};

/** Ids of requests and of records, and times of uploads, differ from answer to answer. */
const neutral = (text: string): string =>
  [...Object.entries(ids), ...Object.entries(unknown)]
    .reduce((all, [what, id]) => all.replaceAll(id, `<${what}>`), text)
    .replaceAll(/"id":"[^"]*"/g, '"id":"…"')
    .replaceAll(/"created_at":"[^"]*"/g, '"created_at":"…"')
    .replaceAll(/(all|none)\.csv/g, "file.csv");

/** All that the owner can read in lists. */
const everything = async (of: Caller): Promise<Answer["body"][]> => {
  const lists = ["datasets", "streams", "traits", "cohorts", "outcomes", "persona_sets", "recommenders"];
  const more = ["places", "scopes", "targets", "connections", "webhook_endpoints", "uploads", "graph"];
  const all = [...lists, ...more, "people/decisions", "accounts", "accounts/current/api_keys"];
  return Promise.all(all.map(async (list) => (await of.get(`/${list}`)).body));
};

const withoutUse = (all: unknown): string => JSON.stringify(all).replaceAll(/"last_used_at":"[^"]*"/g, "");

test("every operation on something of another account answers as for something that does not exist", async () => {
  const before = withoutUse(await everything(owner));
  const document = (await api.app.inject("/openapi.json")).json();
  // `POST /streams/{stream}` finds or creates a stream of the caller's own, under any name.
  const all = operationsOf(document).filter(
    ({ method, path: url }) => `${method} ${url}` !== "POST /streams/{stream}",
  );
  // Last, because a file that the stranger uploads under the same name is the stranger's own.
  const isPost = ({ method }: Operation) => method === "POST";
  const operations = [...all.filter((operation) => !isPost(operation)), ...all.filter(isPost)];
  const differing: string[] = [];
  for (const operation of operations) {
    const foreign = await send(stranger, operation, pathWith(operation.path, ids));
    const none = await send(stranger, operation, pathWith(operation.path, unknown));
    cases++;
    if (foreign.status !== none.status || neutral(foreign.text) !== neutral(none.text))
      differing.push(
        `${operation.method} ${operation.path}: ${foreign.status} ${foreign.text} / ${none.text}`,
      );
    if (foreign.status < 400 && operation.path !== "/uploads/{directory}/{filename}")
      differing.push(`${operation.method} ${operation.path} answered ${foreign.status}`);
  }
  expect(differing).toEqual([]);
  expect(operations.length).toBeGreaterThan(100);
  expect(withoutUse(await everything(owner))).toBe(before);
});

const nested = (of: Record<string, string>): [string, object][] => {
  const target = { name: "T", representation: { mode: "identified" }, options: { type: "hosted_csv" } };
  const own = { name: "N", stream_name: "transaction" };
  return [
    ["/outcomes", { name: "N", attainment_cohort_id: of.cohorts }],
    ["/outcomes", { name: "N", attainment_cohort_id: of.cohorts, eligible_cohort_id: of.repeat }],
    ["/outcomes/preview", { name: "N", attainment_cohort_id: of.cohorts }],
    ["/persona_sets", { name: "N", cohort_id: of.cohorts }],
    ["/scopes", { name: "N", population: { cohort_ids: [of.cohorts] }, payload: {} }],
    ["/scopes", { name: "N", population: { exclusion_cohort_ids: [of.cohorts] }, payload: {} }],
    ["/scopes", { name: "N", population: {}, payload: { outcome_ids: [of.outcomes] } }],
    ["/scopes", { name: "N", population: {}, payload: { persona_set_ids: [of.persona_sets] } }],
    ["/scopes", { name: "N", population: {}, payload: { recommender_ids: [of.recommenders] } }],
    ["/targets", { ...target, scope_id: of.scopes }],
    ["/cohorts", { ...own, place_conditions: [{ place_id: of.places, distance: 5 }] }],
    [
      "/datasets",
      {
        name: "N",
        identity_sets: {},
        options: { type: "merge", merge: [{ dataset_id: of.datasets, join_column: "id" }] },
      },
    ],
    [
      "/datasets",
      {
        name: "N",
        identity_sets: {},
        options: { type: "postgres", connection_id: of.connections, table_name: "t" },
      },
    ],
    [`/people/${of.people}/merge`, { with: of.people }],
    [`/targets/${of.lookup}/lookup`, { email: "a@example.com" }],
  ];
};

test("an id of another account in a body is refused as an id that nobody has", async () => {
  const [foreign, none] = [nested(ids), nested(unknown)];
  for (const [i, [url, body]] of foreign.entries()) {
    const answers = [await stranger.post(url, body), await stranger.post(none[i]![0], none[i]![1])];
    const [asForeign, asUnknown] = answers.map(
      ({ status, body }) => `${status} ${neutral(JSON.stringify(body))}`,
    );
    expect(asForeign, url).toBe(asUnknown);
    expect(answers[0]!.status, `${url} ${JSON.stringify(answers[0]!.body)}`).toBeGreaterThanOrEqual(400);
    cases++;
  }
});

test("the lists of an account have nothing of another", async () => {
  const text = JSON.stringify(await everything(stranger));
  for (const [what, id] of Object.entries(ids)) {
    expect(text, what).not.toContain(id);
    cases++;
  }
  reportFaults("isolation case", { faults: cases, lost: 0, wrongBytes: 0 });
});
