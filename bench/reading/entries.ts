// Entries of an export: what a program knows of each of its rows, before anything is written. The truth of a
// file follows from the same orders.

import type { Draw } from "./draw.js";
import type { Layout } from "./layout.js";
import { type Buyer, goodsOf, type Item, lineTotalOf, type Order, totalOf } from "./ledger.js";
import {
  type ColumnRole,
  kindNames,
  type Language,
  paymentSteps,
  type State,
  stateNames,
  yesNo,
} from "./words.js";

export type Value = string | { cents: number; currency: string } | { at: number } | { units: number };
export type Entry = Partial<Record<ColumnRole, Value>>;

/** The words that the program uses, one for each meaning. */
interface Vocabulary {
  states: (state: State) => string;
  kinds: ReturnType<typeof kindNames>;
  steps: ReturnType<typeof paymentSteps>[number];
  yes: string;
  no: string;
  guest: string;
}

const vocabularyOf = (draw: Draw, language: Language): Vocabulary => {
  const states = new Map<State, string>();
  const program = draw.whole(0, 59);
  const [yes, no] = draw.chance(0.4)
    ? draw.pick([
        ["1", "0"],
        ["true", "false"],
        ["Y", "N"],
      ])
    : yesNo[language].split("|");
  return {
    states: (state) => {
      if (!states.has(state)) states.set(state, draw.pick(stateNames(language, state)));
      return states.get(state)!;
    },
    kinds: kindNames(language, program),
    steps: draw.pick(paymentSteps(language)),
    yes: yes!,
    no: no!,
    guest: draw.pick(["guest", "Guest", "GUEST", "-", "n/a"]),
  };
};

export interface Entries {
  rows: Entry[];
  /** Roles of the columns, those of customers included. */
  roles: ColumnRole[];
}

export const entriesOf = (draw: Draw, layout: Layout, orders: readonly Order[]): Entries => {
  const words = vocabularyOf(draw, layout.language);
  const roles = rolesOf(draw, layout);
  const has = new Set(roles);
  const make = { draw, layout, words, has } satisfies Making;
  const rows =
    layout.form === "journal"
      ? orders.flatMap((order) => stepsOf(make, order))
      : layout.form === "documents"
        ? documentsOf(make, orders)
        : orders.flatMap((order) => rowsOf(make, order));
  const isLate = draw.chance(0.5);
  const byTime = rows.map((row, i) => ({ row, i, at: timeOf(row) }));
  const moved = layout.form !== "first" && layout.form !== "headed" && isLate;
  const ordered = moved ? byTime.toSorted((a, b) => a.at - b.at || a.i - b.i) : byTime;
  return { rows: ordered.map(({ row }) => row), roles };
};

const timeOf = ({ date }: Entry): number => (typeof date === "object" && "at" in date ? date.at : 0);

interface Making {
  draw: Draw;
  layout: Layout;
  words: Vocabulary;
  has: ReadonlySet<ColumnRole>;
}

const rolesOf = (draw: Draw, layout: Layout): ColumnRole[] => {
  const { form, who, ledger, states, refunds, currency } = layout;
  const some = (share: number, ...roles: ColumnRole[]) => (draw.chance(share) ? roles : []);
  const hasItems = form !== "orders" && form !== "journal" && form !== "documents";
  const isPriced = form === "priced";
  const hasTotal = !["lines", "priced", "till"].includes(form);
  const isNetOnly = hasTotal && form !== "journal" && draw.chance(0.07);
  const buyer: Record<Layout["who"], ColumnRole[]> = {
    id: ["customer"],
    email: ["email"],
    both: ["customer", "email"],
    idAndName: ["customer", "name", ...some(0.5, "postcode", "city")],
    names: ["first", "last", "postcode", "city"],
    name: ["name"],
  };
  return [
    ...(layout.hasNumber ? (["order"] as const) : []),
    ...(form === "documents" && draw.chance(0.8) ? (["original"] as const) : []),
    "date" as const,
    ...(layout.hasClock ? (["time"] as const) : []),
    ...(form === "journal" || form === "documents" || refunds === "typedRows" ? (["kind"] as const) : []),
    ...(states === "status" || states === "two" ? (["status"] as const) : []),
    ...(states === "two" ? (["shipment"] as const) : []),
    ...(states === "flag" ? (["cancelled"] as const) : []),
    ...(states === "date" ? (["cancelledAt"] as const) : []),
    ...buyer[who],
    ...(who === "both" ? some(0.3, "first", "last") : []),
    ...(who === "email" ? some(0.3, "name") : []),
    ...some(0.15, "phone"),
    ...some(0.2, "country"),
    ...(currency === "one" || currency === "several" ? (["currency"] as const) : []),
    ...(hasItems ? (["product", ...some(0.5, "sku"), "quantity"] as const) : []),
    ...(hasItems ? some(0.2, "line") : []),
    ...(isPriced || form === "till" ? (["price"] as const) : hasItems ? some(0.5, "price") : []),
    ...(hasItems && ledger.hasLineDiscounts && (isPriced || draw.chance(0.5))
      ? (["lineDiscount"] as const)
      : []),
    ...(hasItems && !isPriced && (!hasTotal || draw.chance(0.6)) ? (["lineTotal"] as const) : []),
    ...(refunds === "units" ? (["returnedUnits"] as const) : []),
    ...(hasTotal && form !== "journal" ? some(0.2, "subtotal") : []),
    ...(ledger.hasShipping && form !== "journal" ? some(hasTotal ? 0.6 : 1, "shipping") : []),
    ...(ledger.hasDiscounts && hasTotal && form !== "journal" ? some(0.6, "discount") : []),
    ...(isNetOnly ? (["net", "tax"] as const) : []),
    ...(hasTotal && !isNetOnly
      ? (["total", ...(form === "journal" ? [] : [...some(0.3, "net"), ...some(0.35, "tax")])] as const)
      : []),
    ...(refunds === "column" ? (["refunded"] as const) : []),
    ...(form === "orders" ? [...some(0.1, "fee"), ...some(0.08, "margin"), ...some(0.1, "paid", "due")] : []),
    ...some(0.12, "points"),
    ...some(0.1, "weight"),
    ...(form === "orders" ? some(0.15, "items") : []),
    ...some(0.3, "payment"),
    ...some(0.25, "channel"),
    ...some(layout.file.sentinel === "beside" ? 1 : 0.2, "shippedAt"),
    ...some(0.2, "note"),
  ];
};

