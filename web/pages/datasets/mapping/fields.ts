// Fields that identify the customer of a row, in the order of the form, and the uses of each column.

import { identityLabels } from "../../../../src/words/labels.js";
import type { Draft, IdentitySet } from "./draft.js";

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
export const columnsOf = (set: IdentitySet): { field: string; column: string }[] =>
  Object.entries(set).flatMap(([field, named]) =>
    (Array.isArray(named) ? named : named === undefined ? [] : [named]).map((column) => ({ field, column })),
  );

export const identityColumns = (sets: readonly { set: IdentitySet }[]): ReadonlySet<string> =>
  new Set(sets.flatMap(({ set }) => columnsOf(set).map(({ column }) => column)));

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

/** Labels of the uses of each column; unused columns are absent. */
export const usesOf = (draft: Draft): ReadonlyMap<string, readonly string[]> => {
  const uses = new Map<string, string[]>();
  const use = (column: string, what: string) => {
    if (column) uses.set(column, [...(uses.get(column) ?? []), what]);
  };
  for (const { name, set } of draft.sets)
    for (const { field, column } of columnsOf(set)) use(column, `${identityLabel(field)} (${name})`);
  for (const { name, datetime, value, properties, conditions } of draft.streams) {
    use(datetime.column, `Date (${name})`);
    use(value.column, `Amount (${name})`);
    for (const property of properties) use(property.column, `Property ${property.name} (${name})`);
    for (const { column_name } of conditions ?? []) use(column_name, `Filter (${name})`);
  }
  for (const { name, column_name } of draft.traits) use(column_name, `Attribute ${name}`);
  for (const column of draft.keyColumns) use(column, "Unique row key");
  for (const column of draft.referenceColumns) use(column, "Reference key");
  return uses;
};
