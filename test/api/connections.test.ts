// Connections over HTTP, and by the published client.

import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { resealAll } from "../../src/store/sealed.js";
import { addSealingKey, dropOldSealingKeys, sealingKey, unseal } from "../../src/store/secrets.js";
import { type Caller, dataset, openApi, repeatPurchase } from "./harness.js";
import { publishedClient } from "./published.js";

const options = {
  type: "postgres",
  host: "db.example.com",
  database: "shop",
  user: "reader",
  password: "hunter2-hunter2",
};
const create = async (caller: Caller) => (await caller.post("/connections", { name: "Shop", options })).body;

test("a connection is created, listed, read, changed and deleted, and never returns its password", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await caller.post("/connections", { name: "Shop", options });
  expect(status).toBe(201);
  const { password: _, ...shown } = options;
  const defaults = { port: 5432, schema: "public", sslmode: "prefer" };
  expect(body).toMatchObject({
    resource_type: "connections",
    directionality: "bidirectional",
    managed: false,
  });
  expect(body.options).toEqual({ ...shown, ...defaults });
  const changed = await caller.patch(`/connections/${body.id}`, { options: { schema: "sales" } });
  expect(changed.body.options.schema).toBe("sales");
  expect((await caller.get("/connections")).body).toHaveLength(1);
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, changed.body])).not.toContain("hunter2");
  expect((await caller.delete(`/connections/${body.id}`)).status).toBe(204);
});

test("while the service runs the sealing key is replaced, and passwords are sealed under the new one", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  await create(caller);
  addSealingKey(api.dataDir);
  await resealAll(api.db.kysely, sealingKey(api.dataDir));
  dropOldSealingKeys(api.dataDir);
  await caller.post("/connections", { name: "Later", options });
  const stored = api.db.kysely.selectFrom("resource").select("config").where("type", "=", "connections");
  const rows = await stored.execute();
  const key = sealingKey(api.dataDir);
  expect(rows.map(({ config }) => unseal(key, JSON.parse(config).options.sealed_password))).toEqual([
    options.password,
    options.password,
  ]);
});

test("a new password is sealed again, and another server needs a new password", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { id } = await create(caller);
  const moved = { options: { host: "evil.example.com" } };
  const refused = await caller.patch(`/connections/${id}`, moved);
  expect([refused.status, refused.body.note]).toEqual([400, expect.stringContaining("options.password")]);
  const again = { options: { ...moved.options, password: "another" } };
  expect((await caller.patch(`/connections/${id}`, again)).body.options.host).toBe("evil.example.com");
});

test.each([
  ...["postgres", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres"].map((type) => [
    type,
    { type: "postgres", port: 5432, schema: "public", sslmode: "prefer" },
  ]),
  ...["mysql", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql"].map((type) => [
    type,
    { type: "mysql", port: 3306, sslmode: "prefer" },
  ]),
  ...["redshift", "aws_redshift"].map((type) => [
    type,
    { type: "redshift", port: 5439, schema: "public", sslmode: "prefer" },
  ]),
  ["clickhouse", { type: "clickhouse", port: 8443, sslmode: "verify-full" }],
])("a connection to %s has the defaults of its type, and never returns its secret", async (type, shown) => {
  const api = await openApi();
  const caller = await api.signUp();
  const { host, database, user, password } = options;
  const sent = { name: "Shop", options: { type, host, database, user, password } };
  const { status, body } = await caller.post("/connections", sent);
  expect([status, body.options]).toEqual([201, { ...(shown as object), host, database, user }]);
  const { body: changed } = await caller.patch(`/connections/${body.id}`, { options: { user: "writer" } });
  expect(changed.options).toEqual({ ...body.options, user: "writer" });
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, body, changed])).not.toContain("hunter2");
});

test.each([
  ["gcp_cloud_sql_postgres", "postgres"],
  ["gcp_cloud_sql_mysql", "mysql"],
])("an instance of %s is reached by the proxy's socket", async (alias, type) => {
  const caller = await (await openApi()).signUp();
  const { database, user, password } = options;
  const { body } = await caller.post("/connections", {
    name: "Shop",
    options: { type: alias, database, user, password, instance_connection_name: "project:region:shop" },
  });
  expect(body.options).toMatchObject({ type, host: "/cloudsql/project:region:shop" });
});

