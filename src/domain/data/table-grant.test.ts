import { expect, test } from "vitest";
import { grantedTo, isGranted, parseTableGrants, parseTableName } from "./table-grant.js";

const acme = "3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05";
const other = "00000000-5b7d-4e90-8a6f-2d1c9b7e4a05";

test("a name of a table has two to five parts of letters, digits, _, - and $", () => {
  expect(parseTableName("lake.sales.orders")).toEqual(["lake", "sales", "orders"]);
  expect(parseTableName("verkäufe.aufträge-2024")).toEqual(["verkäufe", "aufträge-2024"]);
});

test.each([
  "orders",
  "",
  "lake..orders",
  ".lake.orders",
  "parquet./etc/passwd",
  "parquet.`/etc/passwd`",
  "lake.`a`",
  "lake.orders; drop table x",
  "lake.orders version as of 1",
  "lake.a b",
  "lake.o\n",
  "a.b.c.d.e.f",
  'lake."x"',
  "s3://lake/orders",
])("%j is no name of a table", (text) => expect(parseTableName(text)).toBeUndefined());

test("a grant covers a table and everything below a prefix, part by part and letter by letter", () => {
  const name = (text: string) => parseTableName(text)!;
  expect(isGranted(["lake.sales"], name("lake.sales.orders"))).toBe(true);
  expect(isGranted(["lake.sales.orders"], name("lake.sales.orders"))).toBe(true);
  expect(isGranted(["lake"], name("lake.sales.orders"))).toBe(true);
  expect(isGranted(["lake.sal"], name("lake.sales.orders"))).toBe(false);
  expect(isGranted(["lake.sales.orders"], name("lake.sales"))).toBe(false);
  expect(isGranted(["lake.sales"], name("LAKE.sales.orders"))).toBe(false);
  expect(isGranted([], name("lake.sales.orders"))).toBe(false);
});

test("grants are for every account, or for one", () => {
  const grants = parseTableGrants(`read lake.sales; ${acme}: write lake.acme ;${acme}:read lake.acme;`)!;
  expect(grantedTo(acme, grants)).toEqual({ read: ["lake.sales", "lake.acme"], write: ["lake.acme"] });
  expect(grantedTo(other, grants)).toEqual({ read: ["lake.sales"], write: [] });
});

test.each(["lake.sales", "read", "own lake", "read /data", "acme: read lake", "read lake, write lake"])(
  "%j is no list of grants",
  (text) => expect(parseTableGrants(text)).toBeUndefined(),
);
