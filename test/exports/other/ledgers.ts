// Layouts of tills, ledgers, subscriptions and customer relations.

import { workbookOf } from "../../support/zip.js";
import { type Layout, layout } from "./layouts.js";
import { countsOf, goodsOf, grossOfRefunds, isCounted, type Order, orders, paidOf, totalOf } from "./shop.js";
import { type Cell, csv, date, moment, money, time } from "./table-text.js";

/** Orders of a till, which has neither carriage nor states. */
const sold = orders.filter(isCounted);
const goods = countsOf(sold, goodsOf);
const linesOf = (row: (order: Order, line: Order["lines"][number], i: number) => Cell[]) =>
  sold.flatMap((order) => order.lines.map((line, i) => row(order, line, i)));

/** Returned pieces are rows of the same receipt; the last row is a total. */
const germanTill = csv(
  "Belegnr|Datum|Uhrzeit|Kundennr|Artikelnr|Bezeichnung|Warengruppe|Menge|Einzelpreis|Rabatt|Gesamt|Zahlungsart",
  [
    ...sold.flatMap((order) => {
      const row = (line: Order["lines"][number], sign: number): Cell[] => [
        ...[order.number, date.german(order.time), time(order.time), `K${order.customer.id}`, line.sku],
        ...[
          line.name,
          line.category,
          sign * line.quantity,
          money.german(line.price),
          money.german(line.discount),
        ],
        ...[money.german(sign * totalOf(line)), "Karte"],
      ];
      const lines = order.lines.map((line) => row(line, 1));
      return order.state === "partly" && order.lines.length > 1
        ? [...lines, row(order.lines[0]!, -1)]
        : lines;
    }),
    [
      "Gesamt",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      money.german(sold.reduce((sum, order) => sum + goodsOf(order), 0)),
      "",
    ],
  ],
  ";",
);
const returned = (order: Order): number =>
  order.state === "partly" && order.lines.length > 1 ? totalOf(order.lines[0]!) : 0;
const germanCounts = countsOf(
  sold.filter((order) => goodsOf(order) > returned(order)),
  (order) => goodsOf(order) - returned(order),
);

const frenchTill = csv(
  "N° ticket|Date|Heure|Magasin|Code client|Nom|Prénom|Désignation|Rayon|Qté|PU TTC|Remise|Total TTC|Mode de règlement",
  linesOf((order, line) => [
    ...[`T${order.number}`, date.french(order.time), time(order.time).slice(0, 5).replace(":", "h"), "Lyon"],
    ...[
      order.customer.id,
      order.customer.last,
      order.customer.first,
      line.name,
      line.category,
      line.quantity,
    ],
    ...[money.french(line.price), money.french(line.discount), money.french(totalOf(line)), "CB"],
  ]),
  ";",
);

/** Without a total of the line: it follows from quantity, price and discount. */
const spanishTill = csv(
  "Nº ticket|Fecha|Hora|Tienda|DNI cliente|Artículo|Familia|Cantidad|Precio unitario|Descuento|Forma de pago",
  linesOf((order, line) => [
    ...[order.number, date.french(order.time), time(order.time), "Sol", `${order.customer.id}K`, line.name],
    ...[line.category, line.quantity, money.german(line.price), money.german(line.discount), "Tarjeta"],
  ]),
  ";",
);

/** Whole amounts with a separator of thousands, of which some would also be decimals. */
const whole = (order: Order): number => Math.round(goodsOf(order) / 100) * 100;
const dutchInvoices = csv(
  "Factuurnummer|Factuurdatum|Klantnummer|Klantnaam|Status|Totaalbedrag",
  sold.map((order) => [
    ...[
      `F${order.number}`,
      date.french(order.time).replaceAll("/", "-"),
      order.customer.id,
      order.customer.last,
    ],
    ...["Betaald", (whole(order) / 100).toLocaleString("de-DE")],
  ]),
  ";",
);

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const year = sold.filter(({ time }) => time.getUTCFullYear() === 2025);
const workbook = workbookOf({
  sheets: [
    { name: "Notes", rows: [["Sales of the shop"], ["Made by the till"]] },
    ...months.map((name, month) => {
      const of = year.filter(({ time }) => time.getUTCMonth() === month);
      const total = of.reduce((sum, order) => sum + paidOf(order), 0);
      return {
        name,
        rows: [
          ["Invoice", "Date", "Customer No", "Customer", "Amount", "Paid by"],
          ...of.map((order) => [
            ...[`I${order.number}`, date.iso(order.time), String(order.customer.id), order.customer.last],
            ...[paidOf(order) / 100, "Card"],
          ]),
          ["Total", null, null, null, total / 100],
        ],
      };
    }),
  ],
});