const buyerFields = ({ layout: { guests, who }, words }: Making, buyer: Buyer | null): Entry => {
  if (buyer === null) return {};
  const isGuest = guests !== "none" && buyer.isGuest;
  const guestId = guests === "zero" ? "0" : guests === "word" ? words.guest : "";
  // A guest without an id has nothing else where the id is all that the file has.
  if (isGuest && who === "id") return { customer: guestId };
  return {
    customer: isGuest ? guestId : buyer.id,
    email: buyer.email,
    name: `${buyer.first} ${buyer.last}`,
    first: buyer.first,
    last: buyer.last,
    phone: buyer.phone,
    city: buyer.city,
    postcode: buyer.postcode,
  };
};

const taxRate = 0.2;
const netOf = (cents: number): number => Math.round(cents / (1 + taxRate));

const headOf = (making: Making, order: Order): Entry => {
  const { draw, words, layout } = making;
  const { currency, state, at } = order;
  const money = (cents: number) => ({ cents, currency });
  const total = totalOf(order);
  const isShipped = state === "shipped" || state === "refunded" || state === "partly";
  return {
    order: order.number,
    date: { at },
    time: { at },
    ...buyerFields(making, order.buyer),
    status: words.states(layout.states === "two" && state === "shipped" ? "paid" : state),
    shipment: words.states(state === "cancelled" ? "cancelled" : isShipped ? "shipped" : "open"),
    cancelled: state === "cancelled" ? words.yes : words.no,
    ...(state === "cancelled" && { cancelledAt: { at: at + 86_400 } }),
    currency,
    country: draw.pick(["DE", "FR", "GB", "ES", "US"]),
    subtotal: money(goodsOf(order)),
    shipping: money(order.shipping),
    discount: money(order.discount),
    total: money(total),
    net: money(netOf(total)),
    tax: money(total - netOf(total)),
    refunded: money(order.refunded),
    fee: money(Math.round(total * 0.029)),
    margin: money(Math.round(total * 0.35)),
    paid: money(state === "open" ? 0 : total),
    due: money(state === "open" ? total : 0),
    points: { units: Math.floor(total / 100) },
    weight: { units: order.items.length * 3 },
    items: { units: order.items.reduce((sum, { quantity }) => sum + quantity, 0) },
    payment: draw.pick(["card", "PayPal", "bank transfer", "Klarna"]),
    channel: draw.pick(["Web", "Shop 1", "Shop 2", "App"]),
    ...(isShipped && { shippedAt: { at: at + draw.whole(1, 6) * 86_400 } }),
    note: draw.chance(0.08)
      ? draw.pick(["leave at the door", "ring twice; thanks", "call first,\nthen come", 'a "gift"'])
      : "",
  };
};

const itemOf = (order: Order, item: Item, line: number): Entry => ({
  product: item.product,
  sku: item.sku,
  quantity: { units: item.quantity },
  price: { cents: item.price, currency: order.currency },
  lineDiscount: { cents: item.discount, currency: order.currency },
  lineTotal: { cents: lineTotalOf(item), currency: order.currency },
  line: { units: line },
});

