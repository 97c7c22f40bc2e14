import { expect, test } from "vitest";
import type { DetectedColumn } from "../data/dataset-findings.js";
import { columnsOfField } from "../data/stream-mapping.js";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

/** The proposal for a directory whose files have these lines. */
const propose = (directory: string, lines: string[], more?: Record<string, Partial<DetectedColumn>>) =>
  proposeDataset(previewOf(directory, lines, more));

/** The source column of each field, by stream. */
const fieldsOf = ({ output_to_streams }: ReturnType<typeof propose>) =>
  Object.fromEntries(
    Object.entries(output_to_streams).map(([stream, { data_map }]) => [
      stream,
      Object.fromEntries(
        Object.entries(data_map).map(([field, mapped]) => [field, columnsOfField(mapped).join()]),
      ),
    ]),
  );

test("Shopify: orders of several lines with payer, recipient and cancellations", () => {
  const proposed = propose("orders", [
    "Name|Email|Financial Status|Paid at|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem sku|Billing Name|Billing Street|Billing Address1|Billing Address2|Billing Company|Billing City|Billing Zip|Billing Province|Billing Country|Billing Phone|Shipping Name|Shipping Street|Shipping Address1|Shipping Address2|Shipping City|Shipping Zip|Shipping Province|Shipping Country|Shipping Phone|Notes|Cancelled at|Payment Method|Refunded Amount|Vendor|Id|Tags",
    "#1001|ada@example.com|paid|2025-01-03 10:00:00 +0000|USD|40.00|5.00|2.00|47.00|SPRING|0.00|Ground|2025-01-03 09:59:00 +0000|1|Tea kettle|40.00|K-1|Ada Byron|12 Oak St, 2|12 Oak St|2||Burlington|'05401|VT|US|802-555-0182|Bea Byron|3 Elm St|3 Elm St||Burlington|'05401|VT|US|802-555-0144||2025-01-04 10:00:00 +0000|Visa|0.00|Acme|450789469|",
    "#1001|ada@example.com||||||||||||2|Tea cup|4.00|C-1||||||||||||||||||||||||||||",
    "#1002|cy@example.com|paid|2025-01-05 10:00:00 +0000|USD|4.00|5.00|2.00|11.00||0.00|Ground|2025-01-05 09:59:00 +0000|1|Tea cup|4.00|C-1|Cy Young|9 Elm St|9 Elm St||||||||||||||||||||||",
  ]);
  expect(proposed.identity_sets).toEqual({
    billing: {
      email: "Email",
      phone: "Billing Phone",
      person_full_name: "Billing Name",
      house_number_and_street: ["Billing Address1", "Billing Address2"],
      city: "Billing City",
      state: "Billing Province",
      postcode: "Billing Zip",
      country: "Billing Country",
    },
  });
  expect(proposed.recognised).toEqual({ platform: "shopify", export: "orders", title: "Shopify orders" });
  expect(fieldsOf(proposed)).toEqual({
    transaction: expect.objectContaining({
      datetime: "Created at",
      value: "Total,Refunded Amount",
      product: "Lineitem name",
      sku: "Lineitem sku",
      payment_method: "Payment Method",
    }),
  });
  expect(proposed.output_to_streams.transaction).toMatchObject({
    event_key: ["Name"],
    event_conditions: [{ column_name: "Cancelled at", _null: true }, {}, {}],
  });
  expect(proposed.columns).toContainEqual({ name: "Financial Status", is: "condition", confidence: "sure" });
  expect(proposed.columns).toContainEqual({ name: "Paid at", is: "later", confidence: "sure" });
  expect(proposed).not.toHaveProperty("upsert_columns");
  expect(proposed.unused_columns).toEqual(expect.arrayContaining(["Notes", "Taxes", "Billing Street"]));
});

