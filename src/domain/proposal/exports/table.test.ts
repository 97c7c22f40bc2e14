import { expect, test } from "vitest";
import { columnsOfStream, mappingFaults } from "../../data/stream-mapping.js";
import { previewOf } from "../fixtures.js";
import { proposeDataset } from "../propose.js";
import { knownExports } from "./table.js";

/** Header and rows of a made-up file, and by stream the key, the date and the value of an event. */
type Sample = [
  title: string,
  lines: string[],
  streams: Record<string, string>,
  people: Record<string, string>,
];

const samples: Sample[] = [
  [
    "Shopify orders",
    [
      "Name|Email|Financial Status|Created at|Total|Refunded Amount|Lineitem name|Lineitem quantity|Billing Name|Cancelled at|Id",
      "#1|ada@x.org|paid|2025-01-03 10:00:00 +0100|10.00|0.00|Soap|1|Ada Byron||1",
      "#1|ada@x.org||2025-01-03 10:00:00 +0100||||1|||",
    ],
    { transaction: "Name; Created at; Total - Refunded Amount" },
    { billing: "Email, Billing Name" },
  ],
  [
    "Shopify customers",
    [
      "Customer ID|First Name|Last Name|Email|Accepts Email Marketing|Total Spent|Total Orders",
      "'1|Ada|Byron|ada@x.org|yes|10|1",
    ],
    {},
    { customer: "Email, First Name, Last Name" },
  ],
  [
    "WooCommerce orders",
    [
      "order_id|order_date|status|order_total|billing_email|refund_items|Product Item 1 Name|Product Item 2 Name",
      "1|2025-01-03 10:00:00|completed|10.00|ada@x.org||Tea|Cup",
    ],
    { transaction: "order_id; order_date; order_total - refund_items" },
    { billing: "billing_email" },
  ],
  [
    "WooCommerce orders",
    [
      "Order Number|Order Status|Order Date|Email (Billing)|Order Total Amount|Order Refund Amount|Item Name|Quantity (- Refund)",
      "7|Completed|2025-01-03 10:00|ada@x.org|10.00||Tea|1",
      "7|Completed|2025-01-03 10:00|ada@x.org|10.00||Cup|2",
    ],
    { transaction: "Order Number; Order Date; Order Total Amount - Order Refund Amount" },
    { billing: "Email (Billing)" },
  ],
  [
    "WooCommerce orders (analytics)",
    [
      "Date|Order #|N. Revenue|Status|Customer|Customer type|Product(s)|Items sold|Coupon(s)",
      "2025-01-03|7|10|completed|Ada|new|1× Tea|1|",
    ],
    { transaction: "Order #; Date; N. Revenue" },
    {},
  ],
  [
    "Magento orders",
    [
      "ID|Purchase Point|Purchase Date|Bill-to Name|Ship-to Name|Grand Total (Base)|Grand Total (Purchased)|Status|Customer Email|Total Refunded",
      "000000017|Main|Jan 3, 2025 9:59:00 AM|Ada Byron|Ada Byron|47.00|47.00|complete|ada@x.org|",
    ],
    { transaction: "ID; Purchase Date; Grand Total (Purchased) - Total Refunded" },
    { billing: "Customer Email, Bill-to Name" },
  ],
  [
    "BigCommerce orders",
    [
      "Order ID|Customer ID|Customer Email|Order Date|Order Time|Order Status|Order Total (inc tax)|Refund Amount|Billing Last Name",
      "100|5|ada@x.org|01/03/2025|10:00:00|Completed|47.00|0.00|Byron",
    ],
    { transaction: "Order ID; Order Date + Order Time; Order Total (inc tax) - Refund Amount" },
    { billing: "Customer Email, Billing Last Name" },
  ],
  [
    "Squarespace orders",
    [
      "Order ID|Email|Financial Status|Created at|Total|Amount Refunded|Lineitem name|Lineitem quantity|Lineitem variant|Cancelled at",
      "1|ada@x.org|PAID|2025-01-03 10:00:00 -0500|10.00|0.00|Soap|1|Green|",
    ],
    { transaction: "Order ID; Created at; Total - Amount Refunded" },
    { billing: "Email" },
  ],
  [
    "Stripe payments",
    [
      "id|Created date (UTC)|Amount|Amount Refunded|Currency|Status|Customer ID|Customer Email",
      "ch_1|2025-01-03 10:00|47.00|0.00|usd|Paid|cus_1|ada@x.org",
    ],
    { transaction: "id; Created date (UTC); Amount - Amount Refunded" },
    { customer: "Customer Email", account: "Customer ID" },
  ],
  [
    "Stripe subscriptions",
    [
      "id|Customer ID|Customer Email|Plan|Amount|Status|Start (UTC)|Canceled At (UTC)|Ended At (UTC)",
      "sub_1|cus_1|ada@x.org|team|98.00|active|2025-01-03 10:00||",
    ],
    { subscription: "id; Start (UTC); Amount", cancellation: "id; Ended At (UTC); " },
    { customer: "Customer ID, Customer Email" },
  ],
  [
    "Square item sales",
    [
      "Date|Time|Category|Item|Qty|Gross Sales|Discounts|Net Sales|Tax|Transaction ID|Event Type|Customer ID",
      "2025-01-03|10:00:00|Tea|Green|1.0|$4.00|$0.00|$4.00|$0.30|t1|Payment|c1",
    ],
    { transaction: "Transaction ID; Date + Time; sum of Net Sales" },
    { customer: "Customer ID" },
  ],
  [
    "Square transactions",
    [
      "Date|Time|Gross Sales|Net Sales|Total Collected|Transaction ID|Event Type|Customer ID|Customer Name",
      "2025-01-03|10:00:00|$4.00|$4.00|$4.30|t1|Payment|c1|Ada",
    ],
    { transaction: "Transaction ID; Date + Time; sum of Net Sales" },
    { customer: "Customer ID, Customer Name" },
  ],
  [
    "PayPal activity",
    [
      "Date|Time|TimeZone|Name|Type|Status|Currency|Gross|Fee|Net|From Email Address|To Email Address|Transaction ID",
      "01/03/2025|10:00:00|PST|Ada Byron|Express Checkout Payment|Completed|USD|47.00|-1.66|45.34|ada@x.org|shop@x.org|1AB",
    ],
    { transaction: "Transaction ID; Date + Time; Gross" },
    { customer: "From Email Address, Name" },
  ],
  [
    "PayPal activity",
    [
      "Datum|Uhrzeit|Zeitzone|Name|Typ|Status|Währung|Brutto|Gebühr|Netto|Absender E-Mail-Adresse|Empfänger E-Mail-Adresse|Transaktionscode",
      "03.01.2025|10:00:00|Europe/Berlin|Ada Byron|Express-Zahlung|Abgeschlossen|EUR|47,00|-1,66|45,34|ada@x.org|shop@x.org|1AB",
    ],
    { transaction: "Transaktionscode; Datum + Uhrzeit; Brutto" },
    { customer: "Absender E-Mail-Adresse, Name" },
  ],
  [
    "Amazon orders",
    [
      "order-id|order-item-id|purchase-date|buyer-email|buyer-name|sku|product-name|quantity-purchased|item-price|shipping-price",
      "111-1|1|2025-01-03T10:00:00+00:00|a1@marketplace.amazon.com|Ada Byron|T-1|Tea|1|10.00|2.00",
    ],
    { transaction: "order-id; purchase-date; item-price + shipping-price" },
    { buyer: "buyer-email, buyer-name" },
  ],
  [
    "Amazon orders (all orders report)",
    [
      "amazon-order-id|purchase-date|order-status|sku|quantity|item-price|ship-city",
      "111-1|2025-01-03T10:00:00+00:00|Shipped|T-1|1|10.00|Boise",
    ],
    { transaction: "amazon-order-id; purchase-date; sum of item-price" },
    {},
  ],
  [
    "Etsy orders",
    [
      "Sale Date|Order ID|Buyer User ID|Full Name|Number of Items|Ship City|Order Value|Order Total|Status",
      "01/03/25|300|ada1|Ada Byron|1|Boise|40.00|48.00|Completed",
    ],
    { transaction: "Order ID; Sale Date; Order Total" },
    { buyer: "Buyer User ID, Full Name, Ship City" },
  ],
  [
    "Etsy order items",
    [
      "Sale Date|Item Name|Buyer|Quantity|Price|Discount Amount|Item Total|Transaction ID|Order ID|Ship Name",
      "01/03/25|Mug|ada1|1|12.00|2.00|12.00|1|300|Ada Byron",
    ],
    { transaction: "Order ID; Sale Date; Item Total - Discount Amount" },
    { buyer: "Buyer, Ship Name" },
  ],
  [
    "eBay orders",
    [
      "Sales Record Number|Order Number|Buyer Username|Buyer Name|Item Title|Quantity|Sold For|Total Price|Sale Date",
      "1|12-1|ada1|Ada Byron|Mug|1|$9.00|$12.00|Jan-03-25",
    ],
    { transaction: "Order Number; Sale Date; Total Price" },
    { buyer: "Buyer Username, Buyer Name" },
  ],
  [
    "Klaviyo events",
    [
      "Metric|Timestamp|Person//Email|$event_id|$value|OrderId|ItemNames",
      'Placed Order|2025-01-03 10:00:00|ada@x.org|1|10.00|#1|["Tea"]',
      "Opened Email|2025-01-04 10:00:00|ada@x.org|2|||",
    ],
    { transaction: "OrderId; Timestamp; $value", email_opened: "; Timestamp; " },
    { customer: "Person//Email" },
  ],
  [
    "Klaviyo profiles",
    [
      "Email|Klaviyo ID|First Name|Last Name|Phone Number|Country|Profile Created On",
      "ada@x.org|01H|Ada|Byron|+18025550182|US|2025-01-03 10:00:00",
    ],
    { sign_up: "; Profile Created On; " },
    { customer: "Email, Phone Number, First Name, Last Name, Country" },
  ],
  [
    "Mailchimp audience",
    [
      "Email Address|First Name|Last Name|MEMBER_RATING|OPTIN_TIME|CC|LEID|TAGS",
      "ada@x.org|Ada|Byron|2|2025-01-03 10:00:00|US|1|vip",
    ],
    { sign_up: "; OPTIN_TIME; " },
    { customer: "Email Address, First Name, Last Name" },
  ],
  [
    "Olist orders",
    [
      "order_id|customer_id|order_status|order_purchase_timestamp|order_approved_at",
      "a|b|delivered|2017-10-02 10:56:33|2017-10-02 11:07:15",
    ],
    { transaction: "order_id; order_purchase_timestamp; " },
    { customer: "customer_id" },
  ],
  [
    "Olist customers",
    [
      "customer_id|customer_unique_id|customer_zip_code_prefix|customer_city|customer_state",
      "b|u|14409|franca|SP",
    ],
    {},
    { person: "customer_unique_id", order: "customer_id" },
  ],
  [
    "Olist order items",
    ["order_id|order_item_id|product_id|seller_id|price|freight_value", "a|1|p|s|58.90|13.29"],
    {},
    {},
  ],
  [
    "Olist order payments",
    ["order_id|payment_sequential|payment_type|payment_value", "a|1|credit_card|72.19"],
    {},
    {},
  ],
  [
    "UCI Online Retail",
    [
      "InvoiceNo|StockCode|Description|Quantity|InvoiceDate|UnitPrice|CustomerID|Country",
      "536365|85123A|HEART|6|2010-12-01 08:26:00|2.55|17850|United Kingdom",
      "C536379|D|Discount|-1|2010-12-01 09:41:00|27.5|14527|United Kingdom",
    ],
    {
      transaction: "InvoiceNo; InvoiceDate; Quantity × UnitPrice",
      refund: "InvoiceNo; InvoiceDate; Quantity × UnitPrice",
    },
    { customer: "CustomerID" },
  ],
  [
    "UCI Online Retail",
    [
      "Invoice|StockCode|Description|Quantity|InvoiceDate|Price|Customer ID|Country",
      "489434|85048|BALL|12|2009-12-01 07:45:00|6.95|13085|United Kingdom",
    ],
    {
      transaction: "Invoice; InvoiceDate; Quantity × Price",
      refund: "Invoice; InvoiceDate; Quantity × Price",
    },
    { customer: "Customer ID" },
  ],
  [
    "CDNOW",
    ["customer_id|date|cds|value", "00001|1997-01-01|1|11.77"],
    { transaction: "; date; value" },
    { customer: "customer_id" },
  ],
  [
    "Google Analytics 4 events",
    [
      "event_date|event_timestamp|event_name|user_pseudo_id|user_id|ecommerce.transaction_id|ecommerce.purchase_revenue",
      "20250103|1735898400000000|purchase|1.2||T1|10.00",
      "20250103|1735898400000000|page_view|1.2|||",
    ],
    {
      transaction: "ecommerce.transaction_id; event_timestamp; ecommerce.purchase_revenue",
      page_view: "; event_timestamp; ",
    },
    { user: "user_id", browser: "user_pseudo_id" },
  ],
  [
    "Complete Journey transactions",
    [
      "household_id|store_id|basket_id|product_id|quantity|sales_value|transaction_timestamp",
      "1|2|3|4|1|3.86|2017-01-28 14:06:53",
    ],
    { transaction: "basket_id; transaction_timestamp; sum of sales_value" },
    { household: "household_id" },
  ],
];