const hubspotDeals = csv(
  "Record ID|Deal Name|Deal Stage|Pipeline|Close Date|Create Date|Amount|Deal owner|Associated Contact IDs|Associated Contact|Last Activity Date|Deal probability",
  orders.map((order) => [
    ...[
      order.number,
      `Deal ${order.number}`,
      isCounted(order) ? "Closed Won" : stageOf(order),
      "Sales Pipeline",
    ],
    ...[moment(order.time).slice(0, 16), moment(new Date(order.time.getTime() - 86_400_000)).slice(0, 16)],
    ...[
      money.plain(paidOf(order)),
      "Eva Lake",
      order.customer.id,
      `${order.customer.first} (${order.customer.email})`,
    ],
    ...["2026-02-01 10:00", isCounted(order) ? 1 : 0],
  ]),
);
function stageOf({ state }: Order): string {
  return state === "cancelled"
    ? "Closed Lost"
    : state === "failed"
      ? "Appointment Scheduled"
      : "Contract Sent";
}

const salesforce = csv(
  "Opportunity ID|Opportunity Name|Account ID|Account Name|Type|Stage|Amount|Probability (%)|Close Date|Created Date|Lead Source|Next Step",
  orders.map((order) => [
    ...[`006${order.number}`, `Opp ${order.number}`, `001${order.customer.id}`, `${order.customer.last} Ltd`],
    ...[
      "Existing Business",
      isCounted(order)
        ? "Closed Won"
        : stageOf(order) === "Closed Lost"
          ? "Closed Lost"
          : "Negotiation/Review",
    ],
    ...[
      money.plain(paidOf(order)),
      isCounted(order) ? 100 : 20,
      date.american(order.time),
      date.american(order.time),
    ],
    ...["Web", ""],
  ]),
);

/** A deal counts on the day that it was won. */
const starts = orders.slice(0, 60);
const endOf = (order: Order, i: number): Date | null =>
  i % 3 === 0 ? new Date(order.time.getTime() + 40 * 86_400_000) : null;
const chargebee = csv(
  "subscriptions.id|customers.id|customers.email|customers.first_name|subscriptions.plan_id|subscriptions.status|subscriptions.plan_amount|subscriptions.currency_code|subscriptions.created_at|subscriptions.started_at|subscriptions.cancelled_at|subscriptions.cancel_reason_code|subscriptions.current_term_end|subscriptions.mrr",
  starts.map((order, i) => {
    const end = endOf(order, i);
    return [
      ...[`sub${order.number}`, `c${i}`, `c${i}@mail.example`, order.customer.first, i % 2 ? "pro" : "basic"],
      ...[end ? "cancelled" : "active", money.plain(990), "EUR", moment(order.time), moment(order.time)],
      ...[
        end ? moment(end) : "",
        end ? "too_expensive" : "",
        moment(new Date(Date.UTC(2026, 8, 1))),
        money.plain(990),
      ],
    ];
  }),
);
const recurly = csv(
  "subscription_id|account_code|account_email|plan_code|state|unit_amount|quantity|currency|trial_started_at|trial_ends_at|activated_at|canceled_at|expires_at|current_period_started_at|current_period_ends_at",
  starts.map((order, i) => {
    const end = endOf(order, i);
    return [
      ...[
        `s${order.number}`,
        `a${i}`,
        `c${i}@mail.example`,
        i % 2 ? "pro" : "basic",
        end ? "expired" : "active",
      ],
      ...[
        money.plain(990),
        1,
        "EUR",
        "",
        "",
        moment(order.time),
        end ? moment(end) : "",
        end ? moment(end) : "",
      ],
      ...[moment(order.time), moment(new Date(Date.UTC(2026, 8, 1)))],
    ];
  }),
);
const started = { events: 60, customers: 60, repeat_customers: 0, value_total: 60 * 9.9 };

/** Card payments in the layout of public tables. */
const cards = csv(
  "Cust_ID|trans_date|tran_amount",
  sold.map((order) => [
    `CS${order.customer.id}`,
    date.french(order.time).replaceAll("/", "-"),
    money.plain(paidOf(order)),
  ]),
);

const gym = csv(
  "Mitgliedsnr.|Name|Tarif|Check-in|Check-out|Studio",
  sold.map((order) => [
    ...[order.customer.id, `${order.customer.first} ${order.customer.last}`, "Gold"],
    ...[`${date.german(order.time)} ${time(order.time)}`, `${date.german(order.time)} 23:00:00`, "Mitte"],
  ]),
  ";",
);

