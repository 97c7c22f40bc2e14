// Buckets over HTTP: connections to them, datasets of their files and targets that write to them.

import { expect, test } from "vitest";
import { type Caller, dataset, openApi, repeatPurchase } from "./harness.js";

const options = {
  type: "s3",
  bucket: "shop-exports",
  region: "eu-central-1",
  prefix: "bellwether",
  access_key_id: "AKIAIOSFODNN7EXAMPLE",
  secret_access_key: "hunter2-of-the-bucket",
};
const create = (caller: Caller, changed: object = {}) =>
  caller.post("/connections", { name: "Exports", options: { ...options, ...changed } });

test("a connection to a bucket is created, read and changed, and never returns its secret", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await create(caller);
  const { secret_access_key: _, ...shown } = options;
  expect([status, body.options]).toEqual([201, shown]);
  const changed = await caller.patch(`/connections/${body.id}`, { options: { prefix: "other" } });
  expect(changed.body.options).toEqual({ ...shown, prefix: "other" });
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, changed.body])).not.toContain("hunter2");
});

test("gcs is s3 at the endpoint of Google, and aws_s3 at that of Amazon", async () => {
  const caller = await (await openApi()).signUp();
  const { region: _, ...google } = options;
  const { body } = await caller.post("/connections", { name: "G", options: { ...google, type: "gcs" } });
  expect(body.options).toMatchObject({
    type: "s3",
    endpoint: "https://storage.googleapis.com",
    region: "auto",
  });
  const amazon = (await create(caller, { type: "aws_s3" })).body.options;
  expect([amazon.type, amazon.endpoint, amazon.region]).toEqual(["s3", undefined, "eu-central-1"]);
});

test("another endpoint needs the secret again", async () => {
  const caller = await (await openApi()).signUp();
  const { id } = (await create(caller)).body;
  const moved = { options: { endpoint: "https://evil.example.com" } };
  const { status, body } = await caller.patch(`/connections/${id}`, moved);
  expect([status, body.note]).toEqual([
    400,
    expect.stringContaining("options.secret_access_key is required"),
  ]);
});

test.each([
  [{ secret_access_key: undefined }, /options\.secret_access_key is required/],
  [{ bucket: "Shop/../x" }, /options\.bucket/],
  [{ endpoint: "storage.example.com" }, /options\.endpoint/],
  [{ endpoint: "https://user:pass@storage.example.com" }, /options\.endpoint/],
  [{ endpoint: "http://999.1.1.1" }, /options\.endpoint is not an address/],
  [{ prefix: "/orders" }, /options\.prefix/],
  [{ host: "db.example.com" }, /options\.host/],
])("%j is refused with an explanation", async (changed, said) => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await create(caller, changed);
  expect([status, body.note]).toEqual([400, expect.stringMatching(said)]);
});

test("if private addresses are forbidden, an endpoint at one is refused", async () => {
  const api = await openApi({ webhooks: { privateAddresses: false, enqueue: async () => true } });
  const caller = await api.signUp();
  for (const host of ["127.0.0.1:9000", "169.254.169.254", "[::1]", "0x7f000001"]) {
    const { status, body } = await create(caller, { endpoint: `http://${host}` });
    expect([status, body.note]).toEqual([400, expect.stringContaining("forbidden")]);
  }
});

test("a dataset reads files of a bucket by a place, and needs a connection to one", async () => {
  const caller = await (await openApi()).signUp();
  const { id } = (await create(caller)).body;
  const files = { type: "gcs", prefix: "orders/*.csv", delimiter: ";", refresh_hours: 6 };
  const made = await caller.post("/datasets", { ...dataset, connection_id: id, options: files });
  expect([made.status, made.body.options]).toEqual([201, { ...files, type: "s3" }]);
  expect((await caller.get(`/connections/${id}/datasets`)).body).toMatchObject([{ id: made.body.id }]);
  for (const [body, said] of [
    [{ options: files }, /connection_id/],
    [{ connection_id: id, options: { type: "postgres", table_name: "orders" } }, /is of type s3/],
    [{ connection_id: id, options: { ...files, table_name: "orders" } }, /table_name/],
    [{ connection_id: id, options: { ...files, prefix: "/orders" } }, /prefix/],
    [{ connection_id: id, options: { ...files, prefix: "********a" } }, /prefix/],
  ] as const) {
    const { status, body: answer } = await caller.post("/datasets", { ...dataset, ...body });
    expect([status, answer.note]).toEqual([400, expect.stringMatching(said)]);
  }
});

