import { expect, test } from "vitest";
import { mappingFaults } from "../data/stream-mapping.js";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

const propose = (directory: string, lines: string[]) => {
  const proposed = proposeDataset(previewOf(directory, lines));
  expect(mappingFaults(proposed.output_to_streams)).toEqual([]);
  return proposed;
};
const codes = ({ notes }: ReturnType<typeof propose>) => notes.map(({ code }) => code);

test("a German shop: lines with the order's total repeated, date and time apart, returns and a test customer", () => {
  const { output_to_streams, questions } = propose("bestellungen", [
    "Bestellnummer|Bestelldatum|Uhrzeit|Bestellstatus|Kundengruppe|E-Mail|Positionsart|Artikelbezeichnung|Menge|Einzelpreis brutto|Gesamtpreis brutto|Versandkosten|Bestellsumme brutto",
    "B1|03.07.2024|22:24|Abgeschlossen|Privat|ada@x.de|Artikel|Erde|2,00|5,00|10,00|4,95|22,95",
    "B1|03.07.2024|22:24|Abgeschlossen|Privat|ada@x.de|Artikel|Topf|1,00|8,00|8,00|4,95|22,95",
    "B1|03.07.2024|22:24|Abgeschlossen|Privat|ada@x.de|Retoure|Topf|-1,00|8,00|-8,00|4,95|22,95",
    "B2|04.07.2024|08:00|Storniert|Privat|cy@x.de|Artikel|Topf|1,00|8,00|8,00|0,00|8,00",
    "B3|05.07.2024|08:00|Abgeschlossen|Test|dan@x.de|Artikel|Topf|1,00|8,00|8,00|0,00|8,00",
    "B4|05.07.2024|09:00|Abgeschlossen|Privat|eva@x.de|Artikel|Topf|1,00|8,00|8,00|0,00|17,00",
    "B4|05.07.2024|09:00|Abgeschlossen|Privat|eva@x.de|Artikel|Harke|1,00|9,00|9,00|0,00|17,00",
  ]);
  expect(output_to_streams).toMatchObject({
    transaction: {
      event_key: ["Bestellnummer"],
      data_map: {
        datetime: { columns: [{ column_name: "Bestelldatum" }, { column_name: "Uhrzeit" }] },
        value: { column_name: "Bestellsumme brutto", aggregate: "first" },
        menge: { column_name: "Menge", aggregate: "sum" },
        artikelbezeichnung: { column_name: "Artikelbezeichnung", aggregate: "list" },
      },
      event_conditions: [
        { column_name: "Bestellstatus", _nin: ["Storniert"] },
        { column_name: "Kundengruppe", _nin: ["Test"] },
      ],
      refunds: {
        conditions: [{ column_name: "Positionsart", _in: ["Retoure"] }],
        as: "reduce",
        value: { column_name: "Gesamtpreis brutto", aggregate: "sum" },
      },
    },
  });
  expect(questions).toEqual([]);
});

test("lines without a total: the sum of the lines and of the carriage that stands on the first", () => {
  const { output_to_streams } = propose("sales", [
    "Doc No|Doc Type|Order No|Order Date|Account No|Product|Qty|Line Total|Carriage|Order Status",
    "INV1|Invoice|SO1|2025-01-03|0001|Paper|2|10.00|4.00|Part credited",
    "INV1|Invoice|SO1|2025-01-03|0001|Pens|1|5.00||Part credited",
    "CN1|Credit note|SO1|2025-01-03|0001|Pens|-1|-5.00||Part credited",
    "INV2|Invoice|SO2|2025-01-04|0002|Pens|1|5.00|4.00|Cancelled",
    "INV3|Invoice|SO3|2025-01-05|0001|Pens|1|5.00|4.00|Invoiced",
    "INV3|Invoice|SO3|2025-01-05|0001|Ink|1|5.00||Invoiced",
  ]);
  expect(output_to_streams.transaction).toMatchObject({
    event_key: ["Order No"],
    data_map: {
      value: {
        columns: [{ column_name: "Line Total" }, { column_name: "Carriage" }],
        combine: "sum",
        aggregate: "sum",
      },
    },
    event_conditions: [{ column_name: "Order Status", _nin: ["Cancelled"] }],
    refunds: { conditions: [{ column_name: "Doc Type", _in: ["Credit note"] }], as: "reduce" },
  });
});

