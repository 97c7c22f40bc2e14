// Identity sets of the two addresses of an order, whose columns differ in a prefix, and conditions that many
// exports share.

import type { IdentitySet } from "../../data/dataset.js";
import type { ColumnCondition } from "../../resource/condition.js";

/** Names of an address' columns without their prefix. */
interface AddressColumns {
  phone?: string;
  fullName?: string;
  firstName?: string;
  lastName?: string;
  lines: readonly string[];
  city: string;
  state: string;
  postcode: string;
  country: string;
}

/** `addressSet("Billing ", …)`: an identity set of the columns `Billing Name`, `Billing City` and so on. */
export const addressSet = (
  prefix: string,
  { phone, fullName, firstName, lastName, lines, city, state, postcode, country }: AddressColumns,
  contact: Pick<IdentitySet, "customer_id" | "email"> = {},
): IdentitySet => {
  const named = (name: string) => `${prefix}${name}`;
  return {
    ...contact,
    ...(phone && { phone: named(phone) }),
    ...(fullName && { person_full_name: named(fullName) }),
    ...(firstName && { person_first_name: named(firstName) }),
    ...(lastName && { person_last_name: named(lastName) }),
    house_number_and_street: lines.map(named),
    city: named(city),
    state: named(state),
    postcode: named(postcode),
    country: named(country),
  };
};

/** Rows with none of the values, and rows without a value. */
export const noneOf = (column_name: string, ...values: string[]): ColumnCondition => ({
  column_name,
  _nin: values,
  _null: true,
});

/** Rows that the pattern does not match, and rows without a value. */
export const unlike = (column_name: string, pattern: string): ColumnCondition => ({
  column_name,
  _nmatches: pattern,
  _null: true,
});

/** Addresses of test orders. */
export const testMailbox = "(?i)^test(er|ing)?[0-9]*([+._-][^@]*)?@";