test("a connection keeps its type, which its datasets and targets have", async () => {
  const caller = await (await openApi()).signUp();
  const { id } = await create(caller);
  const moved = { options: { type: "mysql", port: 3306, schema: null, password: "another" } };
  const { status, body } = await caller.patch(`/connections/${id}`, moved);
  expect([status, body.note]).toEqual([400, expect.stringContaining("options.type cannot be changed")]);
  const same = await caller.patch(`/connections/${id}`, { options: { type: "aws_rds_postgres" } });
  expect(same.body.options.type).toBe("postgres");
});

test("a dataset and a target need a connection of their type", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const connection_id = (await create(caller)).id;
  const differs = {
    error: "VALIDATION_FAILED",
    note: expect.stringContaining("The connection Shop is of type postgres, and options.type is mysql."),
  };
  for (const type of ["mysql", "aws_rds_mysql"]) {
    const read = { ...dataset, connection_id, options: { type, table_name: "orders" } };
    expect((await caller.post("/datasets", read)).body).toMatchObject(differs);
    const written = {
      name: "Scores",
      scope_id: scope,
      connection_id,
      representation: { mode: "identified" },
      options: { type, table_name: "scores" },
    };
    expect((await caller.post("/targets", written)).body).toMatchObject(differs);
  }
  const { body } = await caller.post("/datasets", {
    ...dataset,
    connection_id,
    options: { type: "postgres", table_name: "orders" },
  });
  const moved = await caller.patch(`/datasets/${body.id}`, { options: { type: "mariadb" } });
  expect(moved.body).toMatchObject(differs);
});

test.each([
  ["postgres", 63],
  ["mysql", 64],
  ["redshift", 127],
  ["clickhouse", 190],
])("a table of %s has a name of at most %i characters", async (type, most) => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { body } = await caller.post("/connections", { name: "Shop", options: { ...options, type } });
  const target = (table_name: string) =>
    caller.post("/targets", {
      name: "Scores",
      scope_id: scope,
      connection_id: body.id,
      representation: { mode: "identified" },
      options: { type, table_name },
    });
  expect((await target("t".repeat(most))).status).toBe(201);
  expect((await target("t".repeat(most + 1))).body.note).toContain(`at most ${most} characters`);
});

test.each([
  [{ ...options, password: undefined }, /options\.password is required/],
  [{ ...options, sealed_password: "x" }, /sealed_password/],
  [{ ...options, hots: "x" }, /hots/],
  [{ type: "oracle", host: "x" }, /oracle are not supported\. Supported: postgres/],
  [{ type: "hosted_csv" }, /need no connection/],
])("%j is refused with an explanation", async (options, said) => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/connections", { name: "C", options });
  expect([status, body.note]).toEqual([400, expect.stringMatching(said)]);
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const snowflake = {
  type: "snowflake",
  account: "myorg-account123",
  user: "BELLWETHER",
  warehouse: "COMPUTE_WH",
  database: "SHOP",
  private_key: pem,
};

test("a connection to Snowflake never returns its key, and another account needs the key again", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await caller.post("/connections", { name: "Lake", options: snowflake });
  const { private_key: _, ...shown } = snowflake;
  const options = { ...shown, schema: "PUBLIC", rsa_public_key: expect.stringMatching(/^MII/) };
  expect([status, body.options]).toEqual([201, options]);
  const change = (options: object) => caller.patch(`/connections/${body.id}`, { options });
  expect((await change({ role: "LOADER" })).body.options.role).toBe("LOADER");
  const moved = await change({ account: "other-account" });
  expect([moved.status, moved.body.note]).toEqual([
    400,
    expect.stringContaining("options.private_key is required"),
  ]);
  const again = await change({ account: "other-account", private_key: pem });
  expect(again.body.options.account).toBe("other-account");
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, again.body])).not.toContain(pem.slice(60, 100));
  const read = {
    ...dataset,
    connection_id: body.id,
    options: { type: "snowflake", table_name: "ORDERS" },
  };
  expect((await caller.post("/datasets", read)).status).toBe(201);
  const other = { ...read, options: { type: "postgres", table_name: "ORDERS" } };
  expect((await caller.post("/datasets", other)).body.note).toContain("is of type snowflake");
});