test("quantity times price, and invoices of returned goods as a stream of their own", () => {
  const { output_to_streams } = propose("sales", [
    "Receipt|Sold at|Cust_ID|Article|Units|Unit price",
    "R1|2025-01-03|17|Tea|2|4.50",
    "R1|2025-01-03|17|Cup|1|9.00",
    "R2|2025-01-05|18|Cup|1|9.00",
    "R3|2025-01-09|18|Cup|-1|9.00",
  ]);
  expect(output_to_streams.transaction).toMatchObject({
    event_key: ["Receipt"],
    data_map: { value: { combine: "product", aggregate: "sum" } },
    refunds: { conditions: [{ column_name: "Units", _lt: 0 }], as: "refund" },
  });
});

test.each([
  ["Cust_ID|date|amt", "customer_id", "Cust_ID", "amt"],
  ["Uid|timestamp|amount", "customer_id", "Uid", "amount"],
  ["cust|date|value", "customer_id", "cust", "value"],
  ["Kunden-Nr.|Kaufdatum|Betrag", "customer_id", "Kunden-Nr.", "Betrag"],
  ["N° client|Date de commande|Montant", "customer_id", "N° client", "Montant"],
  ["ID_Cliente|Fecha|Importe", "customer_id", "ID_Cliente", "Importe"],
  ["Código do cliente|Data|Valor total", "customer_id", "Código do cliente", "Valor total"],
  ["correo electrónico|fecha del pedido|importe total", "email", "correo electrónico", "importe total"],
])("%s: who, when and how much", (header, field, person, value) => {
  const who = field === "email" ? ["a@b.co", "c@d.co"] : ["17", "18"];
  const { identity_sets, output_to_streams } = propose("orders", [
    header,
    `${who[0]}|2025-01-03|11.50`,
    `${who[1]}|2025-01-04|12.50`,
    `${who[0]}|2025-02-04|9.99`,
  ]);
  expect(Object.values(identity_sets)).toEqual([{ [field]: person }]);
  expect(output_to_streams.transaction?.data_map.value).toEqual({ column_name: value });
});

test("rows of one customer and moment without an order number are asked about", () => {
  const { output_to_streams, questions } = propose("till", [
    "member_id|sold at|product|amount",
    "1|2025-01-03 10:00:00|Tea|4.50",
    "1|2025-01-03 10:00:00|Cup|9.00",
    "2|2025-01-04 11:00:00|Tea|4.50",
    "2|2025-01-04 11:00:00|Pot|19.00",
    "1|2025-01-09 09:00:00|Tea|4.50",
  ]);
  expect(output_to_streams).toMatchObject({
    transaction: {
      event_key: ["member_id", "sold at"],
      data_map: { value: { column_name: "amount", aggregate: "sum" } },
    },
  });
  expect(questions[0]).toMatchObject({
    figures: { lines: 5, orders: 3 },
    choices: [
      { label: "Count 3 orders", is_proposed: true },
      {
        label: "Count each of the 5 rows",
        sets: {
          output_to_streams: { transaction: { event_key: null, data_map: { value: { aggregate: null } } } },
        },
      },
    ],
  });
});

test("a start and an end are two streams, and reasons known at the end are no inputs", () => {
  const proposed = propose("subscriptions", [
    "subscription_id|account_id|plan_tier|mrr|start_date|end_date|upgrade_flag|churn_reason",
    "S1|A1|Team|49.00|2024-07-02|2025-01-28|True|",
    "S2|A1|Pro|99.00|2025-01-28||False|",
    "S3|A2|Team|49.00|2024-08-02|2024-10-01|False|price",
  ]);
  expect(proposed.output_to_streams).toMatchObject({
    subscription: {
      data_map: { datetime: { column_name: "start_date" }, value: { column_name: "mrr" } },
      recurring: { is: "month", end: "end_date" },
    },
    cancellation: {
      data_map: { datetime: { column_name: "end_date" } },
      conditions: [{ column_name: "end_date", _nnull: true }],
      unless_running: { start: "start_date", end: "end_date" },
    },
  });
  expect(proposed.columns).toContainEqual({ name: "churn_reason", is: "later", confidence: "sure" });
  expect(codes(proposed)).toEqual(["ends_of_periods", "recurring", "known_later"]);
});