const inWords = (field: unknown): string => {
  const { column_name, columns, combine, aggregate } = field as Record<string, string> & {
    columns?: { column_name: string }[];
  };
  if (!columns) return `${aggregate === "sum" ? "sum of " : ""}${column_name}`;
  const sign = { product: " × ", sum: " + ", difference: " - " }[combine ?? "sum"] ?? " + ";
  return columns.map((part) => part.column_name).join(sign);
};

test.each(samples)("%s", (title, lines, streams, people) => {
  const { recognised, output_to_streams, identity_sets, questions } = proposeDataset(
    previewOf("data", lines),
  );
  expect(recognised?.title).toBe(title);
  const described = Object.entries(output_to_streams).map(([name, { event_key = [], data_map }]) => [
    name,
    `${event_key.join()}; ${inWords(data_map.datetime)}; ${data_map.value ? inWords(data_map.value) : ""}`,
  ]);
  expect(Object.fromEntries(described)).toEqual(streams);
  const sets = Object.entries(identity_sets).map(([name, set]) => [
    name,
    Object.values(set).flat().join(", "),
  ]);
  expect(Object.fromEntries(sets)).toEqual(people);
  expect(questions.filter(({ column_name }) => column_name === undefined)).toEqual([]);
  expect(mappingFaults(output_to_streams)).toEqual([]);
  const header = lines[0]!.split("|");
  for (const stream of Object.values(output_to_streams))
    expect(header).toEqual(expect.arrayContaining(columnsOfStream(stream)));
});