test("a table of a lake in a bucket is read by its directory, and formats that need a cluster are refused", async () => {
  const caller = await (await openApi()).signUp();
  const { id } = (await create(caller)).body;
  const table = { type: "s3", prefix: "lake/orders", table_format: "delta" };
  for (const options of [table, { ...table, table_format: "iceberg" }]) {
    const made = await caller.post("/datasets", { ...dataset, connection_id: id, options });
    expect([made.status, made.body.options]).toEqual([201, options]);
  }
  for (const [options, said] of [
    [{ ...table, table_format: "hudi" }, /table_format/],
    [{ type: "hosted_csv", upload_directory: "a", table_format: "delta" }, /table_format/],
  ] as const) {
    const body = { ...dataset, options, ...(options.type === "s3" && { connection_id: id }) };
    const refused = await caller.post("/datasets", body);
    expect([refused.status, refused.body.note]).toEqual([400, expect.stringMatching(said)]);
  }
});

test("files of a bucket are not merged, and replayed by the dates of their events alone", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { id } = (await create(caller)).body;
  const files = { ...dataset, name: "Exports", connection_id: id, options: { type: "s3" } };
  const read = (await caller.post("/datasets", files)).body.id;
  const merge = [read, read].map((dataset_id) => ({ dataset_id, join_column: "email" }));
  const merged = await caller.post("/datasets", { ...dataset, options: { type: "merge", merge } });
  expect([merged.status, merged.body.note]).toEqual([400, expect.stringContaining("no files of its own")]);
  const dates = ["2026-01-01"];
  const arrivals = await caller.post(`/scopes/${scope}/replays`, { dates, by: "arrivals" });
  expect([arrivals.status, arrivals.body.note]).toEqual([
    409,
    expect.stringContaining("Exports reads a table or a bucket"),
  ]);
  const { status, body } = await caller.post(`/scopes/${scope}/replays`, { dates });
  expect([status, body.by]).toEqual([201, "events"]);
});

test("a target writes its file to a bucket and hosts it as well", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { id } = (await create(caller)).body;
  const to = (options: object, connection_id: string | undefined = id) => ({
    name: "Scores",
    scope_id: scope,
    representation: { mode: "identified" },
    options,
    connection_id,
  });
  const file = { type: "aws_s3", key: "scores/{date}.csv.gz", gzip: true, locale: "de", standing_link: true };
  const { status, body } = await caller.post("/targets", to(file));
  expect([status, body.options]).toEqual([
    201,
    { ...file, type: "s3", output_url: expect.stringMatching(/download\.csv/) },
  ]);
  expect((await caller.get(`/connections/${id}/targets`)).body).toMatchObject([{ id: body.id }]);
  for (const [options, said] of [
    [{ type: "s3" }, /options\.key/],
    [{ type: "s3", key: "/a.csv" }, /key/],
    [{ type: "s3", key: "a/{day}.csv" }, /key/],
    [{ type: "s3", key: "a.csv", table_name: "scores" }, /table_name/],
    [{ type: "hosted_csv", key: "a.csv" }, /key/],
  ] as const) {
    const refused = await caller.post(
      "/targets",
      to(options, "key" in options && options.type === "hosted_csv" ? undefined : id),
    );
    expect([refused.status, refused.body.note]).toEqual([400, expect.stringMatching(said)]);
  }
});
