// Fields on which two records agree, in any spelling: the reason for a link by an equal key.

import type { IdentityField } from "../data/dataset.js";
import { addressOf } from "./identity/addresses.js";
import { customerOf, mailboxOf, nationalIdOf } from "./identity/contacts.js";
import { countryIn } from "./identity/countries.js";
import { nameOf } from "./identity/names.js";
import { type Country, phoneOf } from "./identity/phones.js";

export type WrittenFields = { [F in IdentityField]?: string };

export const agreements = ["customer_id", "national_id", "email", "phone", "name", "address"] as const;
export type Agreement = (typeof agreements)[number];

export const agreedFields = (one: WrittenFields, other: WrittenFields, country?: Country): Agreement[] => {
  const [a, b] = [normalised(one, country), normalised(other, country)];
  return agreements.filter((what) => a[what] !== undefined && a[what] === b[what]);
};

const normalised = (fields: WrittenFields, country?: Country): Record<Agreement, string | undefined> => {
  const { first_name, last_name, suffix = "" } = nameOf(fields);
  const { street, postcode, city, freeform } = addressOf(fields);
  return {
    customer_id: customerOf(fields.customer_id),
    national_id: nationalIdOf(fields.national_id),
    email: mailboxOf(fields.email)?.value ?? fields.email_hash,
    phone: phoneOf(fields.phone, countryIn(fields.country) ?? country),
    name: first_name && last_name && `${first_name} ${last_name} ${suffix}`,
    address: street && (postcode ?? city) ? `${street}, ${postcode ?? city}` : freeform,
  };
};
