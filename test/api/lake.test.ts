// Tables of a lake over HTTP: who may name which.

import { expect, test } from "vitest";
import { parseTableGrants } from "../../src/domain/data/table-grant.js";
import { dataset, openApi, repeatPurchase } from "./harness.js";

const grants = (text: string) => ({ tableGrants: parseTableGrants(text)! });
const table = (table_name: string) => ({ ...dataset, options: { type: "spark_table", table_name } });

test("a dataset reads a table that is granted, and the account says what is", async () => {
  const api = await openApi(grants("read lake.sales; write lake.scores"));
  const caller = await api.signUp();
  const { status, body } = await caller.post("/datasets", table("lake.sales.orders"));
  expect([status, body.options]).toEqual([201, { type: "spark_table", table_name: "lake.sales.orders" }]);
  expect((await caller.get("/accounts/current")).body.tables).toEqual({
    read: ["lake.sales"],
    write: ["lake.scores"],
  });
});

test.each([
  ["lake.hr.people", 403, /may not read lake\.hr\.people\. Granted to read: lake\.sales\./],
  ["lake.scores.mine", 403, /may not read/],
  ["lake.sales", 201, undefined],
  ["orders", 400, /not the name of a table/],
  ["parquet.`/etc/passwd`", 400, /not the name of a table/],
  ["lake.sales.orders version as of 1", 400, /not the name of a table/],
])("table %j is answered with %s", async (name, status, said) => {
  const caller = await (await openApi(grants("read lake.sales; write lake.scores"))).signUp();
  const answer = await caller.post("/datasets", table(name));
  expect(answer.status).toBe(status);
  if (said) expect(answer.body.note).toMatch(said);
});

test("a grant of one account is not another's, and a patch is checked, too", async () => {
  const api = await openApi(grants("read lake.sales; 3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05: read lake.acme"));
  const caller = await api.signUp();
  const { id } = (await caller.post("/datasets", table("lake.sales.orders"))).body;
  const moved = await caller.patch(`/datasets/${id}`, { options: { table_name: "lake.acme.orders" } });
  expect([moved.status, moved.body.note]).toEqual([
    403,
    expect.stringContaining("Granted to read: lake.sales"),
  ]);
});

test("without a cluster no table can be named", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/datasets", table("lake.sales.orders"));
  expect([status, body.note]).toEqual([400, expect.stringContaining("no cluster")]);
  expect((await caller.get("/accounts/current")).body).not.toHaveProperty("tables");
});

test("a target writes a table that is granted for writing", async () => {
  const caller = await (await openApi(grants("read lake.sales; write lake.scores"))).signUp();
  const { scope } = await repeatPurchase(caller);
  const to = (options: object) => ({
    name: "Scores",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "spark_table", ...options },
  });
  const { status, body } = await caller.post(
    "/targets",
    to({ table_name: "lake.scores.repeat", table_format: "iceberg" }),
  );
  expect([status, body.options]).toMatchObject([
    201,
    { table_name: "lake.scores.repeat", table_format: "iceberg" },
  ]);
  const read = await caller.post("/targets", to({ table_name: "lake.sales.orders" }));
  expect([read.status, read.body.note]).toEqual([
    403,
    expect.stringContaining("may not write lake.sales.orders"),
  ]);
  const unnamed = await caller.post("/targets", to({}));
  expect([unnamed.status, unnamed.body.note]).toEqual([
    400,
    expect.stringContaining("options.table_name is required"),
  ]);
});
