import { expect, test } from "vitest";
import { type LeftOut, leftOutReasons } from "../domain/data/dataset-findings.js";
import { withFigures } from "../domain/proposal/notes.js";
import type { DatasetProposal } from "../domain/proposal/proposal.js";
import { amountsInWords, ledgerSentence, leftOutSentence, ownAmounts } from "./left-out.js";

test("each reason is a sentence, which names its column and value", () => {
  const sentences = leftOutReasons.map((reason) => leftOutSentence({ reason, column_name: "Paid" }, "order"));
  expect(new Set(sentences).size).toBe(sentences.length - 1);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z“].*\.$/);
  const reason = "event_condition";
  expect(leftOutSentence({ reason, column_name: "Status", value: "Void" }, "order")).toBe(
    "“Status” is “Void”.",
  );
  expect(leftOutSentence({ reason, column_name: "Status", value: null }, "order")).toBe("“Status” is empty.");
});

test("a note of the mapping page says a reason in the words of the table", () => {
  const proposal: DatasetProposal = {
    identity_sets: {},
    output_to_streams: { transaction: { data_map: {} } },
    columns: [],
    questions: [],
    notes: [],
    unused_columns: [],
  };
  const counts = { rows: 1, events: 1, without_customer: 0, customers: 1, repeat_customers: 0 };
  for (const reason of leftOutReasons.filter((one) => one !== "refund" && one !== "total")) {
    const left: LeftOut = { reason, column_name: "Paid", value: "no", rows: 1, events: 0 };
    const { notes } = withFigures(proposal, { transaction: { ...counts, left_out_by: [left] } });
    const sentence = leftOutSentence(left, "event");
    expect(notes.map(({ note }) => note)).toEqual([`${sentence.slice(0, -1)}: 1.`]);
  }
});

test("rows read are rows of events and rows that are left out", () => {
  const left_out_by = [{ reason: "total" as const, rows: 1, events: 0 }];
  expect(ledgerSentence({ rows_read: 1905, rows: 1904, events: 744, left_out_by }, "order")).toBe(
    "1,905 rows read: 1,904 are in 744 orders, and 1 is left out.",
  );
  expect(ledgerSentence({ rows_read: 3, rows: 3, events: 1, left_out_by: [] }, "order")).toBe(
    "3 rows read: all are in 1 order.",
  );
  expect(ledgerSentence({ rows: 3, events: 1 }, "order")).toBe("");
  const refunds = { reason: "refund" as const, rows: 2, events: 0 };
  expect(
    ledgerSentence({ rows_read: 7, rows: 4, events: 3, left_out_by: [refunds, ...left_out_by] }, "order"),
  ).toBe("7 rows read: 4 are in 3 orders, 2 are refunds, and 1 is left out.");
  expect(ledgerSentence({ rows_read: 6, rows: 4, events: 3, left_out_by: [refunds] }, "order")).toBe(
    "6 rows read: 4 are in 3 orders, and 2 are refunds.",
  );
});

test("amounts that were converted are said with what they were, and those without a rate are counted", () => {
  const by_currency = [
    { currency: "EUR", events: 2, value_total: 100 },
    { currency: "GBP", events: 3, value_total: 50, converted_events: 3, converted_total: 60 },
    { currency: "USD", events: 2, value_total: 30, converted_events: 1, converted_total: 9 },
    { currency: "INR", events: 1, value_total: 5000 },
  ];
  expect(amountsInWords({ value_total: 169, by_currency }, "€", "order")).toBe(
    "169 €, 60 of it from 50 GBP and 9 of it from 30 USD; not added: 1 order in USD on days without a rate and 5,000 INR",
  );
});

test("the amounts of a stream's own currency are found by its code, also beside converted ones", () => {
  const [euros, pounds] = [
    { currency: "EUR", events: 2, value_total: 100 },
    { currency: "GBP", events: 3, value_total: 50, converted_events: 3, converted_total: 60 },
  ];
  const counts = { value_total: 160, by_currency: [pounds, euros] };
  expect(ownAmounts(counts, "€")).toBe(euros);
  expect(ownAmounts({ ...counts, value_total: 100 }, undefined)).toBe(euros);
  expect(ownAmounts({ value_total: 160 }, undefined)).toBeUndefined();
});

test("amounts of other currencies are named and not added", () => {
  const by_currency = [
    { currency: "EUR", events: 2, value_total: 69914.14 },
    { currency: "GBP", events: 1, value_total: 37790.49 },
    { currency: null, is_unnamed: true, events: 3, value_total: 950 },
    { currency: null, events: 1, value_total: 12 },
  ];
  expect(amountsInWords({ value_total: 69914.14, by_currency }, "EUR", "order")).toBe(
    "69,914.14 EUR; not added: 37,790.49 GBP, 950 of 3 orders without a currency and 12 in several currencies",
  );
  const refunds = [{ currency: null, is_unnamed: true, events: 0, value_total: -4 }];
  expect(amountsInWords({ value_total: 10, by_currency: refunds }, "EUR", "order")).toBe(
    "10 EUR; not added: −4 of refunds without a currency",
  );
  expect(amountsInWords({ value_total: 69914.14 }, undefined, "order")).toBe("69,914.14");
  expect(amountsInWords({}, "EUR", "order")).toBeUndefined();
});