test("a price is paid as often as its name, a column of intervals, or the names of plans say", () => {
  const recurring = (header: string, ...cells: string[]) =>
    propose("subscriptions", [
      `id|customer_id|${header}|start_date|end_date`,
      ...cells.map((cell, i) => `S${i}|C${i}|${cell}|2024-07-0${i + 1}|${i ? "" : "2025-01-28"}`),
    ]).output_to_streams.subscription?.recurring;
  const end = "end_date";
  expect(recurring("Monthly price", "9.00", "12.00", "9.00")).toEqual({ is: "month", end });
  expect(recurring("ARR", "108.00", "144.00", "108.00")).toEqual({ is: "year", end });
  expect(recurring("amount|billing_interval", "9.00|month", "90.00|year", "9.00|month")).toEqual({
    column_name: "billing_interval",
    end,
  });
  expect(recurring("amount|Plan", "9.00|Pro monthly", "90.00|Pro annual", "9.00|Pro monthly")).toEqual({
    column_name: "Plan",
    end,
  });
  expect(recurring("amount|plan", "9.00|Pro", "90.00|Team", "9.00|Pro")).toBeUndefined();
  expect(recurring("plan", "Pro monthly", "Pro annual", "Pro monthly")).toBeUndefined();
});

test.each(["cancelled_at", "churned_at", "Kündigungsdatum", "left on", "date_resiliation"])(
  "a list of leavers whose only date is %s",
  (left) => {
    const proposed = propose("crm", [
      `customer_no|city|${left}`,
      "c1|Millport|2023-01-21",
      "c2|Ashby|2023-01-31",
      "c3|Ashby|2023-02-16",
    ]);
    expect(proposed.output_to_streams).toEqual({
      cancellation: { data_map: { datetime: { column_name: left } } },
    });
    expect(proposed).not.toHaveProperty("output_to_traits");
    expect(codes(proposed)).toEqual([]);
  },
);

test("a list of customers gives the attributes of all, and a cancellation for each who has left", () => {
  const proposed = propose("crm", [
    "customer_no|tier|churned_at",
    "c1|gold|2023-01-21",
    "c2|silver|",
    "c3|silver|2023-02-16",
  ]);
  expect(proposed).toMatchObject({
    output_to_streams: { cancellation: { conditions: [{ column_name: "churned_at", _nnull: true }] } },
    output_to_traits: { tier: { column_name: "tier" } },
  });
});

test("orders whose only date is that of their cancellation have no date", () => {
  const { output_to_streams } = propose("orders", [
    "order_id|email|total|cancelled_at",
    "1|a@x.org|9.50|2023-01-21",
    "2|b@x.org|8.50|",
  ]);
  expect(output_to_streams).toEqual({});
});

test.each([
  ["Order date", "45323.40625", "45324"],
  ["purchased", "45323.40625", "45326.5"],
])("day numbers of a spreadsheet: %s", (name, first, second) => {
  const proposed = propose("orders", [
    `order|email|${name}|total`,
    `1|a@x.org|${first}|9.50`,
    `2|b@x.org|${second}|8.50`,
  ]);
  expect(proposed.output_to_streams.transaction!.data_map.datetime).toEqual({
    column_name: name,
    format: "date_spreadsheet_days",
  });
  expect(codes(proposed)).toEqual(["day_numbers"]);
  expect(proposed.notes[0]!.note).toMatch(/45323.40625 is read as 2024-02-01 09:45/);
});

