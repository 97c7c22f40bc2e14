import { expect, test } from "vitest";
import { bodyOf, draftOf, emptyDraft, withType } from "./draft.js";

test("an empty secret is not sent, so that the stored one stays", () => {
  expect(bodyOf(emptyDraft).options).not.toHaveProperty("password");
  expect(bodyOf({ ...emptyDraft, secret: "secret" }).options).toMatchObject({
    password: "secret",
    port: 5432,
  });
});

const server = { host: "db.example.com", database: "shop", user: "reader", sslmode: "require" } as const;

test.each([
  { type: "postgres", ...server, port: 6543, schema: "sales" } as const,
  { type: "mysql", ...server, port: 3307 } as const,
  { type: "redshift", ...server, port: 5439, schema: "public" } as const,
  {
    type: "snowflake",
    account: "acme-shop",
    warehouse: "WH",
    database: "SHOP",
    schema: "PUBLIC",
    user: "READER",
    role: "LOADER",
  } as const,
  { type: "bigquery", project_id: "my-shop-123456", dataset: "shop", location: "EU" } as const,
  {
    type: "s3",
    bucket: "exports",
    prefix: "shop",
    region: "auto",
    access_key_id: "AKIA",
    endpoint: "https://storage.googleapis.com",
  } as const,
])("a connection to $type that is read and saved stays as it was", (options) => {
  expect(bodyOf(draftOf({ name: "Shop", options } as Parameters<typeof draftOf>[0]))).toEqual({
    name: "Shop",
    options,
  });
});

test("another type has its own port and fields, and keeps what was typed", () => {
  const typed = { ...emptyDraft, values: { ...emptyDraft.values, host: "db.example.com" } };
  const changed = withType(typed, "mysql");
  expect(bodyOf(changed).options).toEqual({
    type: "mysql",
    host: "db.example.com",
    port: 3306,
    sslmode: "prefer",
    database: "",
    user: "",
  });
  expect(withType(changed, "postgres")).toEqual(typed);
  const ported = { ...typed, values: { ...typed.values, port: "7000" } };
  expect(withType(ported, "redshift").values.port).toBe("7000");
});

test("an option that is left empty is absent, and cleared in a change", () => {
  const draft = withType(emptyDraft, "bigquery");
  expect(bodyOf(draft).options).toEqual({ type: "bigquery", project_id: "", dataset: "" });
  expect(bodyOf(draft, true).options).toMatchObject({ location: null });
});

test("the secret goes by the name that the type has for it, and not along to another type", () => {
  const draft = { ...withType(emptyDraft, "snowflake"), secret: "PEM" };
  expect(bodyOf(draft).options).toMatchObject({ private_key: "PEM" });
  expect(withType(draft, "postgres").secret).toBe("");
});