const rowsOf = (making: Making, order: Order): Entry[] => {
  const { layout, draw, words, has } = making;
  const { form, refunds } = layout;
  const head: Entry = { ...headOf(making, order), kind: words.kinds.sale };
  const rows =
    form === "orders"
      ? [head]
      : order.items.map((item, i) => {
          const own = itemOf(order, item, i + 1);
          const returned =
            refunds === "units" && order.refunded > 0 && (order.refunded === totalOf(order) || i === 0);
          const units = {
            returnedUnits: { units: returned ? (order.refunded === totalOf(order) ? item.quantity : 1) : 0 },
          };
          const common =
            i === 0 || form === "repeated" || form === "till" ? head : withoutOrder(head, form, order.number);
          const spread =
            form === "lines" || form === "priced" ? { ...head, ...(i > 0 && { shipping: "" }) } : common;
          return { ...spread, ...own, ...units };
        });
  if ((refunds === "rows" || refunds === "typedRows") && order.refunded > 0)
    rows.push(refundRow(making, order, head, draw.chance(0.5)));
  if (form === "lines" && !has.has("order")) for (const row of rows) delete row.order;
  return rows;
};

/** Fields of the order stand on its first row. */
const withoutOrder = (head: Entry, form: Layout["form"], number: string): Entry => ({
  ...(Object.fromEntries(Object.keys(head).map((role) => [role, ""])) as Entry),
  ...(form === "first" && { order: number }),
});

const refundRow = ({ words, layout }: Making, order: Order, head: Entry, isLater: boolean): Entry => {
  const back = { cents: -order.refunded, currency: order.currency };
  const isShared = layout.form !== "till" && layout.isNumberShared;
  const at = isLater ? order.refundedAt : order.at;
  return {
    ...head,
    date: { at },
    time: { at },
    ...(!isShared && { order: `${order.number}${/\d$/.test(order.number) ? "9" : "R"}` }),
    kind: words.kinds.credit,
    product: order.items[0]!.product,
    sku: order.items[0]!.sku,
    quantity: { units: -1 },
    price: { cents: order.refunded, currency: order.currency },
    lineDiscount: { cents: 0, currency: order.currency },
    lineTotal: back,
    total: back,
    subtotal: back,
    net: { ...back, cents: -netOf(order.refunded) },
    tax: { ...back, cents: netOf(order.refunded) - order.refunded },
    shipping: { ...back, cents: 0 },
    discount: { ...back, cents: 0 },
    paid: back,
    due: { ...back, cents: 0 },
  };
};

const stepsOf = (making: Making, order: Order): Entry[] => {
  const { words, draw } = making;
  const head = headOf(making, order);
  const day = 86_400;
  const row = (kind: string, after: number, cents = totalOf(order)): Entry => ({
    ...head,
    kind,
    date: { at: order.at + after },
    time: { at: order.at + after },
    total: { cents, currency: order.currency },
  });
  const { authorised, captured, settled, refused, expired, refunded } = words.steps;
  if (order.state === "failed") return [row(refused, 0)];
  if (order.state === "cancelled") return [row(authorised, 0), row(expired, 7 * day)];
  return [
    row(authorised, 0),
    row(captured, draw.whole(60, 7200)),
    row(settled, 2 * day),
    ...(order.refunded > 0 ? [row(refunded, 9 * day, order.refunded)] : []),
  ];
};

const documentsOf = (making: Making, orders: readonly Order[]): Entry[] => {
  const { draw, layout, words } = making;
  const hasOffers = draw.chance(0.5);
  const [invoices, credits, offers] = draw.chance(0.6) ? ["INV-", "CN-", "Q-"] : ["", "", ""];
  const sign = layout.areCreditsNegative ? -1 : 1;
  let next = 500_000;
  return orders.flatMap((order): Entry[] => {
    const number = `${invoices}${order.number.replace(/\D/g, "")}`;
    const head: Entry = { ...headOf(making, order), kind: words.kinds.sale, order: number, original: "" };
    const rows: Entry[] = [];
    if (hasOffers && draw.chance(0.3))
      rows.push({
        ...head,
        kind: words.kinds.offer,
        order: `${offers}${next++}`,
        status: words.states("open"),
      });
    rows.push(head);
    if (order.refunded > 0) {
      const credit = refundRow(making, order, head, true);
      const signed = Object.fromEntries(
        Object.entries(credit).map(([role, value]) => [
          role,
          typeof value === "object" && "cents" in value
            ? { ...value, cents: sign * Math.abs(value.cents) }
            : value,
        ]),
      );
      rows.push({ ...signed, order: `${credits}${next++}`, original: number, status: words.states("paid") });
    }
    return rows;
  });
};
