// What the columns of a delivered file are called. Names follow the API: an outcome's id with `_` for `-`, or, for people
// who read the file, a slug of the outcome's name.

import type { IdentityField } from "../domain/dataset.js";

/** `Likelihood to buy again!` → `likelihood_to_buy_again`. */
export const slug = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

export interface OutcomeColumns {
  probability: string;
  percentile: string;
  status: string;
}

/** The three columns of each outcome, in the order of the payload. Slugs that collide are told apart by a number. */
export const outcomeColumns = (
  outcomes: readonly { id: string; name: string }[],
  humanReadable: boolean,
): OutcomeColumns[] => {
  const prefixes = humanReadable
    ? unique(outcomes.map(({ name }) => slug(name)))
    : outcomes.map(({ id }) => idPrefix(id));
  return prefixes.map((prefix) => ({
    probability: `${prefix}_propensity_probability`,
    percentile: `${prefix}_propensity_percentile`,
    status: `${prefix}_status`,
  }));
};

const idPrefix = (id: string): string => `fdy_outcome_${id.replaceAll("-", "_")}`;

const unique = (names: readonly string[]): string[] =>
  names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });

/** The order of identity columns in a file: who, how to reach them, where they live, the owner's own key. */
const identityOrder: readonly IdentityField[] = [
  "customer_id",
  "person_full_name",
  "person_first_name",
  "person_last_name",
  "email",
  "email_hash",
  "phone",
  "house_number_and_street",
  "city",
  "state",
  "postcode",
  "freeform_address",
];

export const identityColumns = (mapped: readonly string[]): IdentityField[] =>
  identityOrder.filter((field) => mapped.includes(field));

/** Stable across files and builds: the key to join two downloads by. */
export const personColumn = "person_id";
