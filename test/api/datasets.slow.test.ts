// Datasets over HTTP, in all spellings, built by the real steps.

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageFor } from "../../src/notify/messages.js";
import { findById } from "../../src/store/resources.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { parquet, sql } from "../../src/warehouse/sql/sql.js";
import { sweeping } from "../support/sweeping.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

const bytes = { "content-type": "application/octet-stream" };
const upload = (caller: Caller, directory: string, csv: string, filename = "a.csv") =>
  caller.post(`/uploads/${directory}/${filename}`, csv, bytes);

const orders = {
  name: "Orders",
  identity_sets: { id: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "day" } } },
};
const create = async (caller: Caller, type: string, body: object): Promise<string> => {
  const answer = await caller.post(`/${type}`, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body.id;
};
const events = async (caller: Caller, stream = "transaction"): Promise<number> =>
  (await caller.get(`/streams/${stream}`)).body.event_count;

test("dates in another format are reported in the record and in the e-mail", async () => {
  const caller = await api.signUp();
  const rows = ["2025-01-01", "2025-01-02", "2025-01-03", "1/4/2025", "1/5/2025", "1/6/2025"];
  await upload(caller, "orders", `id,day\n${rows.map((day, i) => `${i},${day}`).join("\n")}\n`);
  const id = await create(caller, "datasets", orders);
  await api.build();
  const { status, warnings } = (await caller.get(`/datasets/${id}`)).body;
  expect(status).toBe("ready");
  expect(warnings).toEqual([
    expect.stringMatching(
      /^3 of 6 rows \(50 %\) were rejected: day is not a date of the format date_iso8601 \(a\.csv, line 5, for example “1\/4\/2025”\)\. .*to a separate directory/,
    ),
  ]);
  const resource = (await findById(api.db.kysely, id))!;
  const { body } = messageFor(resource);
  expect(body).toContain("Warning: 3 of 6 rows (50 %) were rejected");
  expect(body).toContain("(a.csv, line 5).");
  expect(body).not.toContain("1/4/2025");
});

const conditions: [object, number][] = [
  [{ column_name: "kind", _eq: "a" }, 2],
  [{ column_name: "kind", _neq: "a" }, 1],
  [{ column_name: "kind", _in: ["a", "b"] }, 3],
  [{ column_name: "kind", _nin: ["a"] }, 1],
  [{ column_name: "kind", _null: true }, 1],
  [{ column_name: "kind", _nnull: true }, 3],
  [{ column_name: "kind", _matches: "^[ab]$" }, 3],
  [{ column_name: "total", _gt: 2 }, 2],
  [{ column_name: "total", _gte: 2 }, 3],
  [{ column_name: "total", _lt: 2 }, 1],
  [{ column_name: "total", _lte: 2 }, 2],
];

test("a stream contains the rows that match its conditions, for every operator", async () => {
  const caller = await api.signUp();
  await upload(
    caller,
    "orders",
    "id,day,kind,total\n1,2025-01-01,a,1\n2,2025-01-02,a,2\n3,2025-01-03,b,3\n4,2025-01-04,,4\n",
  );
  const streams = conditions.map(([condition], i) => [
    `s${i}`,
    { data_map: { datetime: "day" }, conditions: [condition] },
  ]);
  const either = [
    { column_name: "kind", _eq: "b", optional: true },
    { column_name: "kind", _null: true, optional: true },
    { column_name: "total", _lt: 4 },
  ];
  streams.push(["either", { data_map: { datetime: "day" }, conditions: either }]);
  await create(caller, "datasets", { ...orders, output_to_streams: Object.fromEntries(streams) });
  await api.build();
  for (const [i, [condition, count]] of conditions.entries())
    expect([condition, await events(caller, `s${i}`)]).toEqual([condition, count]);
  expect(await events(caller, "either")).toBe(1);
});

test("a stream's analysis describes its contents once it is built", async () => {
  const caller = await api.signUp();
  const mapping = {
    data_map: { datetime: "day", item: { column_name: "items", format: "list_comma_separated" } },
  };
  const datasetId = await create(caller, "datasets", {
    ...orders,
    output_to_streams: { transaction: mapping },
  });
  expect((await caller.get("/streams/transaction/analysis")).status).toBe(409);
  await upload(caller, "orders", 'id,day,items\n1,2025-01-01,"tea,cake"\n1,2025-02-01,tea\n2,2025-03-01,\n');
  await api.build();
  expect((await caller.get("/streams/Transaction/analysis")).body).toEqual({
    event_count: 3,
    people_count: 2,
    oldest_date: "2025-01-01T00:00:00.000Z",
    newest_date: "2025-03-01T00:00:00.000Z",
    is_dated: true,
    has_value: false,
    properties: {
      item: {
        type: "string",
        statistical_type: "multicategorical",
        breaks: [],
        categories: ["tea", "cake"],
        emitted_by_datasets: [{ dataset_id: datasetId, column_name: "items" }],
      },
    },
    event_contribution_by_dataset: { [datasetId]: 3 },
    events_by_month: ["2025-01", "2025-02", "2025-03"].map((month) => ({
      month,
      event_count: 1,
      people_count: 1,
    })),
  });
  const cohort = await create(caller, "cohorts", {
    name: "Cake",
    stream_name: "transaction",
    stream_conditions: [{ property: "item", _eq: "cake" }],
  });
  await api.build();
  expect((await caller.get(`/cohorts/${cohort}`)).body.population_count).toBe(1);
});

test("a change that drops a stream is refused while cohorts use it, like a deletion", async () => {
  const caller = await api.signUp();
  const id = await create(caller, "datasets", orders);
  const cohort = await create(caller, "cohorts", { name: "Buyers", stream_name: "transaction" });
  const dropping = { output_to_streams: { transaction: null, visit: { data_map: { datetime: "day" } } } };
  for (const answer of [
    await caller.patch(`/datasets/${id}`, dropping),
    await caller.delete(`/datasets/${id}`),
  ])
    expect(answer).toMatchObject({ status: 409, body: { note: expect.stringContaining("cohort Buyers") } });
  await caller.delete(`/cohorts/${cohort}`);
  expect((await caller.patch(`/datasets/${id}`, dropping)).status).toBe(200);
});

test("a single reference key is returned in both spellings", async () => {
  const caller = await api.signUp();
  const { body } = await caller.post("/datasets", { ...orders, reference_key_column: "id" });
  expect(body).toMatchObject({ reference_key_column: "id", reference_key_columns: ["id"] });
});

test("compression that cannot be read is refused before it is sent", async () => {
  const caller = await api.signUp();
  expect(await upload(caller, "orders", "id\n1\n", "a.csv.xz")).toMatchObject({
    status: 400,
    body: { note: expect.stringContaining("gzip") },
  });
});

test("options of another type are refused by name", async () => {
  const caller = await api.signUp();
  const refused = async (options: object) =>
    (await caller.post("/datasets", { ...orders, options })).body.validationErrors;
  expect(await refused({ type: "hosted_csv" })).toMatchObject([{ path: "options.upload_directory" }]);
  expect(await refused({ type: "merge", upload_directory: "x", merge: [] })).not.toHaveLength(0);
  const merge = [
    { dataset_id: "nobody", join_column: "id" },
    { dataset_id: "nothing", join_column: "id" },
  ];
  expect(await refused({ type: "merge", merge })).toMatchObject([{ path: "options.merge.0.dataset_id" }]);
});

test("a merge takes over the settings of its datasets and is rebuilt with their files", async () => {
  const caller = await api.signUp();
  await upload(caller, "orders", "order,buyer,day\n1,a,2025-01-01\n2,b,2025-01-02\n3,a,2025-01-03\n");
  await upload(caller, "customers", "key,mail,plan\na,ada@example.com,gold\nb,bo@example.com,\n");
  const orderId = await create(caller, "datasets", { ...orders, identity_sets: {} });
  const customerId = await create(caller, "datasets", {
    name: "Customers",
    identity_sets: { mail: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "customers" },
    output_to_traits: { plan: { column_name: "plan" } },
  });
  const merge = [
    { dataset_id: orderId, join_column: "buyer" },
    { dataset_id: customerId, join_column: "key" },
  ];
  const { body } = await caller.post("/datasets", {
    name: "Orders of customers",
    identity_sets: {},
    options: { type: "merge", merge, migrate: true },
  });
  expect(body).toMatchObject({
    identity_sets: { mail: { email: "mail" } },
    output_to_streams: { transaction: { data_map: { datetime: { column_name: "day" } } } },
    output_to_traits: { plan: { column_name: "plan" } },
  });
  expect((await caller.get(`/datasets/${orderId}`)).body.output_to_streams).toEqual({});
  expect((await caller.delete(`/datasets/${customerId}`)).status).toBe(409);
  await api.build();
  expect((await caller.get(`/datasets/${body.id}`)).body).toMatchObject({
    status: "ready",
    row_count: 3,
    identified_count: 2,
  });
  expect((await caller.get("/streams/transaction")).body).toMatchObject({ event_count: 3, people_count: 2 });
  await upload(caller, "customers", "key,mail,plan\nc,cy@example.com,gold\n", "b.csv");
  await api.build();
  expect((await caller.get(`/datasets/${body.id}`)).body.identified_count).toBe(3);
  const again = {
    name: "x",
    identity_sets: {},
    options: { type: "merge", merge: [merge[0], { ...merge[0], dataset_id: body.id }] },
  };
  expect((await caller.post("/datasets", again)).body.note).toContain("has no files of its own");
});

test("a person on a deletion list is in no file except the uploads and the list", async () => {
  const caller = await api.signUp();
  const people = ["Ada,Byron,1 Elm St,05401,ada@example.com", "Bo,Reed,2 Oak St,05402,bo@example.com"];
  const broken = `${people[0]},2025-01-03,too,many`;
  const rows = people.flatMap((person) =>
    [1, 2].map((n) => `${person},2025-01-0${n},${person.slice(0, 2)}-note${n}`),
  );
  await upload(caller, "orders", `first,last,street,zip,mail,day,note\n${rows.join("\n")}\n${broken}\n`);
  const identity = {
    person_first_name: "first",
    person_last_name: "last",
    house_number_and_street: ["street"],
    postcode: "zip",
    email: "mail",
  };
  const id = await create(caller, "datasets", {
    ...orders,
    identity_sets: { home: identity },
    output_all_columns_as_traits: { exclude: [] },
    reference_key_columns: ["mail"],
  });
  await api.build();
  expect(await tracesLeft(caller.accountId, ["Byron"])).toEqual(["Byron"]);
  await upload(caller, "deleted", "address\nADA@example.com\n");
  const listId = await create(caller, "datasets", {
    name: "Deleted",
    identity_sets: { mail: { email: "address" } },
    options: { type: "hosted_csv", upload_directory: "deleted" },
    privacy: "delete",
  });
  await api.build();
  await sweeping({ db: api.db, dataDir: api.dataDir }).after(2 * 60_000);
  const traces = ["Byron", "ada@", "ADA@", "1 Elm", "Ad-note", "Reed"];
  expect(await tracesLeft(caller.accountId, traces, listId)).toEqual(["Reed"]);
  const { body } = await caller.get(`/datasets/${id}`);
  expect(JSON.stringify(body)).not.toContain("Byron");
  expect(body.identified_count).toBe(1);
  const [log] = (await caller.get(`/datasets/${id}/logs/ingress`)).body;
  expect(log).toMatchObject({ valid: 4, allowed: 2, recognized: 2, rejected: 1 });
  expect(JSON.stringify(log)).not.toContain("Byron");
  expect(await events(caller)).toBe(2);

  await upload(caller, "deleted", "address\nnobody@example.com\n");
  await api.build();
  expect(await events(caller)).toBe(4);
});

/** Texts of `traces` that occur in a result file of the account, except in files of one resource. */
const tracesLeft = async (accountId: string, traces: string[], except = "none"): Promise<string[]> => {
  const root = path.join(api.dataDir, "relations", accountId);
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(except));
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: api.dataDir });
  const texts: string[] = [];
  for (const file of files) {
    const rows = file.endsWith(".parquet")
      ? await engine.rows(sql`select columns(*)::varchar from ${parquet(file)}`)
      : [{ text: await readFile(file, "utf8") }];
    texts.push(JSON.stringify(rows));
  }
  engine.close();
  return traces.filter((trace) => texts.some((text) => text.includes(trace)));
};