const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
test.each([
  ["a path in its account", { account: "evil.example.com/x" }, /options\.account/],
  ["a user in its account", { account: "evil@example" }, /options\.account/],
  ["a fragment in its account", { account: "x.evil.example.com#a" }, /options\.account/],
  ["no host name as its account", { account: "-x" }, /options\.account/],
  ["a host", { host: "evil.example.com" }, /options\.host/],
  ["an endpoint", { endpoint: { url: "http://evil.example.com" } }, /options\.endpoint/],
  ["no key", { private_key: undefined }, /options\.private_key is required/],
  [
    "a password as its key",
    { private_key: "hunter2-hunter2" },
    /options\.private_key must be an RSA private key/,
  ],
  ["an encrypted key", { private_key: encrypted }, /options\.private_key must be an RSA private key/],
  [
    "a key of another kind",
    { private_key: curve.export({ type: "pkcs8", format: "pem" }) },
    /options\.private_key must be an RSA private key/,
  ],
])("a connection to Snowflake with %s is refused with an explanation", async (_, wrong, said) => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/connections", {
    name: "C",
    options: { ...snowflake, ...wrong },
  });
  expect([status, body.note]).toEqual([400, expect.stringMatching(said)]);
  expect(body.note).not.toContain("hunter2");
});

const account = {
  type: "service_account",
  project_id: "my-shop",
  private_key_id: "1",
  private_key: pem,
  client_email: "bellwether@my-shop.iam.gserviceaccount.com",
};
const bigquery = {
  type: "bigquery",
  project_id: "my-shop",
  dataset: "shop",
  credentials: JSON.stringify(account),
};

test("a connection to BigQuery shows the e-mail address of its credentials alone", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await caller.post("/connections", { name: "Warehouse", options: bigquery });
  const { credentials: _, ...shown } = bigquery;
  const { client_email } = account;
  expect([status, body.options]).toEqual([201, { ...shown, client_email }]);
  const change = async (options: object) =>
    (await caller.patch(`/connections/${body.id}`, { options })).body.options;
  expect(await change({ location: "EU", client_email: "other@x.iam.gserviceaccount.com" })).toEqual({
    ...shown,
    client_email,
    location: "EU",
  });
  const other = "other@my-shop.iam.gserviceaccount.com";
  const credentials = JSON.stringify({ ...account, client_email: other });
  expect((await change({ credentials })).client_email).toBe(other);
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, body])).not.toContain(pem.slice(60, 100));
});

const keyOf = (changed: object) => ({ credentials: JSON.stringify({ ...account, ...changed }) });
test.each([
  ["a path in its project", { project_id: "evil.example.com/x" }, /options\.project_id/],
  ["a path in its dataset", { dataset: "shop/../other" }, /options\.dataset/],
  ["a query in its location", { location: "EU?x" }, /options\.location/],
  ["no credentials", { credentials: undefined }, /options\.credentials is required/],
  ["a password as its credentials", { credentials: "hunter2" }, /options\.credentials must be the JSON/],
  ["an empty list as its credentials", { credentials: "[]" }, /options\.credentials must be the JSON/],
  ["credentials of a user", keyOf({ type: "authorized_user" }), /options\.credentials must be the JSON/],
  ["credentials without a key", keyOf({ private_key: "hunter2" }), /options\.credentials must be the JSON/],
  [
    "an address that is not Google's",
    keyOf({ client_email: "x@evil.example.com" }),
    /options\.credentials must be the JSON/,
  ],
  [
    "credentials of another cloud",
    keyOf({ universe_domain: "evil.example.com" }),
    /options\.credentials must be the JSON/,
  ],
])("a connection to BigQuery with %s is refused with an explanation", async (_, wrong, said) => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/connections", {
    name: "C",
    options: { ...bigquery, ...wrong },
  });
  expect([status, body.note]).toEqual([400, expect.stringMatching(said)]);
  expect(body.note).not.toContain("hunter2");
});

test("if private addresses are forbidden, a connection to one is refused", async () => {
  const caller = await (
    await openApi({ webhooks: { privateAddresses: false, enqueue: async () => true } })
  ).signUp();
  for (const host of ["127.0.0.1", "10.1.2.3", "/var/run/postgresql"]) {
    const { body } = await caller.post("/connections", { name: "C", options: { ...options, host } });
    expect(body.note).toContain("forbidden");
  }
});

