import { expect, test } from "vitest";
import type { FileLedger } from "../domain/data/dataset-findings.js";
import { currencyAmounts, newestFileSentence, nounOf, stepsSentence, unusualFileWarning } from "./ledger.js";

const file = (events: number, name = "b.csv"): FileLedger => ({
  file: name,
  arrived_at: 1,
  rows_read: 2 * events,
  rows: 2 * events,
  events,
  without_customer: 0,
  customers: 1,
  left_out_by: [],
});

test("a file is compared with the one before", () => {
  expect(newestFileSentence([], "order")).toBe("");
  expect(newestFileSentence([file(1)], "order")).toBe("“b.csv” brought 1 order.");
  expect(newestFileSentence([file(1431), file(212)], "order")).toBe(
    "“b.csv” brought 212 orders, the file before 1,431.",
  );
});

test("a file with far less or far more than the usual is warned of", () => {
  const usual = [file(400), file(430), file(431)];
  expect(unusualFileWarning([...usual, file(300)], "order")).toBe("");
  expect(unusualFileWarning([...usual, file(212)], "order")).toBe(
    "“b.csv” brought 212 orders, the file before 431. That is less than half of the usual 430 orders. Check that the export is whole.",
  );
  expect(unusualFileWarning([...usual, file(900)], "order")).toContain(
    "more than twice of the usual 430 orders",
  );
});

test("exports that have earlier orders again are compared by their rows", () => {
  const replaced = {
    ...file(1),
    rows_read: 300,
    left_out_by: [{ reason: "replaced" as const, rows: 298, events: 0 }],
  };
  expect(newestFileSentence([replaced, file(160)], "order")).toBe(
    "“b.csv” brought 320 rows, the file before 300.",
  );
});

test("orders, those with a customer, and customers", () => {
  const counts = { events: 1499, without_customer: 0, customers: 1 };
  expect(stepsSentence(counts, "order")).toBe("1,499 orders of 1 customer.");
  expect(stepsSentence({ ...counts, without_customer: 19 }, "order")).toBe(
    "1,499 orders, 1,480 of them with a customer: 1 customer.",
  );
});

test("amounts stay apart by currency", () => {
  const amounts = [
    { currency: "EUR", value_total: 1234.5 },
    { currency: null, is_unnamed: true, value_total: 3 },
  ];
  expect(currencyAmounts(amounts)).toBe("1,234.50 EUR, 3 without a currency");
  expect(currencyAmounts([{ currency: null, value_total: 3 }])).toBe("3");
  expect(currencyAmounts()).toBe("");
});

test("a stream has the noun of its events", () => {
  expect([nounOf("transaction_till"), nounOf("page_views")]).toEqual(["order", "page view"]);
});
