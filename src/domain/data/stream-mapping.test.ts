import { expect, test } from "vitest";
import type { DatasetConfig, StreamMapping } from "./dataset.js";
import { columnsOfStream, mappingFaults, streamsOf } from "./stream-mapping.js";

const orders: StreamMapping = {
  data_map: {
    datetime: { columns: [{ column_name: "Date" }, { column_name: "Time" }] },
    value: {
      columns: [{ column_name: "Quantity" }, { column_name: "Price" }],
      combine: "product",
      aggregate: "sum",
    },
    products: { column_name: "Product", aggregate: "list" },
  },
  event_key: ["Order"],
  event_conditions: [{ column_name: "Status", _neq: "cancelled" }],
  refunds: { conditions: [{ column_name: "Quantity", _lt: 0 }], as: "reduce" },
};

const faultsOf = (changes: Partial<StreamMapping> | Record<string, unknown>): string[] =>
  mappingFaults({ transaction: { ...orders, ...changes } as StreamMapping }).map(
    ({ path, detail }) => `${path.replace("output_to_streams.transaction.", "")} ${detail}`,
  );
const mapped = (data_map: Record<string, object>, changes: object = {}): string[] =>
  faultsOf({ data_map: { ...orders.data_map, ...data_map }, ...changes });

const without = { event_key: undefined, event_conditions: undefined, refunds: undefined };

test("a mapping of order lines fits together", () => {
  expect(faultsOf({})).toEqual([]);
});

test.each<[string, Record<string, object>, object, string]>([
  [
    "a field of both spellings",
    { value: { column_name: "Total", columns: [] } },
    {},
    "has column_name and columns",
  ],
  ["a field of neither", { product: {} }, {}, "needs column_name or columns"],
  [
    "an aggregate of a date",
    { datetime: { column_name: "Date", aggregate: "first" } },
    {},
    "earliest of its rows",
  ],
  [
    "a date from several columns that is a date itself",
    { datetime: { columns: [{ column_name: "x" }], format: "static_date_iso8601" } },
    {},
    "write it as column_name",
  ],
  [
    "several columns of a value without combine",
    { value: { columns: [{ column_name: "a" }, { column_name: "b" }] } },
    {},
    "needs combine: product, sum, difference or discounted_product",
  ],
  [
    "one format for the columns of a value",
    { value: { columns: [{ column_name: "a" }], format: "currency_cents" } },
    {},
    "takes the format of each of its columns",
  ],
  ["the top of a value", { value: { column_name: "Total", aggregate: "top" } }, {}, "takes no aggregate top"],
  [
    "an aggregate without a key",
    { value: { column_name: "Total", aggregate: "sum" }, products: { column_name: "Product" } },
    without,
    "has an aggregate, which needs event_key",
  ],
  [
    "several columns of a property without a list",
    { sizes: { columns: [{ column_name: "a" }] } },
    {},
    "needs combine, or the aggregate list",
  ],
  [
    "the sum of a list",
    { sizes: { column_name: "a", format: "list_json", aggregate: "sum" } },
    {},
    "is a list, which has no sum",
  ],
])("%s is refused", (_, dataMap, changes, detail) => {
  expect(mapped(dataMap, changes)).toEqual([expect.stringContaining(detail)]);
});

test.each<[string, object, string]>([
  [
    "conditions of events without a key",
    { ...without, event_conditions: orders.event_conditions },
    "event_conditions needs event_key",
  ],
  [
    "refunds that reduce nothing that is known",
    { ...without, refunds: orders.refunds },
    "refunds.as needs event_key",
  ],
  [
    "an amount of refunds that are ignored",
    { refunds: { ...orders.refunds, as: "ignore", value: { column_name: "Total" } } },
    "refunds.value has no use",
  ],
  [
    "an end that is its start",
    { unless_running: { start: "Date", end: "Date" } },
    "unless_running needs two columns",
  ],
])("%s is refused", (_, changes, detail) => {
  const data_map = { datetime: { column_name: "Date" }, value: { column_name: "Total" } };
  expect(faultsOf({ data_map, ...changes })).toEqual([expect.stringContaining(detail)]);
});

test("a value to reduce must be mapped", () => {
  expect(faultsOf({ data_map: { datetime: { column_name: "Date" } } })).toEqual([
    expect.stringContaining("refunds.as needs a value to reduce"),
  ]);
});

test("refunds of a stream of their own make the dataset output to it, and no other mapping may", () => {
  const refunds = { conditions: [{ column_name: "Quantity", _lt: 0 }], as: "refund" };
  const streams: DatasetConfig["output_to_streams"] = { transaction: { ...orders, refunds } };
  expect(streamsOf(streams)).toEqual(["transaction", "refund"]);
  expect(mappingFaults(streams)).toEqual([]);
  expect(mappingFaults({ ...streams, refund: { data_map: {} } })).toEqual([
    { path: "output_to_streams", detail: expect.stringContaining("two sources of stream refund") },
  ]);
});

test("every column of a mapping is used, but for those of its conditions", () => {
  expect(columnsOfStream(orders)).toEqual(["Date", "Time", "Quantity", "Price", "Product", "Order"]);
});

test("rates that cannot be used are refused", () => {
  const currency = { column_name: "Currency", is: "EUR" };
  const rates = (...given: object[]) => faultsOf({ currency: { ...currency, rates: given } });
  expect(rates({ currency: "USD", rate: 0.9 }, { currency: "USD", rate: 0.8, from: "2026-01-01" })).toEqual(
    [],
  );
  expect(rates({ currency: "€", rate: 1 })).toEqual([
    "currency.rates has a rate of EUR, the currency of the values",
  ]);
  expect(rates({ currency: "USD", rate: 1, from: "2026-02-30" })).toEqual([
    "currency.rates has a rate from 2026-02-30, which is no day",
  ]);
  expect(rates({ currency: "usd", rate: 1 }, { currency: "USD", rate: 2 })).toEqual([
    "currency.rates has two rates of USD",
  ]);
  expect(faultsOf({ currency: { is: "EUR", rates: [{ currency: "USD", rate: 1 }] } })[0]).toContain("no use");
});