test("a connection lists the datasets that read from it and cannot be deleted", async () => {
  const caller = await (await openApi()).signUp();
  const { id } = await create(caller);
  const table = { ...dataset, connection_id: id, options: { type: "postgres", table_name: "orders" } };
  const { status, body } = await caller.post("/datasets", table);
  expect([status, body.connection_id, body.options]).toEqual([201, id, table.options]);
  expect((await caller.get(`/connections/${id}/datasets`)).body).toMatchObject([{ id: body.id }]);
  expect((await caller.delete(`/connections/${id}`)).status).toBe(409);
  const without = await caller.post("/datasets", { ...table, connection_id: undefined });
  expect([without.status, without.body.note]).toEqual([
    400,
    expect.stringContaining("connection_id is required"),
  ]);
  const unneeded = await caller.post("/datasets", { ...dataset, connection_id: id });
  expect([unneeded.status, unneeded.body.note]).toEqual([400, expect.stringContaining("connection_id")]);
});

test("a target is written to a connection", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { id } = await create(caller);
  const written = {
    name: "Scores",
    scope_id: scope,
    connection_id: id,
    representation: { mode: "identified" },
    options: { type: "postgres", table_name: "scores" },
  };
  const { status, body } = await caller.post("/targets", written);
  expect([status, body.connection_id, body.options.table_name]).toEqual([201, id, "scores"]);
  expect((await caller.get(`/connections/${id}/targets`)).body).toMatchObject([{ id: body.id }]);
  const wrong = { ...written, connection_id: undefined };
  expect((await caller.post("/targets", wrong)).body.note).toContain("connection_id");
  const file = { ...written, options: { type: "hosted_csv" } };
  expect((await caller.post("/targets", file)).body.note).toContain("connection_id does not apply to");
});

test.each([
  [{ type: "klaviyo", api_key: "pk_0123" }, {}],
  [{ type: "mailchimp", api_key: "0123456789abcdef-us21", audience_id: "a1b2" }, { audience_id: "a1b2" }],
  [
    { type: "meta", access_token: "EAAB0123456789abcdef", ad_account_id: "12345" },
    { ad_account_id: "12345" },
  ],
  [
    { type: "google", credentials: JSON.stringify(account), customer_id: "123-456-7890" },
    { customer_id: "123-456-7890", consent: "unspecified", client_email: account.client_email },
  ],
  [
    { type: "endpoint", token: "s3cret", url: "https://hooks.example.com/in" },
    { url: "https://hooks.example.com/in", header: "Authorization" },
  ],
])("a target is sent to a program, whose secret is not shown: %o", async (given, shown) => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { type } = given;
  const made = await caller.post("/connections", { name: "Program", options: given });
  expect([made.status, made.body.options]).toEqual([201, { type, ...shown }]);
  const { status, body } = await caller.post("/targets", {
    name: "Likely",
    scope_id: scope,
    connection_id: made.body.id,
    representation: { mode: "identified" },
    options: { type, list_name: "Likely to buy", dry_run: true },
  });
  expect([status, body.options.dry_run]).toEqual([201, true]);
  const sent = await caller.patch(`/targets/${body.id}`, { options: { dry_run: false } });
  expect([sent.status, sent.body.options.list_name, sent.body.options.dry_run]).toEqual([
    200,
    "Likely to buy",
    false,
  ]);
  const table = {
    ...dataset,
    connection_id: made.body.id,
    options: { type: "postgres", table_name: "orders" },
  };
  expect((await caller.post("/datasets", table)).body.note).toContain("Program");
});

test("a key of Mailchimp names its data centre", async () => {
  const caller = await (await openApi()).signUp();
  const wrong = { type: "mailchimp", audience_id: "a1b2", api_key: "0123456789abcdef.example.com/-us1" };
  const { status, body } = await caller.post("/connections", { name: "M", options: wrong });
  expect([status, body.note]).toEqual([400, expect.stringContaining("such as -us21")]);
});

test("a token of Meta may have the secret of its app, and nothing else", async () => {
  const caller = await (await openApi()).signUp();
  const wrong = { type: "meta", ad_account_id: "12345", access_token: "EAAB0123456789abcdef not-a-secret" };
  const { status, body } = await caller.post("/connections", { name: "M", options: wrong });
  expect([status, body.note]).toEqual([400, expect.stringContaining("32 hexadecimal digits")]);
});

