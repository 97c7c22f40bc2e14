import { expect, test } from "vitest";
import { type Draft, draftOf } from "./draft.js";
import { type Role, roleLabel, rolesOf, unused, withoutRole, withRole } from "./roles.js";

const draft: Draft = draftOf({
  identity_sets: {
    billing: { email: "Email", house_number_and_street: ["A1", "A2"] },
    shipping: { email: "Email" },
  },
  output_to_streams: {
    transaction: {
      event_key: ["Name"],
      data_map: {
        datetime: { columns: [{ column_name: "Day" }, { column_name: "Time" }] },
        value: {
          columns: [{ column_name: "Total" }, { column_name: "Refunded" }],
          combine: "difference",
          aggregate: "first",
        },
        product: { column_name: "Item", aggregate: "list" },
      },
      event_conditions: [{ column_name: "Status", _neq: "void" }],
      refunded: { column_name: "Back", aggregate: "sum" },
      currency: { column_name: "Currency", is: "EUR" },
    },
    cancellation: {
      data_map: { datetime: { column_name: "end" } },
      unless_running: { start: "start", end: "end" },
    },
  },
  output_to_traits: { tier: { column_name: "Tier" } },
  upsert_columns: ["Id"],
});
const facts = { isText: true, values: ["No", "Yes"] };
const labels = (of: Draft) =>
  Object.fromEntries(
    [...rolesOf(of)].map(([column, roles]) => [column, roles.map((role) => roleLabel(role, of)).join(" + ")]),
  );

test("each column says what it is, in the words of its events", () => {
  expect(labels(draft)).toEqual({
    Email: "Customer: e-mail + Shipping: e-mail",
    A1: "Customer: street",
    A2: "Customer: street",
    Name: "Order number",
    Day: "Order date",
    Time: "Order time",
    Total: "Order value",
    Refunded: "Order value",
    Item: "Order property",
    Back: "Refunded amount",
    Currency: "Currency of the amounts",
    Status: "Decides which orders count",
    end: "Cancellation date",
    start: "Start or end of a period",
    Tier: "Customer attribute",
    Id: "Unique row key",
  });
});

test("the currency of the amounts is shown as that first, also where it is a property or written beside them", () => {
  const { transaction } = draft.output_to_streams;
  const { currency, data_map } = transaction!;
  const withCurrency = (changed: Partial<Draft["output_to_streams"][string]>) => ({
    ...draft,
    output_to_streams: { transaction: { ...transaction!, ...changed } },
  });
  const property = withCurrency({ data_map: { currency: { column_name: "Currency" }, ...data_map } });
  expect(labels(property).Currency).toBe("Currency of the amounts + Order property");
  const beside = withCurrency({ currency: { ...currency!, column_name: "Total" } });
  expect(labels(beside).Total).toBe("Order value + Currency of the amounts");
});

const order = (field: "datetime" | "time" | "value" | "key" | "property"): Role => ({
  of: "event",
  stream: "transaction",
  field,
});

test("every role can be taken from a column and given back", () => {
  for (const [column, roles] of rolesOf(draft))
    for (const role of roles) {
      const without = withoutRole(draft, column, role);
      expect(rolesOf(without).get(column) ?? [], `${column}: ${role.of}`).not.toContainEqual(role);
      if (["condition", "refund", "currency", "period", "recurring"].includes(role.of)) continue;
      expect(rolesOf(withRole(without, column, role, facts)).get(column), column).toContainEqual(role);
    }
});

test("a column without any role is in no part of the mapping", () => {
  for (const column of rolesOf(draft).keys())
    expect(JSON.stringify(unused(draft, column)), column).not.toContain(`"${column}"`);
});

test("a street has several columns, other fields have one", () => {
  const street = withRole(
    draft,
    "A3",
    { of: "person", set: "billing", field: "house_number_and_street" },
    facts,
  );
  expect(street.identity_sets.billing?.house_number_and_street).toEqual(["A1", "A2", "A3"]);
  const mail = withRole(draft, "Mail", { of: "person", set: "billing", field: "email" }, facts);
  expect(mail.identity_sets.billing?.email).toBe("Mail");
});

test("a difference of two columns that loses one is the other one", () => {
  const { value } = withoutRole(draft, "Refunded", order("value")).output_to_streams.transaction!.data_map;
  expect(value).toEqual({ column_name: "Total", aggregate: "first" });
});

test("without an order number each row counts, and nothing needs the number", () => {
  const { event_key, event_conditions, data_map } = withoutRole(draft, "Name", order("key")).output_to_streams
    .transaction!;
  expect([event_key, event_conditions]).toEqual([undefined, undefined]);
  expect(JSON.stringify(data_map)).not.toContain("aggregate");
});

test("a time in a column of its own is joined to the date", () => {
  const dated = withRole(draft, "Day", order("datetime"), facts);
  expect(
    withRole(dated, "Hour", order("time"), facts).output_to_streams.transaction!.data_map.datetime,
  ).toEqual({
    columns: [{ column_name: "Day" }, { column_name: "Hour" }],
  });
});

test("texts of order lines become lists", () => {
  const { data_map } = withRole(draft, "Product Category", order("property"), facts).output_to_streams
    .transaction!;
  expect(data_map.product_category).toEqual({ column_name: "Product Category", aggregate: "list" });
});

test("the answer of a snapshot is its rarest value, until another is chosen", () => {
  expect(withRole(draft, "Churn", { of: "answer" }, facts).options).toEqual({
    snapshot: { answer: { column_name: "Churn", is: ["Yes"] } },
  });
});
