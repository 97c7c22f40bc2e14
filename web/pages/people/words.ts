// A person, a record and a link in words.

import type { Schemas } from "../../api/client.js";
import { formatPercent } from "../../ui/format.js";

export type Fields = Schemas["PersonFields"];
export type Link = Schemas["PersonLink"];

export const nameOf = ({
  person_full_name: full,
  person_first_name: first,
  person_last_name: last,
}: Fields): string => full ?? [first, last].filter(Boolean).join(" ");

export const addressOf = ({
  freeform_address: freeform,
  house_number_and_street: street,
  ...rest
}: Fields): string => {
  const town = [rest.city, [rest.state, rest.postcode].filter(Boolean).join(" ")];
  return freeform ?? [street, ...town].filter(Boolean).join(", ");
};

/** What somebody is called: by name, or by whatever else is known of them. */
export const titleOf = (fields: Fields): string =>
  nameOf(fields) ||
  fields.email ||
  fields.phone ||
  fields.customer_id ||
  addressOf(fields) ||
  "Somebody without a name";

export const fieldWords: Record<keyof Fields, string> = {
  person_full_name: "Whole name",
  person_first_name: "First name",
  person_last_name: "Family name",
  email: "E-mail",
  email_hash: "E-mail, as a hash",
  phone: "Telephone",
  customer_id: "Your own number",
  house_number_and_street: "Street",
  city: "City",
  state: "State",
  postcode: "Postcode",
  freeform_address: "Address",
  birth_date: "Date of birth",
};

export const comparisonWords: Record<NonNullable<Link["comparisons"]>[number]["field"], string> = {
  first_name: "First name",
  last_name: "Family name",
  address: "Address",
  unit: "Unit (flat, door)",
  area: "Area",
  email: "E-mail",
  phone: "Telephone",
  suffix: "Suffix (Jr, III)",
  middle_name: "Middle name",
  birth_date: "Date of birth",
  national_id: "National id",
};

export const linkWords: Record<Link["kind"], string> = {
  key: "What identifies a person is equal",
  row: "They stand in one row of a file",
  match: "They are alike",
  owner: "You said so",
};

export const rivalWords: Record<NonNullable<Link["rival"]>, string> = {
  household: "two members of a household",
  relative: "relatives who live apart",
  unrelated: "two strangers",
};

/** How sure it is that two records are one person; of keys and the owner's word there is no doubt. */
export const certaintyOf = ({ probability, kind }: Pick<Link, "probability" | "kind">): string =>
  probability === undefined
    ? linkWords[kind]
    : `${linkWords[kind]}: one person with a probability of ${sure(probability)}`;

/** Not rounded to certainty. */
export const sure = (probability: number): string =>
  probability > 0.995 && probability < 1 ? "more than 99 %" : formatPercent(probability);