test("a table is merged by its key", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { id } = await create(caller);
  const target = (options: object, connection_id?: string) =>
    caller.post("/targets", {
      name: "Scores",
      scope_id: scope,
      connection_id,
      options,
      representation: { mode: "identified" },
    });
  const merged = { type: "postgres", table_name: "scores", merge_by: ["person_id"] };
  expect((await target(merged, id)).body.options).toMatchObject(merged);
  for (const merge_by of [[], ["person_id", "person_id"]])
    expect((await target({ ...merged, merge_by }, id)).status).toBe(400);
  const file = await target({ type: "hosted_csv", merge_by: ["person_id"] });
  expect(file.body.note).toContain("options.merge_by does not apply to type hosted_csv");
});

test("the published client runs every operation", async () => {
  const api = await openApi();
  const { key } = await api.signUp();
  const { connections, datasets } = await publishedClient(api, key);
  const written = { ...options, type: "postgres" as const, port: 5432, schema: "public" };
  const connection = await connections.createConnection({ name: "Shop", options: written });
  expect(connection.options).toMatchObject({ type: "postgres", host: "db.example.com" });
  expect(await connections.getConnections()).toHaveLength(1);
  expect((await connections.updateConnection(connection.id, { name: "Our shop" })).name).toBe("Our shop");
  const made = await datasets.createDataset({
    name: "Orders",
    connection_id: connection.id,
    identity_sets: dataset.identity_sets,
    options: { type: "postgres", table_name: "orders" },
    output_to_streams: {},
  });
  expect(made.connection_id).toBe(connection.id);
  expect((await connections.getConnectionDatasets(connection.id)).map(({ id }) => id)).toEqual([made.id]);
  expect(await connections.getConnectionTargets(connection.id)).toEqual([]);
  await datasets.deleteDataset(made.id);
  await connections.deleteConnection(connection.id);
});

test("where TLS is required, a connection needs a certificate that is checked, or an https address", async () => {
  const caller = await (await openApi({ isTlsRequired: true })).signUp();
  const create = (changed: object) =>
    caller.post("/connections", { name: "Shop", options: { ...options, ...changed } });
  for (const sslmode of [undefined, "disable", "prefer", "require"]) {
    const { status, body } = await create({ ...(sslmode && { sslmode }) });
    expect([status, body.note]).toEqual([400, expect.stringContaining("verify-full")]);
  }
  expect((await create({ sslmode: "verify-full" })).status).toBe(201);
  const bucket = { type: "s3", bucket: "files", region: "x", access_key_id: "a", secret_access_key: "b" };
  const made = async (endpoint: string) =>
    (await caller.post("/connections", { name: endpoint, options: { ...bucket, endpoint } })).status;
  expect([await made("http://minio.example.com"), await made("https://minio.example.com")]).toEqual([
    400, 201,
  ]);
});

const azure = {
  type: "azure_blobs",
  account: "shopexports",
  container: "exports",
  prefix: "bellwether",
  account_key: "hunter2",
};

test("a connection to Azure never returns its key, and another account or endpoint needs the key again", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await caller.post("/connections", { name: "Exports", options: azure });
  const { account_key: _, ...shown } = azure;
  expect([status, body.options]).toEqual([201, shown]);
  for (const moved of [{ account: "another" }, { endpoint: "https://evil.example.com" }]) {
    const refused = await caller.patch(`/connections/${body.id}`, { options: moved });
    expect([refused.status, refused.body.note]).toEqual([
      400,
      expect.stringContaining("options.account_key"),
    ]);
  }
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log])).not.toContain("hunter2");
  for (const wrong of [{ account: "a.b" }, { container: "Ex" }, { endpoint: "https://x.example.com/?a" }]) {
    const refused = await caller.post("/connections", { name: "Exports", options: { ...azure, ...wrong } });
    expect(refused.status, JSON.stringify(wrong)).toBe(400);
  }
});

