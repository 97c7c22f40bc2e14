// Deletion of one person, asked for on their page: a file on a privacy list of the account, with the contacts by which
// they are known from then on.

import { createHash } from "node:crypto";
import { mailboxOf } from "./identity/contacts.js";
import type { PersonRecord, PersonSearch } from "./person.js";

/** The list, and the directory of its files. */
export const deletionDirectory = "deletion-requests";

export const deletionList = {
  name: "Deletion requests",
  privacy: "delete",
  identity_sets: {
    contact: { customer_id: "customer_id", email_hash: "email_hash", phone: "phone" },
  },
  options: { type: "hosted_csv", upload_directory: deletionDirectory },
} as const;

/** A contact, with the search that finds who has it. */
export interface DeletionContact {
  search: PersonSearch;
  column: "customer_id" | "email_hash" | "phone";
  value: string;
}

/** More would be a person of many customers by mistake. */
const mostContacts = 20;

/** Each once: customer IDs, e-mail addresses and telephone numbers of the records. */
export const contactsOf = (records: readonly PersonRecord[]): DeletionContact[] => {
  const found = new Map<string, DeletionContact>();
  const add = (contact: DeletionContact) => found.set(`${contact.column} ${contact.value}`, contact);
  for (const { fields } of records) {
    const { customer_id, email, phone } = fields;
    if (customer_id) add({ search: { customer_id }, column: "customer_id", value: customer_id });
    const hash = email && hashOf(email);
    if (hash) add({ search: { email }, column: "email_hash", value: hash });
    if (phone) add({ search: { phone }, column: "phone", value: phone });
  }
  return [...found.values()].slice(0, mostContacts);
};

const hashOf = (email: string): string | undefined => {
  const address = mailboxOf(email)?.address;
  return address && createHash("sha256").update(address).digest("hex");
};

/** One row for each contact. */
export const deletionFile = (contacts: readonly DeletionContact[]): string => {
  const columns = ["customer_id", "email_hash", "phone"] as const;
  const rows = contacts.map(({ column, value }) =>
    columns.map((each) => (each === column ? quoted(value) : "")).join(","),
  );
  return `${[columns.join(","), ...rows].join("\r\n")}\r\n`;
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