test("an order of WooCommerce with many items has them all", () => {
  const items = Array.from({ length: 23 }, (_, i) => `Product Item ${i + 1} Name`);
  const header = ["order_id", "order_date", "status", "order_total", "billing_email", ...items];
  const row = ["1", "2025-01-03", "completed", "10.00", "ada@x.org", ...items.map((_, i) => `Tea ${i}`)];
  const { output_to_streams } = proposeDataset(previewOf("data", [header.join("|"), row.join("|")]));
  expect(output_to_streams.transaction!.data_map.product).toMatchObject({
    columns: items.map((column_name) => ({ column_name })),
  });
});

test("the recipient of a gift is not the customer", () => {
  const { identity_sets } = proposeDataset(
    previewOf("data", [
      "Name|Email|Financial Status|Created at|Total|Lineitem name|Lineitem quantity|Billing Name|Billing Zip|Shipping Name|Shipping Zip",
      "#1|ada@x.org|paid|2025-01-03 10:00:00 +0100|10.00|Soap|1|Ada Byron|05401|Cy Young|83701",
    ]),
  );
  expect(Object.keys(identity_sets)).toEqual(["billing"]);
});

test("order and case of columns do not matter", () => {
  const header = [
    "Name",
    "Email",
    "Financial Status",
    "Created at",
    "Total",
    "Lineitem name",
    "Lineitem quantity",
  ];
  const shuffled = header.toReversed().map((name) => name.toUpperCase().replaceAll(" ", "_"));
  const { recognised, output_to_streams } = proposeDataset(
    previewOf("data", [shuffled.join("|"), "1|Tea|5|2025-01-01|paid|a@b.co|#1"]),
  );
  expect(recognised?.title).toBe("Shopify orders");
  expect(output_to_streams.transaction?.event_key).toEqual(["NAME"]);
});

