// Exports of the shop's systems: the columns of each file and the rows of one customer.

import type { Field } from "./csv.js";
import type { Customer } from "./customers.js";
import { type EnteredPerson, enterPerson } from "./data-entry.js";
import type { Life } from "./life.js";
import { chance, normal, pick, type Random } from "./random.js";
import { categories, type Traits } from "./traits.js";
import type { Truth } from "./truth.js";

export const orderColumns = [
  "order_id",
  "transaction_date",
  "total",
  "product_category",
  "channel",
  "discount",
  "shipping_address_fn",
  "shipping_address_ln",
  "shipping_address1",
  "shipping_address2",
  "shipping_address_city",
  "shipping_address_state",
  "shipping_address_postcode",
  "email",
] as const;

export const cancellationColumns = [
  "cancelled_on",
  "reason",
  "fee_refunded",
  "member_first_name",
  "member_last_name",
  "street",
  "unit",
  "town",
  "region",
  "zip",
  "member_email",
] as const;

export const truthColumns = [
  "customer",
  "first_name",
  "last_name",
  "address1",
  "address2",
  "city",
  "state",
  "postcode",
  "email",
  "orders",
  "cancelled_on",
  "horizon_days",
  "probability_buys",
  "probability_cancels",
] as const;

/** Probability that an order is of the customer's own category; otherwise it is of any. */
export const ownCategoryChance = 0.7;

export const orderRows = (customer: Customer, life: Life): Field[][] =>
  life.visits.map((day, index) => {
    const { details, traits, member } = customer;
    const isWeb = chance(details, traits.webShare);
    const person = enterPerson(member, customer.addressAt(day), isWeb || chance(details, 0.5), details);
    const category = chance(details, ownCategoryChance) ? traits.category : pick(details, categories);
    const isDiscounted = chance(details, traits.discountShare);
    const total = orderTotal(traits, index > 0, isDiscounted, details);
    return [
      `${customer.number + 1}-${index + 1}`,
      timestamp(day),
      total.toFixed(2),
      category,
      isWeb ? "web" : "store",
      isDiscounted ? "0.20" : "0.00",
      ...personFields(person),
    ];
  });

/** Dollars; from the second order on, an order may be a return. */
const orderTotal = (traits: Traits, mayReturn: boolean, isDiscounted: boolean, details: Random): number => {
  const dollars = traits.basketDollars * Math.exp(0.4 * normal(details)) * (isDiscounted ? 0.8 : 1);
  return mayReturn && chance(details, traits.returnShare) ? -0.6 * dollars : dollars;
};

const reasons = ["", "moved", "too expensive", "not used", "other"] as const;

export const cancellationRow = (customer: Customer, cancelledAt: number): Field[] => {
  const { details, member } = customer;
  const person = enterPerson(member, customer.addressAt(cancelledAt), chance(details, 0.8), details);
  const fee = pick(details, [0, 0, 5, 10]);
  return [date(cancelledAt), pick(details, reasons), fee.toFixed(2), ...personFields(person)];
};

/** The customer without typos, at the address of their last order. */
export const truthRow = (customer: Customer, life: Life, truth: Truth, horizonDays: number): Field[] => [
  customer.number + 1,
  ...personFields({ ...customer.member, ...customer.addressAt(life.visits.at(-1)!) }),
  life.visits.length,
  life.cancelledAt === null ? "" : date(life.cancelledAt),
  horizonDays,
  truth.buys.toFixed(6),
  truth.cancels.toFixed(6),
];

const personFields = (person: EnteredPerson): Field[] => [
  person.givenName,
  person.surname,
  person.line1,
  person.line2,
  person.city,
  person.state,
  person.postcode,
  person.email,
];

const timestamp = (day: number): string =>
  new Date(Math.floor(day * 86_400) * 1000).toISOString().replace(".000Z", "Z");
const date = (day: number): string => timestamp(day).slice(0, 10);
