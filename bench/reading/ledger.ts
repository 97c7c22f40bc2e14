// Ledger of a made-up shop: its customers and their orders, before any program exports them. Amounts are whole
// cents with tax, and times are seconds of the shop's own clock.

import type { Draw } from "./draw.js";
import { people, products, type State } from "./words.js";

export interface Buyer {
  id: string;
  email: string;
  first: string;
  last: string;
  phone: string;
  city: string;
  postcode: string;
  /** Buys without an account, and so without an id. */
  isGuest: boolean;
}

export interface Item {
  product: string;
  sku: string;
  quantity: number;
  price: number;
  /** Of the whole line. */
  discount: number;
}

export interface Order {
  number: string;
  at: number;
  /** Null: nobody is known, as at a till. */
  buyer: Buyer | null;
  currency: string;
  items: Item[];
  shipping: number;
  discount: number;
  state: State;
  /** Given back later, of the total. */
  refunded: number;
  refundedAt: number;
}

export const lineTotalOf = ({ quantity, price, discount }: Item): number => quantity * price - discount;
export const goodsOf = ({ items }: Order): number => items.reduce((sum, item) => sum + lineTotalOf(item), 0);
export const totalOf = (order: Order): number => goodsOf(order) - order.discount + order.shipping;

export interface LedgerPlan {
  currencies: readonly string[];
  /** States of orders, and how many have each. */
  states: Partial<Record<State, number>>;
  hasRefunds: boolean;
  guests: number;
  /** Share of orders of nobody. */
  nobody: number;
  hasLineDiscounts: boolean;
  hasDiscounts: boolean;
  hasShipping: boolean;
  /** Amounts have no cents. */
  isWhole: boolean;
}

const firstDay = Date.UTC(2024, 7, 1) / 1000;
const secondsPerDay = 86_400;

export const drawLedger = (draw: Draw, plan: LedgerPlan): Order[] => {
  const buyers = drawBuyers(draw, plan);
  const days = draw.whole(300, 700);
  const count = draw.whole(120, 320);
  const [prefix, start] = [draw.pick(["", "", "", "#", "SO-", "2025-", "R"]), draw.whole(1000, 90_000)];
  const times = Array.from({ length: count }, () => draw.whole(0, days * 24 * 60 - 1) * 60).sort(
    (a, b) => a - b,
  );
  const hasSeconds = draw.chance(0.6);
  return times.map((time, i) => {
    const at = firstDay + time + (hasSeconds ? draw.whole(0, 59) : 0);
    const buyer = draw.chance(plan.nobody)
      ? null
      : buyers[Math.floor(buyers.length * draw.whole(0, 999) ** 2 * 1e-6)]!;
    const order: Order = {
      number: `${prefix}${start + i}`,
      at,
      buyer,
      currency: draw.pick(plan.currencies),
      items: drawItems(draw, plan),
      shipping: plan.hasShipping && draw.chance(0.7) ? draw.pick([390, 495, 590, 900]) : 0,
      discount: 0,
      state: draw.weighted(plan.states as Record<State, number>),
      refunded: 0,
      refundedAt: at + draw.whole(1, 20) * secondsPerDay,
    };
    if (plan.isWhole) order.shipping = Math.round(order.shipping / 100) * 100;
    if (plan.hasDiscounts && draw.chance(0.25))
      order.discount = Math.floor((goodsOf(order) * draw.pick([5, 10, 20])) / 10_000) * 100;
    order.refunded = refundOf(draw, plan, order);
    return order;
  });
};

/** In full where the state says so; in part where it says that, and else now and then. */
const refundOf = (draw: Draw, { hasRefunds, states }: LedgerPlan, order: Order): number => {
  if (order.state === "refunded") return totalOf(order);
  const part = () => Math.max(100, Math.floor((totalOf(order) * draw.whole(10, 60)) / 10_000) * 100);
  if (order.state === "partly") return part();
  if (!hasRefunds || states.partly !== undefined || !["paid", "shipped"].includes(order.state)) return 0;
  return draw.weighted({ none: 85, part: 9, all: 6 }) === "none"
    ? 0
    : draw.chance(0.6)
      ? part()
      : totalOf(order);
};

const drawItems = (draw: Draw, { hasLineDiscounts, isWhole }: LedgerPlan): Item[] => {
  const count = Number(draw.weighted({ "1": 50, "2": 28, "3": 15, "5": 7 }));
  return draw
    .shuffled(products.map((product, i) => ({ product, sku: `A${100 + i}` })))
    .slice(0, count)
    .map((product) => {
      const quantity = Number(draw.weighted({ "1": 70, "2": 20, "3": 7, "12": 3 }));
      const price = isWhole ? draw.whole(3, 190) * 100 : draw.whole(199, draw.chance(0.05) ? 180_000 : 9_900);
      const discount = hasLineDiscounts && draw.chance(0.2) ? Math.floor((quantity * price) / 1000) * 100 : 0;
      return { ...product, quantity, price, discount };
    });
};

const drawBuyers = (draw: Draw, { guests }: LedgerPlan): Buyer[] => {
  const names = draw.shuffled(
    people.family.flatMap((last) => people.given.map((first) => ({ first, last }))),
  );
  const [style, start] = [draw.pick(["", "", "C", "K-", "CUST-00"]), draw.whole(100, 70_000)];
  return names.slice(0, draw.whole(60, 160)).map((name, i) => ({
    ...name,
    id: `${style}${start + i * 7}`,
    email: `${plain(name.first)}.${plain(name.last)}${i}@${draw.pick(["mail.example", "post.example", "web.example"])}`,
    phone: `+49 30 ${1_000_000 + i * 37}`,
    city: draw.pick(people.towns),
    postcode: String(draw.whole(10_000, 98_999)),
    isGuest: draw.chance(guests),
  }));
};

const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
