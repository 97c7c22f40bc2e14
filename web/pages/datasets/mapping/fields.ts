// What can say who a row is about, in the words and the order in which the form asks for it.

import type { Draft, IdentitySet } from "./draft.js";

export type IdentityField = keyof IdentitySet;

interface FieldWords {
  field: IdentityField;
  label: string;
  hint?: string;
}

interface FieldSection {
  title: string;
  fields: readonly FieldWords[];
}

export const fieldSections: readonly FieldSection[] = [
  {
    title: "Name",
    fields: [
      { field: "person_first_name", label: "First name" },
      { field: "person_last_name", label: "Last name" },
      { field: "person_full_name", label: "Whole name", hint: "Where one column holds all of it." },
    ],
  },
  {
    title: "Address",
    fields: [
      { field: "house_number_and_street", label: "Street" },
      { field: "city", label: "City" },
      { field: "state", label: "State" },
      { field: "postcode", label: "Postcode" },
      {
        field: "freeform_address",
        label: "Whole address",
        hint: "Where one column holds all of it: street, city, ST 12345.",
      },
    ],
  },
  {
    title: "Contact",
    fields: [
      { field: "email", label: "E-mail" },
      { field: "phone", label: "Telephone" },
      { field: "email_hash", label: "E-mail, hashed", hint: "The SHA-256 of the address in small letters." },
    ],
  },
  {
    title: "Keys",
    fields: [
      { field: "customer_id", label: "Your own key of a person", hint: "Equal keys are one person." },
      { field: "birth_date", label: "Date of birth" },
      {
        field: "national_id",
        label: "National id",
        hint: "Used to tell people apart, and never handed out.",
      },
    ],
  },
];

const labels = new Map<string, string>(
  fieldSections.flatMap(({ fields }) => fields.map(({ field, label }) => [field, label] as const)),
);
export const labelOf = (field: string): string => labels.get(field) ?? field;

/** Columns that a set names, each with what it says. */
export const columnsOf = (set: IdentitySet): { field: string; column: string }[] =>
  Object.entries(set).flatMap(([field, named]) =>
    (Array.isArray(named) ? named : named === undefined ? [] : [named]).map((column) => ({ field, column })),
  );

export const columnsSayingWho = (sets: readonly { set: IdentitySet }[]): ReadonlySet<string> =>
  new Set(sets.flatMap(({ set }) => columnsOf(set).map(({ column }) => column)));

/** With what one field is read from; no column: it is not there. */
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

const alone = ["customer_id", "national_id", "email", "email_hash", "phone"] as const;
const besideName = ["house_number_and_street", "postcode", "freeform_address", "birth_date"] as const;

/** Whether a row that has all of it can be somebody's. */
export const saysEnough = (set: IdentitySet): boolean => {
  const hasName = set.person_last_name !== undefined || set.person_full_name !== undefined;
  return (
    alone.some((field) => set[field] !== undefined) ||
    (hasName && besideName.some((field) => set[field] !== undefined))
  );
};

// What each column is used for, in a few words: read off what a dataset says of its columns.

/** By column; those without a use are not in it. */
export const usesOf = (draft: Draft): ReadonlyMap<string, readonly string[]> => {
  const uses = new Map<string, string[]>();
  const use = (column: string, what: string) => {
    if (column) uses.set(column, [...(uses.get(column) ?? []), what]);
  };
  for (const { name, set } of draft.sets)
    for (const { field, column } of columnsOf(set)) use(column, `${labelOf(field)} (${name})`);
  for (const { name, datetime, value, properties, conditions } of draft.streams) {
    use(datetime.column, `When (${name})`);
    use(value.column, `Value (${name})`);
    for (const property of properties) use(property.column, `Property ${property.name} (${name})`);
    for (const { column_name } of conditions ?? []) use(column_name, `Which rows are events (${name})`);
  }
  for (const { name, column_name } of draft.traits) use(column_name, `Trait ${name}`);
  for (const column of draft.keyColumns) use(column, "Key of a row");
  for (const column of draft.referenceColumns) use(column, "Your key, in deployments");
  return uses;
};
