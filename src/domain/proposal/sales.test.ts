// Sales and what is none: counts of things that are no flags, offers, steps of one payment, statuses of
// unknown languages, and amounts of several currencies.

import { expect, test } from "vitest";
import type { EventCounts } from "../data/dataset-findings.js";
import { mappingFaults } from "../data/stream-mapping.js";
import { isObject, type JsonObject } from "../resource/json.js";
import { previewOf } from "./fixtures.js";
import { withFigures } from "./notes.js";
import type { DatasetProposal, QuestionCode } from "./proposal.js";
import { proposeDataset } from "./propose.js";

const propose = (lines: string[]): DatasetProposal => {
  const proposed = proposeDataset(previewOf("orders", lines));
  expect(mappingFaults(proposed.output_to_streams)).toEqual([]);
  return proposed;
};
const questionOf = ({ questions }: DatasetProposal, code: QuestionCode) =>
  questions.find((question) => question.code === code);
/** The streams with an answer, which must fit together as well. */
const answeredBy = ({ output_to_streams }: DatasetProposal, sets: Record<string, unknown> = {}) => {
  const streams = applied({ output_to_streams }, sets).output_to_streams as typeof output_to_streams;
  expect(mappingFaults(streams)).toEqual([]);
  return streams;
};
/** A JSON merge patch. */
const applied = (to: JsonObject, patch: JsonObject): JsonObject => {
  const changed = Object.entries(patch).map(([name, value]) => {
    const before = to[name];
    return [name, isObject(value) ? applied(isObject(before) ? before : {}, value) : value] as const;
  });
  return Object.fromEntries(
    Object.entries({ ...to, ...Object.fromEntries(changed) }).filter(([, value]) => value !== null),
  );
};

test("a quantity that was refunded is no flag, and an amount that was refunded lowers the order", () => {
  const { output_to_streams, questions } = propose([
    "Order number|Email|Date|Total|Quantity refunded|Refunded amount|Cancelled?",
    "1|a@x.org|2025-01-01|10.00|1|4.00|0",
    "2|b@x.org|2025-01-02|12.00|0|0.00|0",
    "3|c@x.org|2025-01-03|13.00|2|13.00|0",
    "4|c@x.org|2025-01-04|14.00|0|0.00|1",
  ]);
  expect(output_to_streams.transaction).toMatchObject({
    data_map: { value: { column_name: "Total" } },
    conditions: [{ column_name: "Cancelled?", _nin: ["1"] }],
    refunded: { column_name: "Refunded amount" },
  });
  expect(questions).toEqual([]);
});

test("an amount that was refunded lowers prices times quantities, of rows and of lines", () => {
  for (const orders of [
    [1, 2, 3],
    [1, 1, 2],
  ]) {
    const { output_to_streams } = propose([
      "Order number|Email|Date|Product|Quantity|Unit price|Refunded amount",
      ...orders.map(
        (order, i) => `${order}|a${order}@x.org|2025-01-01|P${i}|2|10.00|${i === 0 ? "4.00" : "0.00"}`,
      ),
    ]);
    expect(output_to_streams.transaction).toMatchObject({
      data_map: { value: { combine: "product" } },
      refunded: { column_name: "Refunded amount" },
    });
  }
});

test("refunds lower no value where each one takes its whole order back", () => {
  const proposed = propose([
    "Order number|Email|Date|Total|Refunded amount",
    "1|a@x.org|2025-01-01|10.00|10.00",
    "2|b@x.org|2025-01-02|12.00|0.00",
  ]);
  const counts = {
    rows: 1,
    events: 1,
    without_customer: 0,
    customers: 1,
    repeat_customers: 0,
    refunds: 1,
    value_total: 12,
    left_out_by: [{ reason: "refunded", rows: 1, events: 1 } as const],
  };
  const codesOf = (refunded_total: number) =>
    withFigures(proposed, { transaction: { ...counts, refunded_total } }).notes.map(({ code }) => code);
  expect(codesOf(0)).not.toContain("refunds");
  expect(codesOf(4)).toContain("refunds");
});

