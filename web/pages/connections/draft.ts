// The draft of a connection in the form. The secret is sent only if one is typed, because the service never returns it.

import { type ConnectionType, descriptorOf } from "../../../src/words/connections.js";
import type { Records } from "../../api/kinds.js";
import { enteredFields } from "./types.js";

export interface ConnectionDraft {
  name: string;
  type: ConnectionType;
  /** Values by field of the type. */
  values: Record<string, string>;
  secret: string;
}

const initialValues = (type: ConnectionType) =>
  Object.fromEntries(enteredFields(type).map(([name, { default: usual = "" }]) => [name, String(usual)]));

export const emptyDraft: ConnectionDraft = {
  name: "",
  type: "postgres",
  values: initialValues("postgres"),
  secret: "",
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
  return { ...draft, type, values: Object.fromEntries(values), secret: "" };
};

export const draftOf = ({ name, options }: Records["connections"]): ConnectionDraft => {
  const { type, ...values } = options;
  const entries = Object.entries(values).map(([field, value]) => [field, String(value)]);
  return { name, type, values: Object.fromEntries(entries), secret: "" };
};

/** Options that are left empty are absent; in a change, which is a merge patch, they are cleared. */
export const bodyOf = ({ name, type, values, secret }: ConnectionDraft, isChange = false) => {
  const entries = enteredFields(type).flatMap(([field, { kind, isOptional }]): [string, unknown][] => {
    const value = values[field] ?? "";
    if (isOptional && value.trim() === "") return isChange ? [[field, null]] : [];
    return [[field, kind === "port" ? Number(value) : value]];
  });
  const typed = secret === "" ? {} : { [descriptorOf(type).secret.name]: secret };
  return { name, options: { type, ...Object.fromEntries(entries), ...typed } };
};
