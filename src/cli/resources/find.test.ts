import { expect, test } from "vitest";
import { findAmong, type ServerRecord } from "./find.js";
import { typeAt } from "./types.js";

const record = (id: string, name: string, more: object = {}): ServerRecord => ({
  id,
  name,
  status: "ready",
  ...more,
});
const cohorts = [record("1", "Customers"), record("2", "VIP"), record("3", "VIP"), record("4", "1")];

test("a name in any case will do, and an id goes before a name", () => {
  expect(findAmong(typeAt("cohorts"), cohorts, "customers").id).toBe("1");
  expect(findAmong(typeAt("cohorts"), cohorts, "1").name).toBe("Customers");
});

test("a stream goes by its machine name too, and a webhook by its address", () => {
  const stream = record("s", "Orders", { stream_name: "transaction" });
  expect(findAmong(typeAt("streams"), [stream], "Transaction")).toBe(stream);
  const webhook = { id: "w", status: "ready", url: "https://example.com" } as const;
  expect(findAmong(typeAt("webhook_endpoints"), [webhook], "https://example.com")).toBe(webhook);
});

test("an ambiguous name is refused with the ids, an unknown one with the nearest name", () => {
  expect(() => findAmong(typeAt("cohorts"), cohorts, "VIP")).toThrow("Use the id: 2, 3.");
  expect(() => findAmong(typeAt("cohorts"), cohorts, "Custmers")).toThrow(
    "There is no cohort Custmers. Did you mean Customers?",
  );
});