test("quotations and drafts are no sales, by status or by kind of document", () => {
  const { output_to_streams } = propose([
    "Order|Email|Date|Total|Status|Document type",
    "1|a@x.org|2025-01-01|10.00|Sales Order|Invoice",
    "2|b@x.org|2025-01-02|12.00|Quotation Sent|Invoice",
    "3|c@x.org|2025-01-03|13.00|Sales Order|Estimate",
    "4|c@x.org|2025-01-03|13.00|Draft|Invoice",
  ]);
  expect(output_to_streams.transaction!.conditions).toEqual([
    { column_name: "Status", _nin: ["Quotation Sent", "Draft"], _null: true },
    { column_name: "Document type", _nin: ["Estimate"], _null: true },
  ]);
});

const payments = (steps: readonly string[]): string[] => [
  "Payment ID|Shopper|Date|Amount|Type",
  ...steps.flatMap((type) =>
    ["p1", "p2", "p3"].map((id, i) => `${id}|c${i}|2025-01-0${i + 1}|${10 + i}.00|${type}`),
  ),
];

test("the steps of a payment are one sale, which refunds take back", () => {
  const { output_to_streams, questions } = propose([
    ...payments(["Authorised", "SentForSettle", "Settled"]),
    "p2|c1|2025-02-01|11.00|Refunded",
    "p4|c1|2025-02-01|99.00|Refused",
  ]);
  expect(output_to_streams.transaction).toMatchObject({
    event_key: ["Payment ID"],
    data_map: { value: { column_name: "Amount", aggregate: "first" } },
    conditions: [{ column_name: "Type", _in: ["Authorised"] }],
    refunds: { conditions: [{ column_name: "Type", _in: ["Refunded"] }], as: "reduce" },
  });
  expect(questions).toEqual([]);
});

test("steps that are not known are asked about, with their counts", () => {
  const proposed = propose(payments(["Alpha", "Beta"]));
  const question = questionOf(proposed, "steps")!;
  expect(question.question).toMatch(/another “Type”: Alpha \(3\), Beta \(3\)\. Which of them are sales\?/);
  expect(question.choices.map(({ label }) => label)).toEqual([
    "Count each “Payment ID” once (3)",
    "Count each “Payment ID” with Alpha (3 rows)",
    "Count each “Payment ID” with Beta (3 rows)",
    "Count each of the 6 rows",
  ]);
  for (const { sets } of question.choices) answeredBy(proposed, sets);
});

test("statuses of an unknown language are asked about; likely ones are left out until then", () => {
  const proposed = propose([
    "Order|Email|Date|Total|Status",
    "1|a@x.org|2025-01-01|10.00|Isporuceno",
    "2|b@x.org|2025-01-02|12.00|Isporuceno",
    "3|c@x.org|2025-01-03|13.00|Otkazano",
    "4|d@x.org|2025-01-03|13.00|Pauzirano",
  ]);
  const status = proposed.output_to_streams.transaction!.conditions;
  expect(status).toEqual([{ column_name: "Status", _nin: ["Otkazano"], _null: true }]);
  const question = questionOf(proposed, "status")!;
  expect(question).toMatchObject({
    column_name: "Status",
    question: "“Status” is Isporuceno (2), Otkazano (1), Pauzirano (1). Which of them are no sales?",
    figures: { Isporuceno: 2, Otkazano: 1, Pauzirano: 1 },
  });
  const all = question.choices.find(({ label }) => label!.startsWith("Count "))!;
  expect(answeredBy(proposed, all.sets).transaction).not.toHaveProperty("conditions");
  expect(question.choices.filter(({ is_proposed }) => is_proposed)).toHaveLength(1);
});

test("documents of which one follows from another are put as a question, and invoices are taken", () => {
  const chain = (kinds: readonly string[]) =>
    propose([
      "Number|Email|Date|Document type|Total",
      ...kinds.flatMap((kind, k) =>
        Array.from({ length: 4 }, (_, i) => `${k}${i}|c${i}@x.org|2025-01-1${k}|${kind}|1${i}.00`),
      ),
    ]);
  for (const [quote, order, note, invoice] of [
    ["Quote", "Sales order", "Delivery note", "Invoice"],
    ["Angebot", "Auftragsbestätigung", "Lieferschein", "Rechnung"],
  ] as const) {
    const { output_to_streams, questions } = chain([quote, order, note, invoice]);
    expect(output_to_streams.transaction!.conditions).toMatchObject([{ _nin: [quote, order, note] }]);
    expect(questions.map(({ code }) => code)).toContain("status");
  }
  expect(chain(["Invoice", "Credit note"]).questions).toEqual([]);
  expect(chain(["Sales receipt", "Invoice"]).questions.map(({ code }) => code)).not.toContain("status");
});