const bank = csv(
  "Account Number|Transaction Date|Value Date|Transaction Details|Debit|Credit|Balance",
  sold.map((order, i) => [
    ...[`DE00${order.customer.id}`, date.american(order.time), date.american(order.time), `Payment ${i}`],
    ...[
      i % 4 ? money.plain(paidOf(order)) : "",
      i % 4 ? "" : money.plain(paidOf(order)),
      money.plain(10_000 + i),
    ],
  ]),
);

const transfers = csv(
  "tx_hash|sender|receiver|block_time|value_usd",
  sold.map((order) => [
    ...[
      `0x${order.number}`,
      `0xa${order.customer.id}`,
      "0xb0",
      moment(order.time),
      money.plain(paidOf(order)),
    ],
  ]),
);

const enrolments = csv(
  "enrolment_id|time|source|event|object",
  sold.flatMap((order, i) => [
    [order.customer.id, moment(order.time), "browser", i % 3 ? "video" : "problem", `o${i}`],
    [order.customer.id, moment(new Date(order.time.getTime() + 60_000)), "server", "access", `p${i}`],
  ]),
);

const donations = csv(
  "Gift ID|Donor ID|Donor Name|Gift Date|Gift Amount|Fund|Appeal|Gift Type",
  sold.map((order) => [
    ...[order.number, order.customer.id, `${order.customer.first} ${order.customer.last}`],
    ...[date.american(order.time), money.american(paidOf(order)), "Annual", "Mail", "Cash"],
  ]),
);

const salesTotals = csv("Order ID|Order date|Customer e-mail|Financial Status|Fulfilment Status|Amount", [
  ...orders.map((order) => [
    ...[order.number, date.american(order.time), order.customer.email],
    ...[isCounted(order) ? (order.state === "pending" ? "pending" : "paid") : "refunded", "shipped"],
    money.american(paidOf(order)),
  ]),
  ["Grand total", "", "", "", "", money.american(orders.reduce((sum, order) => sum + paidOf(order), 0))],
]);

const { value_total: _, ...visits } = countsOf(sold, () => 0);

export const ledgers: Record<string, Layout> = {
  "German till with returns and a total": layout("kasse.csv", germanTill, germanCounts),
  "French till": layout("ventes.csv", frenchTill, goods),
  "Spanish till without totals": layout("tpv.csv", spanishTill, goods),
  "Dutch invoices, whole amounts": layout("facturen.csv", dutchInvoices, countsOf(sold, whole)),
  "Workbook with a sheet for each month": layout("sales 2025.xlsx", workbook, countsOf(year, paidOf)),
  "HubSpot deals": layout("hubspot-crm-exports-all-deals.csv", hubspotDeals, grossOfRefunds),
  "Salesforce opportunities": layout("report1700.csv", salesforce, grossOfRefunds),
  "Chargebee subscriptions": layout("Subscriptions.csv", chargebee, started, { stream: "subscription" }),
  "Recurly subscriptions": layout("subscriptions.csv", recurly, started, { stream: "subscription" }),
  "Card payments": layout("Retail_Data_Transactions.csv", cards, grossOfRefunds),
  "Visits of a gym": layout("checkins.csv", gym, visits, { stream: "visit" }),
  Donations: layout("gifts.csv", donations, grossOfRefunds, { stream: "donation" }),
  Transfers: layout("transfers.csv", transfers, grossOfRefunds),
  "Orders with a total below": layout("export.csv", salesTotals, grossOfRefunds),
};
/** One row per customer, no dates and no key. */
export const bankMarketing = layout(
  "bank.csv",
  csv(
    "age|job|marital|education|default|balance|housing|loan|contact|day|month|duration|campaign|pdays|previous|poutcome|y",
    orders.map(({ number, customer }, i) => [
      ...[
        30 + (i % 40),
        ["admin.", "technician", "retired"][i % 3]!,
        i % 2 ? "married" : "single",
        "secondary",
      ],
      ...[
        "no",
        (i * 37) % 2000,
        i % 2 ? "yes" : "no",
        "no",
        "cellular",
        1 + (number % 28),
        "may",
        customer.id,
      ],
      ...[1 + (i % 4), -1, 0, i % 5 ? "unknown" : "success", i % 7 ? "no" : "yes"],
    ]),
    ";",
  ),
  visits,
);

/** Files whose customer only their owner knows, and the column that is one. */
export const inDoubt: Record<string, [layout: Layout, column: string]> = {
  "Entries of accounts": [layout("entries.csv", bank, visits), "Account Number"],
  "Log of a course": [layout("log.csv", enrolments, visits), "enrolment_id"],
};