test("a spreadsheet is read by an API key or a service account, whose address is shown, and is not written", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const place = { type: "google_sheets", spreadsheet_id: "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms" };
  const client_email = "bellwether@my-shop.iam.gserviceaccount.com";
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" });
  const account = JSON.stringify({ type: "service_account", client_email, private_key });
  const create = (credentials: string) =>
    caller.post("/connections", { name: "Orders", options: { ...place, credentials } });
  const { body } = await create("AIzaSyD-0123456789abcdefghijklmnopqrstu");
  expect(body.options).toEqual(place);
  const change = (credentials: string) =>
    caller.patch(`/connections/${body.id}`, { options: { credentials } });
  expect((await change(account)).body.options).toEqual({ ...place, client_email });
  expect((await change("AIzaSyD-0123456789abcdefghijklmnopqrstu")).body.options).toEqual(place);
  expect((await create("not a key")).body.note).toContain("must be an API key, or the JSON");
  const sheet = { type: "google_sheets", table_name: "Orders!A3:F" };
  const read = { ...dataset, connection_id: body.id, options: sheet };
  expect((await caller.post("/datasets", read)).status).toBe(201);
  const { scope } = await repeatPurchase(caller);
  const { status } = await caller.post("/targets", {
    name: "Scores",
    scope_id: scope,
    connection_id: body.id,
    representation: { mode: "identified" },
    options: sheet,
  });
  expect(status).toBe(400);
});

test("the address of a file is kept as a secret, and its host is shown", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const create = (link: string) =>
    caller.post("/connections", { name: "Orders", options: { type: "file_link", link } });
  const { body } = await create("https://files.example.com/orders.csv?key=hunter2");
  expect(body.options).toEqual({ type: "file_link", origin: "https://files.example.com" });
  const moved = await caller.patch(`/connections/${body.id}`, {
    options: { link: "https://other.example.com/a.csv", origin: "https://files.example.com" },
  });
  expect(moved.body.options).toEqual({ type: "file_link", origin: "https://other.example.com" });
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, body])).not.toContain("hunter2");
  for (const wrong of ["files.example.com/a.csv", "ftp://a.example/b.csv", "https://ada:pw@a.example/b.csv"])
    expect((await create(wrong)).body.note).toContain("must be an address that begins with https://");
  const read = { ...dataset, connection_id: body.id, options: { type: "file_link" } };
  expect((await caller.post("/datasets", read)).status).toBe(201);
  const { scope } = await repeatPurchase(caller);
  const written = {
    name: "Scores",
    scope_id: scope,
    connection_id: body.id,
    representation: { mode: "identified" },
  };
  const refused = await caller.post("/targets", { ...written, options: { type: "file_link", key: "a.csv" } });
  expect(refused.status).toBe(400);
});

test("without private addresses, a file at one is refused", async () => {
  const caller = await (
    await openApi({ webhooks: { privateAddresses: false, enqueue: async () => true } })
  ).signUp();
  const options = { type: "file_link", link: "https://10.0.0.1/a.csv" };
  expect((await caller.post("/connections", { name: "Orders", options })).body.note).toContain("10.0.0.1");
});

test("a connection to Databricks leads to a host of Databricks alone, and is only read", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const place = {
    type: "databricks",
    workspace: "dbc-a1b2345c-d6e7.cloud.databricks.com",
    warehouse_id: "a1b234c567d8e9fa",
    catalog: "main",
  };
  const create = (changed: object) =>
    caller.post("/connections", {
      name: "Lakehouse",
      options: { ...place, access_token: "dapi-hunter2", ...changed },
    });
  const { body } = await create({});
  expect(body.options).toEqual({ ...place, schema: "default" });
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, body])).not.toContain("hunter2");
  for (const workspace of ["adb-1.2.azuredatabricks.net", "1.2.gcp.databricks.com"])
    expect((await create({ workspace })).status).toBe(201);
  for (const workspace of [
    "evil.example.com",
    "evil.example.com/x.cloud.databricks.com",
    "a@evil.example.com#.cloud.databricks.com",
    "cloud.databricks.com.evil.example",
    "evilcloud.databricks.com",
  ])
    expect((await create({ workspace })).body.note).toContain("options.workspace");
  const { status, body: moved } = await caller.patch(`/connections/${body.id}`, {
    options: { workspace: "other.cloud.databricks.com" },
  });
  expect([status, moved.note]).toEqual([400, expect.stringContaining("options.access_token is required")]);
  const table = { type: "databricks", table_name: "orders" };
  const read = { ...dataset, connection_id: body.id, options: table };
  expect((await caller.post("/datasets", read)).status).toBe(201);
  const { scope } = await repeatPurchase(caller);
  const written = {
    name: "S",
    scope_id: scope,
    connection_id: body.id,
    representation: { mode: "identified" },
  };
  expect((await caller.post("/targets", { ...written, options: table })).status).toBe(400);
});