test("statuses whose words are known are not asked about", () => {
  for (const words of [
    "Zrealizowane|Wysłane|Częściowo zwrócone|Anulowane",
    "Betald|Skickad|Delvis återbetald|Makulerad",
    "Zaplaceno|Odesláno|Částečně vráceno|Zrušeno",
  ]) {
    const statuses = words.split("|");
    const { questions, output_to_streams } = propose([
      "Order|Email|Date|Total|Status",
      ...statuses.map((status, i) => `${i}|a@x.org|2025-01-0${i + 1}|10.00|${status}`),
    ]);
    expect(questions).toEqual([]);
    expect(output_to_streams.transaction!.conditions).toMatchObject([{ _nin: [statuses[3]] }]);
  }
  const proposed = propose([
    "Order|Email|Date|Total|Status",
    "1|a@x.org|2025-01-01|10.00|Completed",
    "2|b@x.org|2025-01-02|12.00|Partially refunded",
    "3|c@x.org|2025-01-03|13.00|Cancelled",
  ]);
  expect(proposed.questions).toEqual([]);
});

const orders = [
  "Order|Email|Date|Total|Currency",
  "1|a@x.org|2025-01-01|10.00|EUR",
  "2|b@x.org|2025-01-02|12.00|EUR",
  "3|c@x.org|2025-01-03|1300.00|INR",
];

test("amounts of several currencies are not added: one is proposed and asked, with what each adds up to", () => {
  const proposed = propose(orders);
  expect(proposed.output_to_streams.transaction!.currency).toEqual({ column_name: "Currency", is: "EUR" });
  const question = questionOf(proposed, "currency")!;
  expect(question.choices.map(({ label }) => label)).toEqual(["EUR (2 rows)", "INR (1 rows)"]);
  const counts: EventCounts = {
    rows: 3,
    events: 3,
    without_customer: 0,
    customers: 3,
    repeat_customers: 0,
    value_total: 22,
    by_currency: [
      { currency: "EUR", events: 2, value_total: 22 },
      { currency: "INR", events: 1, value_total: 1300 },
    ],
  };
  const counted = questionOf(withFigures(proposed, { transaction: counts }), "currency")!;
  expect(counted.question).toBe(
    "The amounts are in 2 currencies, which are never added: 22.00 EUR (2), 1,300.00 INR (1). Which one are the values in? Events in the others count, and have no value, unless rates convert them.",
  );
  const [, rupees] = counted.choices;
  expect(answeredBy(proposed, rupees!.sets).transaction!.currency).toEqual({
    column_name: "Currency",
    is: "INR",
  });
});

test("amounts without a currency are asked about, and left out until then", () => {
  const proposed = propose([...orders.slice(0, 3), "3|c@x.org|2025-01-03|1300.00|"]);
  expect(proposed.output_to_streams.transaction!.currency).toEqual({ column_name: "Currency", is: "EUR" });
  const counts: EventCounts = {
    rows: 3,
    events: 3,
    without_customer: 0,
    customers: 3,
    repeat_customers: 0,
    value_total: 22,
    by_currency: [
      { currency: "EUR", events: 2, value_total: 22 },
      { currency: null, is_unnamed: true, events: 1, value_total: 1300 },
    ],
  };
  const { question, choices } = questionOf(
    withFigures(proposed, { transaction: counts }),
    "unnamed_currency",
  )!;
  expect(question).toBe(
    "“Currency” names no currency for 1 event with 1,300.00 in all. Are these amounts in the currency of the values, as the others are?",
  );
  expect(choices.map(({ is_proposed }) => is_proposed)).toEqual([true, undefined]);
  expect(answeredBy(proposed, choices[1]!.sets).transaction!.currency).toEqual({
    column_name: "Currency",
    is: "EUR",
    includes_unnamed: true,
  });
});

test("the column of the currency is shown as that, also where it is a property of a known export", () => {
  const { recognised, columns, output_to_streams } = propose([
    "id|Amount|Amount Refunded|Currency|Created date (UTC)|Customer Email|Status|Description|Captured|Card Brand|Mode",
    "ch_1|10.00|0.00|eur|2025-01-01 10:00|a@x.org|Paid|Tea|true|Visa|Live",
    "ch_2|12.00|0.00|jpy|2025-01-02 10:00|b@x.org|Paid|Tea|true|Visa|Live",
  ]);
  expect(recognised?.platform).toBe("stripe");
  expect(output_to_streams.transaction!.data_map).toHaveProperty("currency");
  expect(columns.find(({ name }) => name === "Currency")?.is).toBe("event.currency");
});