test("every mapping of the table fits together", () => {
  for (const { required, title } of knownExports) {
    const { recognised } = proposeDataset(
      previewOf("data", [required.join("|"), required.map(() => "1").join("|")]),
    );
    expect(recognised?.title).toBe(title);
  }
});

const paypalReports: [string, string[], string[], string[]][] = [
  [
    "Date|Time|TimeZone|Name|Type|Status|Currency|Gross|From Email Address|Transaction ID|Reference Txn ID",
    ["Express Checkout Payment", "Completed"],
    ["Payment Refund", "Payment Reversal"],
    ["Payment Hold", "Payment Release", "General Currency Conversion", "General Withdrawal"],
  ],
  [
    "Datum|Uhrzeit|Zeitzone|Name|Typ|Status|Währung|Brutto|Absender E-Mail-Adresse|Transaktionscode|Zugehöriger Transaktionscode",
    ["PayPal Express-Zahlung", "Abgeschlossen"],
    ["Rückzahlung", "Zahlungsstornierung"],
    ["Einbehaltung für offene Autorisierung", "Allgemeine Währungsumrechnung", "Allgemeine Abbuchung"],
  ],
  [
    "Date|Heure|Fuseau horaire|Nom|Type|État|Devise|Avant commission|De l'adresse email|Numéro de transaction|Numéro de la transaction de référence",
    ["Paiement Express Checkout", "Terminé"],
    ["Remboursement de paiement", "Annulation de paiement"],
    [
      "Suspension de paiement",
      "Fin de suspension de paiement",
      "Conversion de devise standard",
      "Virement standard",
    ],
  ],
  [
    "Fecha|Hora|Zona horaria|Nombre|Tipo|Estado|Divisa|Bruto|Correo electrónico del remitente|Id. de transacción|Id. de referencia de trans.",
    ["Pago de Pago exprés", "Completado"],
    ["Reembolso de pago", "Anulación de pago"],
    ["Retención de pago", "Liberación de pago", "Conversión de divisas general", "Retirada general"],
  ],
  [
    "Data|Godzina|Strefa czasowa|Nazwa|Typ|Stan|Waluta|Brutto|Adres e-mail nadawcy|Identyfikator transakcji|Identyfikator transakcji referencyjnej",
    ["Płatność z ekspresowym kasowaniem", "Zakończono"],
    ["Zwrot płatności", "Wycofanie płatności"],
    ["Wstrzymanie płatności", "Zwolnienie płatności", "Ogólne przeliczanie walut", "Wypłata ogólna"],
  ],
  [
    "Tarih|Saat|Saat Dilimi|Ad|Tür|Durum|Para birimi|Brüt|Gönderenin E-posta Adresi|İşlem No|Referans İşlem No",
    ["Hızlı Ödeme", "Tamamlandı"],
    ["Ödeme Para İadesi", "Ödeme İptali"],
    ["Ödeme Bekletme", "Genel Para Birimi Dönüştürme", "Genel Para Çekme"],
  ],
];

test.each(paypalReports)(
  "PayPal: of %s payments alone count, less what was given back",
  (header, sale, back, others) => {
    const row = "03/01/2025|10:00:00|CET|Ada|x|x|EUR|47.00|ada@x.org|1AB|";
    const { recognised, output_to_streams: streams } = proposeDataset(previewOf("data", [header, row]));
    expect(recognised?.platform).toBe("paypal");
    const { conditions, event_conditions, refunds } = streams.transaction!;
    const says = (pattern: unknown, text: string) =>
      new RegExp(String(pattern).replace("(?i)", ""), "iu").test(text);
    const [, movement] = conditions!;
    const [payment, status] = sale as [string, string];
    expect(says(movement!._nmatches, payment)).toBe(false);
    expect(says(event_conditions![0]!._matches, status)).toBe(true);
    for (const kind of [...back, ...others]) expect(says(movement!._nmatches, kind), kind).toBe(true);
    for (const kind of back) expect(says(refunds!.conditions[0]!._matches, kind), kind).toBe(true);
    for (const kind of others) expect(says(refunds!.conditions[0]!._matches, kind), kind).toBe(false);
    expect(refunds).toMatchObject({ event_key: [header.split("|").at(-1)] });
  },
);
