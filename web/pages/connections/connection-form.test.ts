import { expect, test } from "vitest";
import { bodyOf, draftOf, emptyDraft } from "./connection-form.js";

test("an empty password is not sent, so that the stored one stays", () => {
  expect(bodyOf(emptyDraft).options).not.toHaveProperty("password");
  expect(bodyOf({ ...emptyDraft, password: "secret" }).options).toMatchObject({
    password: "secret",
    port: 5432,
  });
});

test("a connection that is read and saved stays as it was", () => {
  const options = {
    type: "postgres",
    host: "db.example.com",
    port: 6543,
    database: "shop",
    schema: "sales",
    user: "reader",
    sslmode: "require",
  } as const;
  expect(bodyOf(draftOf({ name: "Shop", options } as Parameters<typeof draftOf>[0]))).toEqual({
    name: "Shop",
    options,
  });
});