test("a single currency is said and not asked, so that a later file with another is not added", () => {
  const { output_to_streams, questions } = propose(orders.slice(0, 3));
  expect(output_to_streams.transaction!.currency).toEqual({ column_name: "Currency", is: "EUR" });
  expect(questions).toEqual([]);
});

test("an amount that is in one currency is preferred to one that is in several", () => {
  const { output_to_streams, questions } = propose([
    "Order|Email|Date|Total|Currency|Total (EUR)",
    "1|a@x.org|2025-01-01|10.00|EUR|10.00",
    "2|b@x.org|2025-01-02|12.00|GBP|14.00",
  ]);
  expect(output_to_streams.transaction!.data_map.value).toEqual({ column_name: "Total (EUR)" });
  expect(output_to_streams.transaction).not.toHaveProperty("currency");
  expect(questions).toEqual([]);
});

test("a note names the amounts that were not chosen", () => {
  const { notes } = propose([
    "Order|Email|Date|Total|Net amount",
    "1|a@x.org|2025-01-01|10.00|8.00",
    "2|b@x.org|2025-01-02|12.00|9.00",
  ]);
  expect(notes.find(({ code }) => code === "amount_chosen")?.note).toBe(
    "Amounts come from “Total”. The file also has “Net amount”. If your own revenue differs, choose another column as the amount.",
  );
});

test("a customer ID that a spreadsheet has rounded tells nobody apart", () => {
  const { identity_sets, notes } = propose([
    "Order|customer_id|Email|Date|Total",
    "1|9.91214E+15|a@x.org|2025-01-01|10.00",
    "2|9.91214E+15|b@x.org|2025-01-02|12.00",
  ]);
  expect(Object.values(identity_sets)).toEqual([{ email: "Email" }]);
  expect(notes.map(({ code }) => code)).toContain("spoilt_keys");
});

test("prices that are written with their currencies are in several, whatever they are multiplied by", () => {
  const currencies = [
    { value: "GBP", rows: 2 },
    { value: "USD", rows: 1 },
  ];
  const lines = [
    "Order|Email|Date|Product|Quantity|Unit price",
    "1|a@x.org|2025-01-01|P1|1|£10.00",
    "2|b@x.org|2025-01-02|P2|2|£12.00",
    "3|c@x.org|2025-01-03|P1|1|US$13.00",
  ];
  const { output_to_streams } = proposeDataset(previewOf("orders", lines, { "Unit price": { currencies } }));
  expect(output_to_streams.transaction!.currency).toEqual({ column_name: "Unit price", is: "GBP" });
});

test("an amount that is chosen brings its currency and what was given back of it", () => {
  const proposed = propose([
    "Order number|Email|Date|Kpl|Rzm|Refunded amount|Currency",
    ...Array.from({ length: 30 }, (_, i) => `${i}|a@x.org|2025-01-01|${i}.10|${i}.50|${i % 9}.10|EUR`),
  ]);
  expect(proposed.output_to_streams.transaction).not.toHaveProperty("currency");
  const { choices } = questionOf(proposed, "amount")!;
  const chosen = choices.find(({ label }) => label!.startsWith("Rzm"))!;
  expect(answeredBy(proposed, chosen.sets).transaction).toMatchObject({
    data_map: { value: { column_name: "Rzm" } },
    currency: { column_name: "Currency", is: "EUR" },
    refunded: { column_name: "Refunded amount" },
  });
  expect(choices.find(({ is_proposed }) => is_proposed)?.label).toBe("None of them");
});

test("a question about statuses names those that it would count, and not the ones that are left out anyway", () => {
  const proposed = propose([
    "Order number|Email|Date|Total|Status",
    ...Array.from({ length: 30 }, (_, i) => `${i}|a@x.org|2025-01-01|${i}.10|paid`),
    "31|a@x.org|2025-01-01|8.10|cancelled",
    "32|a@x.org|2025-01-01|9.10|quorva",
  ]);
  expect(questionOf(proposed, "status")?.choices.map(({ label }) => label)).toContain("Count quorva (1 row)");
});