const proposals: [string, string, string[], object][] = [
  [
    "CDNOW",
    "cdnow",
    ["customer_id|date|number_of_cds|dollar_value", "00001|19970101|1|11.77", "00002|19970112|5|77.00"],
    {
      identity_sets: { customer: { customer_id: "customer_id" } },
      fields: { transaction: { datetime: "date", value: "dollar_value" } },
    },
  ],
  [
    "a German shop",
    "Bestellungen",
    [
      "Bestellnummer|Bestelldatum|Lieferdatum|Kundennummer|Anrede|Vorname|Nachname|Straße|Hausnummer|PLZ|Ort|Land|E-Mail|Telefon|Geburtsdatum|Artikel|Menge|Einzelpreis|Gesamtbetrag|MwSt",
      "B-17|03.01.2025|05.01.2025|K100|Frau|Ada|Müller|Eichenweg|12|10115|Berlin|DE|ada@example.com|030 123456|01.02.1980|Kessel|1|40,00|47,00 €|7,50",
      "B-18|14.01.2025|15.01.2025|K101|Herr|Jörg|Groß|Ulmenweg|9|10117|Berlin|DE|joerg@example.com|030 654321|13.04.1970|Tasse|2|4,50|9,00 €|1,43",
    ],
    {
      identity_sets: {
        customer: {
          customer_id: "Kundennummer",
          email: "E-Mail",
          phone: "Telefon",
          person_first_name: "Vorname",
          person_last_name: "Nachname",
          house_number_and_street: ["Straße", "Hausnummer"],
          city: "Ort",
          postcode: "PLZ",
          birth_date: "Geburtsdatum",
          country: "Land",
        },
      },
      fields: {
        transaction: { datetime: "Bestelldatum", value: "Gesamtbetrag", artikel: "Artikel", menge: "Menge" },
      },
      upsert_columns: ["Bestellnummer"],
    },
  ],
  [
    "a French shop",
    "commandes",
    [
      "Numéro de commande|Date de commande|Nom|Prénom|Adresse|Complément d'adresse|Code postal|Ville|Adresse e-mail|Téléphone|Produit|Quantité|Montant total",
      "C17|2025-01-03|Dupont|Ada|12 rue du Chêne||75011|Paris|ada@example.com|0102030405|Théière|1|47,00",
      "C18|2025-01-04|Martin|Zoé|9 rue des Ormes||75012|Paris|zoe@example.com|0102030406|Tasse|2|9,00",
    ],
    {
      identity_sets: {
        customer: {
          email: "Adresse e-mail",
          phone: "Téléphone",
          person_first_name: "Prénom",
          person_last_name: "Nom",
          house_number_and_street: ["Adresse", "Complément d'adresse"],
          city: "Ville",
          postcode: "Code postal",
        },
      },
      fields: { transaction: { datetime: "Date de commande", value: "Montant total", produit: "Produit" } },
      upsert_columns: ["Numéro de commande"],
    },
  ],
  [
    "the sample shop",
    "transactions",
    [
      "order_id|transaction_date|total|product_category|channel|discount|shipping_address_fn|shipping_address_ln|shipping_address1|shipping_address2|shipping_address_city|shipping_address_state|shipping_address_postcode|email",
      "1-1|2024-09-02T12:16:13Z|30.42|books|store|0.00|Ada|Byron|12 Oak Street||Springfield|MA|01164|",
      "1-2|2024-09-03T12:16:13Z|-3.5|toys|web|0.20|Ada|Byron|12 Oak Street||Springfield|MA|01164|ada@example.com",
    ],
    {
      identity_sets: {
        shipping: {
          email: "email",
          person_first_name: "shipping_address_fn",
          person_last_name: "shipping_address_ln",
          house_number_and_street: ["shipping_address1", "shipping_address2"],
          city: "shipping_address_city",
          state: "shipping_address_state",
          postcode: "shipping_address_postcode",
        },
      },
      fields: {
        transaction: {
          datetime: "transaction_date",
          value: "total",
          product_category: "product_category",
          channel: "channel",
          discount: "discount",
        },
      },
      upsert_columns: ["order_id"],
      unused_columns: [],
    },
  ],
  [
    "cancellations, recognised by their directory",
    "cancellations-2025",
    [
      "email|started on|cancelled on|reason|amount",
      "ada@example.com|2024-01-03|2025-01-03|price|12",
      "cy@example.com|2024-02-03|2025-02-03|moved|12",
    ],
    {
      identity_sets: { customer: { email: "email" } },
      fields: { cancellation: { datetime: "cancelled on", reason: "reason" } },
    },
  ],
  [
    "a list of customers",
    "customers",
    [
      "ID|First Name|Last Name|Email|Zip|Created At|Gender",
      "7|Ada|Byron|ada@example.com|05401|2024-01-03|f",
      "8|Cy|Young|cy@example.com|05401|2024-01-09|m",
    ],
    {
      identity_sets: { customer: { email: "Email", person_first_name: "First Name", postcode: "Zip" } },
      fields: { sign_up: { datetime: "Created At" } },
      upsert_columns: ["ID"],
    },
  ],
  [
    "a list of people without dates",
    "contacts",
    ["email|loyalty tier", "ada@example.com|gold", "cy@example.com|silver"],
    { identity_sets: { customer: { email: "email" } }, fields: {}, output_to_traits: { loyalty_tier: {} } },
  ],
  [
    "an export of a database, in cents and seconds",
    "payments",
    [
      "user_id|amount_cents|created_at|mail_to",
      "u1|4700|1735900000|ada@example.com",
      "u2|950|1735990000|cy@example.com",
    ],
    {
      identity_sets: { customer: { customer_id: "user_id", email: "mail_to" } },
      output_to_streams: {
        transaction: {
          data_map: {
            datetime: { column_name: "created_at" },
            value: { column_name: "amount_cents", format: "currency_cents" },
          },
        },
      },
      questions: [],
    },
  ],
  [
    "a sheet of nothing that is known",
    "misc",
    ["a|b", "x|1", "y|2"],
    {
      identity_sets: {},
      fields: {},
      notes: [{ code: "without_dates" }, { code: "nobody_found" }],
      unused_columns: ["a", "b"],
    },
  ],
];
test.each(proposals)("%s", (_, directory, lines, expected) => {
  const epochs = { created_at: { min: 1735900000, max: 1735990000 } };
  const proposed = propose(directory, lines, lines[0]!.includes("cents") ? epochs : {});
  expect({ upsert_columns: undefined, ...proposed, fields: fieldsOf(proposed) }).toMatchObject(expected);
});

