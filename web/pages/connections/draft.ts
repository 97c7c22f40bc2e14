// The draft of a connection in the form. The password is sent only if one is typed, because the service never returns it.

import type { Records } from "../../api/kinds.js";
import { type ConnectionType, fieldsOf } from "./types.js";

export interface ConnectionDraft {
  name: string;
  type: ConnectionType;
  /** By field of the type. */
  values: Record<string, string>;
  password: string;
}

const initialValues = (type: ConnectionType) =>
  Object.fromEntries(fieldsOf(type).map(({ name, initial }) => [name, initial]));

export const emptyDraft: ConnectionDraft = {
  name: "",
  type: "postgres",
  values: initialValues("postgres"),
  password: "",
};

/** Entries stay where the new type has their field; what was left as it was becomes what the new type has. */
export const withType = (draft: ConnectionDraft, type: ConnectionType): ConnectionDraft => {
  const [before, after] = [initialValues(draft.type), initialValues(type)];
  const isTyped = (field: string) =>
    draft.values[field] !== undefined && draft.values[field] !== before[field];
  const values = Object.entries(after).map(([field, initial]) => [
    field,
    isTyped(field) ? draft.values[field]! : initial,
  ]);
  return { ...draft, type, values: Object.fromEntries(values) };
};

export const draftOf = ({ name, options }: Records["connections"]): ConnectionDraft => {
  const { type, ...values } = options;
  const entries = Object.entries(values).map(([field, value]) => [field, String(value)]);
  return { name, type, values: Object.fromEntries(entries), password: "" };
};

export const bodyOf = ({ name, type, values, password }: ConnectionDraft) => {
  const entries = fieldsOf(type).map(({ name: field, kind }) => {
    const value = values[field] ?? "";
    return [field, kind === "port" ? Number(value) : value];
  });
  return { name, options: { type, ...Object.fromEntries(entries), ...(password !== "" && { password }) } };
};
