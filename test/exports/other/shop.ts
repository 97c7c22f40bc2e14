// Made-up shop whose orders are written in the layouts of platforms: with lines, refunds, cancellations,
// tests and orders that are not yet paid, and what they truly count.

import { seededRandom } from "../../../src/model/numeric/random.js";

export interface Line {
  sku: string;
  name: string;
  category: string;
  quantity: number;
  /** Amounts are in cents. */
  price: number;
  discount: number;
}

export type OrderState = "done" | "pending" | "cancelled" | "failed" | "refunded" | "partly" | "test";

export interface Order {
  number: number;
  time: Date;
  customer: Customer;
  state: OrderState;
  lines: readonly Line[];
  shipping: number;
  refunded: number;
}

export interface Customer {
  id: number;
  first: string;
  last: string;
  email: string;
}

const catalogue: [sku: string, name: string, category: string, price: number][] = [
  ["T-100", "Green tea, 100 g", "Tea", 1250],
  ["T-200", "Black tea", "Tea", 990],
  ["C-10", "Cup", "Dishes", 450],
  ["P-1", "Teapot", "Dishes", 123_450],
  ["S-5", "Spoon", "Cutlery", 275],
];
const first = ["Ada", "Cy", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo", "Kim"];
const last = ["Byron", "Young", "Moor", "Lake", "Stone"];

const customers = Array.from({ length: 48 }, (_, i): Customer => {
  const [own, family] = [first[i % 10]!, last[Math.floor(i / 10)]!];
  return {
    id: 7001 + i,
    first: own,
    last: family,
    email: `${own}.${family}${i}@mail.example`.toLowerCase(),
  };
});

const states: Record<number, OrderState> = {
  3: "cancelled",
  7: "refunded",
  11: "partly",
  14: "pending",
  16: "failed",
  25: "test",
  30: "cancelled",
};

const makeOrders = (): Order[] => {
  const random = seededRandom(7);
  const whole = (below: number) => Math.floor(random() * below);
  return Array.from({ length: 160 }, (_, i): Order => {
    const lines = Array.from({ length: 1 + whole(4) }, (_, line): Line => {
      const [sku, name, category, price] = catalogue[(i + line * 2 + whole(2)) % catalogue.length]!;
      const quantity = 1 + whole(3);
      return { sku, name, category, quantity, price, discount: whole(5) === 0 ? 100 * quantity : 0 };
    });
    const state = states[i % 34] ?? "done";
    const goods = lines.reduce((sum, line) => sum + totalOf(line), 0);
    const shipping = whole(3) === 0 ? 0 : 495;
    const refunded =
      state === "refunded" ? goods + shipping : state === "partly" ? Math.min(400, goods - 100) : 0;
    return {
      number: 100_001 + i,
      time: new Date(Date.UTC(2025, 0, 5 + 2 * i, 8 + (i % 11), (i * 7) % 60, (i * 13) % 60)),
      customer: customers[whole(whole(3) === 0 ? 48 : 12)]!,
      state,
      lines,
      shipping,
      refunded,
    };
  });
};

export const totalOf = ({ quantity, price, discount }: Line): number => quantity * price - discount;
export const goodsOf = ({ lines }: Order): number => lines.reduce((sum, line) => sum + totalOf(line), 0);
export const paidOf = (order: Order): number => goodsOf(order) + order.shipping;

export const orders: readonly Order[] = makeOrders();

export const isCounted = ({ state }: Order): boolean =>
  state === "done" || state === "pending" || state === "partly";

export interface Counts {
  events: number;
  customers: number;
  repeat_customers: number;
  /** Absent for events without a value. */
  value_total?: number;
}

/** `worth`: in cents. */
export const countsOf = (counted: readonly Order[], worth: (order: Order) => number): Counts => {
  const byCustomer = new Map<number, number>();
  for (const { customer } of counted) byCustomer.set(customer.id, (byCustomer.get(customer.id) ?? 0) + 1);
  return {
    events: counted.length,
    customers: byCustomer.size,
    repeat_customers: [...byCustomer.values()].filter((count) => count > 1).length,
    value_total: counted.reduce((sum, order) => sum + worth(order), 0) / 100,
  };
};
/** Orders that count, with what is left of them. */
export const netOfRefunds = countsOf(orders.filter(isCounted), (order) => paidOf(order) - order.refunded);
/** For layouts without the amount of refunds. */
export const grossOfRefunds = countsOf(orders.filter(isCounted), paidOf);