test("ambiguous dates become a question that shows how each format reads them", () => {
  const formats = { possible_formats: ["mm_dd_yyyy_slash", "dd_mm_yyyy_slash"] as const };
  const { questions } = propose(
    "orders",
    ["email|date|total", "a@b.co|5/5/2025|4.5", "c@d.co|3/4/2025|5", "e@f.co|11/2/2025|6"],
    {
      date: { is_ambiguous: true, possible_formats: [...formats.possible_formats] },
    },
  );
  expect(questions).toEqual([
    {
      code: "date_format",
      column_name: "date",
      question: "Which day is “3/4/2025” in date?",
      choices: [
        { format: "mm_dd_yyyy_slash", reads_as: ["4 March 2025", "2 November 2025"] },
        { format: "dd_mm_yyyy_slash", reads_as: ["3 April 2025", "11 February 2025"] },
      ],
    },
  ]);
});

test("whole amounts that may be cents become a question", () => {
  const { questions } = propose("orders", [
    "email|date|amount",
    "a@b.co|2025-01-01|1999",
    "c@d.co|2025-01-02|450",
  ]);
  expect(questions).toEqual([
    {
      code: "cents",
      column_name: "amount",
      question: "Is amount written in whole units of money or in cents?",
      choices: [
        { format: "currency_dollars", reads_as: ["1,999.00", "450.00"] },
        { format: "currency_cents", reads_as: ["19.99", "4.50"] },
      ],
    },
  ]);
});

test("columns that differ in vowel signs alone are properties and attributes of their own", () => {
  const orders = proposeDataset(
    previewOf("orders", [
      "Order|Email|Date|Total|Product राम|Product रमा",
      "1|a@x.org|2025-01-03|4.50|tea|cup",
      "2|b@x.org|2025-01-04|5.50|cup|tea",
    ]),
  );
  expect(orders.output_to_streams.transaction!.data_map).toMatchObject({
    product_राम: { column_name: "Product राम" },
    product_रमा: { column_name: "Product रमा" },
  });
  const people = proposeDataset(
    previewOf("customers", ["Email|สี|สิ|عَلَم|عِلْم", "a@x.org|red|one|x|q", "b@x.org|blue|two|y|r"]),
  );
  expect(people.output_to_traits).toEqual({
    column_สี: { column_name: "สี" },
    column_สิ: { column_name: "สิ" },
    column_عَلَم: { column_name: "عَلَم" },
    column_عِلْم: { column_name: "عِلْم" },
  });
});

test("actions in other scripts have a stream each", () => {
  const { output_to_streams } = proposeDataset(
    previewOf("data", [
      "user_id|event|timestamp",
      "1|खरीद|2025-01-03",
      "2|खरोद|2025-01-04",
      "1|page view|2025-01-05",
    ]),
  );
  const actions = Object.entries(output_to_streams).map(([name, { conditions }]) => [name, conditions]);
  const only = (action: string) => [{ column_name: "event", _in: [action] }];
  expect(actions).toEqual([
    ["page_view", only("page view")],
    ["event", only("खरीद")],
    ["event_2", only("खरोद")],
  ]);
});
