// Fields that identify the customer of a row, in the order of the form.

import { identityLabels } from "../../../../src/words/labels.js";
import type { IdentitySet } from "./draft.js";

export type IdentityField = keyof IdentitySet;

interface FieldSection {
  title: string;
  fields: readonly { field: IdentityField; hint?: string }[];
}

export const fieldSections: readonly FieldSection[] = [
  {
    title: "Name",
    fields: [
      { field: "person_first_name" },
      { field: "person_last_name" },
      { field: "person_full_name", hint: "If one column holds the whole name." },
    ],
  },
  {
    title: "Address",
    fields: [
      { field: "house_number_and_street" },
      { field: "city" },
      { field: "state" },
      { field: "postcode" },
      { field: "country", hint: "Telephones, postcodes and streets are read by it." },
      {
        field: "freeform_address",
        hint: "If one column holds the whole address: street, city, ST 12345.",
      },
    ],
  },
  {
    title: "Contact",
    fields: [
      { field: "email" },
      { field: "phone" },
      { field: "email_hash", hint: "SHA-256 of the address in lowercase." },
    ],
  },
  {
    title: "Identifiers",
    fields: [
      { field: "customer_id", hint: "Rows with the same ID are the same person." },
      { field: "birth_date" },
      { field: "national_id", hint: "Used only for matching; never delivered." },
    ],
  },
];

export const identityLabel = (field: string): string =>
  (identityLabels as Readonly<Record<string, string>>)[field] ?? field;

/** The columns of a set, each with its field. */
export const columnsOf = (set: IdentitySet): { field: IdentityField; column: string }[] =>
  (Object.entries(set) as [IdentityField, string | string[] | undefined][]).flatMap(([field, named]) =>
    (Array.isArray(named) ? named : named === undefined ? [] : [named]).map((column) => ({ field, column })),
  );

/** Maps a field to columns; without a column the field is removed. */
export const withField = (
  set: IdentitySet,
  field: IdentityField,
  columns: readonly string[],
): IdentitySet => {
  const { [field]: _, ...rest } = set;
  const named = columns.filter(Boolean);
  if (named.length === 0) return rest;
  return { ...rest, [field]: field === "house_number_and_street" ? named : named[0] };
};

const sufficient = ["customer_id", "national_id", "email", "email_hash", "phone"] as const;
const sufficientWithName = ["house_number_and_street", "postcode", "freeform_address", "birth_date"] as const;

/** Whether rows with all of these columns can be matched to a person. */
export const canIdentify = (set: IdentitySet): boolean => {
  const hasName = set.person_last_name !== undefined || set.person_full_name !== undefined;
  return (
    sufficient.some((field) => set[field] !== undefined) ||
    (hasName && sufficientWithName.some((field) => set[field] !== undefined))
  );
};