test("an order is cancelled on a day that a spreadsheet wrote as a number", () => {
  const { output_to_streams } = propose("pedidos", [
    "Pedido|Cliente|Fecha de compra|Importe|Anulado el",
    ...Array.from(
      { length: 12 },
      (_, i) => `${i}|c${i}|4551${i % 10}.02061|1${i}.50|${i < 3 ? 45521.71337 : ""}`,
    ),
  ]);
  expect(output_to_streams.transaction!.conditions).toEqual([{ column_name: "Anulado el", _null: true }]);
});

test.each([
  ["Churn", "Yes", "No"],
  ["Exited", "1", "0"],
  ["y", "yes", "no"],
  ["gekündigt", "Ja", "Nein"],
  ["Attrition_Flag", "Attrited Customer", "Existing Customer"],
])("one row per customer, no dates and %s: a snapshot", (answer, yes, no) => {
  const proposed = propose("telco", [
    `customerID|gender|tenure|PaymentMethod|${answer}`,
    `1-a|Female|24|Check|${no}`,
    `2-b|Male|3|Card|${yes}`,
    `3-c|Male|30|Card|${no}`,
  ]);
  expect(proposed.output_to_streams).toEqual({});
  expect(proposed.options).toEqual({ snapshot: { answer: { column_name: answer, is: [yes] } } });
  expect(Object.keys(proposed.output_to_traits ?? {})).toEqual(["gender", "tenure", "payment_method"]);
  expect(codes(proposed)).toEqual(["snapshot"]);
  expect(proposed.columns.at(-1)).toMatchObject({ name: answer, is: "answer" });
});

test("a log of events: one stream per action", () => {
  const { output_to_streams } = propose("app", [
    "user_id|event_name|event_time|platform|revenue",
    "u1|signup|2025-01-03T10:00:00Z|ios|",
    "u1|purchase|2025-01-04T10:00:00Z|ios|9.99",
    "u2|signup|2025-01-05T10:00:00Z|web|",
    "u2|subscription_cancelled|2025-02-05T10:00:00Z|web|",
  ]);
  expect(Object.keys(output_to_streams)).toEqual(["signup", "transaction", "cancellation"]);
  expect(output_to_streams.transaction).toMatchObject({
    data_map: { value: { column_name: "revenue" } },
    conditions: [{ column_name: "event_name", _in: ["purchase"] }],
  });
  expect(output_to_streams.signup?.data_map.value).toBeUndefined();
});

test("attributes that are constant per customer are proposed as traits", () => {
  const rows = Array.from({ length: 12 }, (_, i) => {
    const customer = i % 6;
    return `${customer}|2025-01-${10 + i}|${i}.50|${customer % 2 ? "gold" : "silver"}|${i % 4 ? "web" : "shop"}`;
  });
  const { output_to_traits, output_to_streams } = propose("orders", [
    "customer_id|date|total|tier|channel",
    ...rows,
  ]);
  expect(output_to_traits).toEqual({ tier: { column_name: "tier" } });
  expect(Object.keys(output_to_streams.transaction!.data_map)).toEqual(["datetime", "value", "channel"]);
});

test("nobody found: the customer is asked for", () => {
  const proposed = propose("orders", [
    "order number|order date|total|ref a|ref b",
    "1|2025-01-03|4.50|x1|p",
    "2|2025-01-04|5.50|x2|q",
    "3|2025-01-05|6.50|x1|q",
  ]);
  expect(codes(proposed)).toEqual(["nobody_found"]);
  expect(proposed.questions[0]).toMatchObject({
    question: "Which column is the customer?",
    choices: expect.arrayContaining([
      {
        label: "ref a (2 different values)",
        sets: { identity_sets: { customer: { customer_id: "ref a" } }, reference_key_columns: ["ref a"] },
      },
    ]),
  });
});

test("a customer key that is different in every row of a file of orders is pointed out", () => {
  const rows = Array.from(
    { length: 25 },
    (_, i) => `o${i}|k${i}|2025-01-${String((i % 28) + 1).padStart(2, "0")}|${i}.5`,
  );
  const proposed = propose("orders", ["order_id|customer_id|order_date|total", ...rows]);
  expect(codes(proposed)).toEqual(["every_key_different"]);
  expect(proposed.notes[0]!.note).toMatch(/25 different values in 25 rows.*add the file that says which/);
});
