// Truth of an export: its orders, customers and money, as a careful analyst reads them from the file. An order
// is a sale that was made, and was not cancelled, refused, offered or refunded in full; its money is what the
// customer paid less what was given back. Where the file leaves a choice of definition, each of its figures is
// right: an order that was refunded in full by a row of its own may count with nothing left of it.

import type { Entries } from "./entries.js";
import type { Layout } from "./layout.js";
import { goodsOf, type Order, totalOf } from "./ledger.js";
import type { ColumnRole, State } from "./words.js";

/** Money by currency, in whole units; the code is XXX where the file names none. */
export type Money = Record<string, number>;

/** The values of each figure that are right, the one that is meant first. */
export interface Truth {
  orders: number[];
  customers: number[];
  repeat_customers: number[];
  revenue: Money[];
}

/** `undated`: orders whose date stands for none, which may count or not. */
export const truthOf = (
  layout: Layout,
  { roles }: Pick<Entries, "roles">,
  orders: readonly Order[],
  undated: ReadonlySet<Order>,
): Truth => {
  const has = new Set(roles);
  const sets = countedOrders(layout, orders).flatMap((set) => [
    set,
    ...(undated.size > 0 ? [set.filter((order) => !undated.has(order))] : []),
  ]);
  const people = sets.flatMap((set) => identitiesOf(layout).map((identity) => purchasesOf(set, identity)));
  return {
    orders: distinct(sets.map((set) => set.length)),
    customers: distinct(people.map((of) => of.length)),
    repeat_customers: distinct(people.map((of) => of.filter((count) => count > 1).length)),
    revenue: sets.flatMap((set) => valuesOf(layout, has).map((value) => moneyOf(layout, set, value))),
  };
};

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)];

const noSales: readonly State[] = ["cancelled", "failed", "draft", "quote"];

const countedOrders = ({ refunds, states, form }: Layout, orders: readonly Order[]): Order[][] => {
  const hasStates = states !== "none" || form === "journal";
  const made = orders.filter(({ state }) => !hasStates || !noSales.includes(state));
  const left = made.filter((order) => order.refunded < totalOf(order));
  if (refunds === "none") return [made];
  // A status says which orders were refunded in full; without one, those without anything left may count.
  if (refunds === "state") return [made.filter(({ state }) => state !== "refunded")];
  return refunds === "units" ? [made, left] : [left, made.filter(({ state }) => state !== "refunded")];
};

type ValueOf = (order: Order) => number;

const valuesOf = ({ form, refunds }: Layout, has: ReadonlySet<ColumnRole>): ValueOf[] => {
  const ofLines = ["lines", "priced", "till"].includes(form);
  const gross: ValueOf[] = ofLines && has.has("shipping") ? [totalOf, goodsOf] : [totalOf];
  const isKnown = refunds !== "none" && refunds !== "units" && (refunds !== "state" || form === "journal");
  const paid = isKnown ? gross.map((value) => (order: Order) => value(order) - order.refunded) : gross;
  const returned = refunds === "units" ? [(order: Order) => totalOf(order) - returnedValue(order)] : [];
  // Net of tax is what such a file has; with the tax beside it, gross is right as well.
  const net =
    has.has("net") && !has.has("total") ? paid.map((value) => (order: Order) => value(order) / 1.2) : [];
  return [...net, ...paid, ...returned];
};

/** One unit of the first line, or all. */
const returnedValue = (order: Order): number =>
  order.refunded === 0 ? 0 : order.refunded === totalOf(order) ? totalOf(order) : order.items[0]!.price;

const moneyOf = ({ currency }: Layout, orders: readonly Order[], value: ValueOf): Money => {
  const money: Money = {};
  for (const order of orders) {
    const code = currency === "none" ? "XXX" : order.currency;
    money[code] = (money[code] ?? 0) + value(order);
  }
  return Object.fromEntries(Object.entries(money).map(([code, cents]) => [code, Math.round(cents) / 100]));
};

type Identity = (order: Order) => string | null;

/** Ways to tell customers apart by the columns that the file has. */
const identitiesOf = ({ who, guests }: Layout): Identity[] => {
  const isGuest = (order: Order) => guests !== "none" && order.buyer!.isGuest;
  const all: Identity = ({ buyer }) => buyer?.id ?? null;
  const members: Identity = (order) => (order.buyer && !isGuest(order) ? order.buyer.id : null);
  if (who === "id") return [members];
  return who === "idAndName" ? [all, members] : [all];
};

/** The number of purchases of each customer. */
const purchasesOf = (orders: readonly Order[], identity: Identity): number[] => {
  const counts = new Map<string, number>();
  for (const order of orders) {
    const id = identity(order);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts.values()];
};
