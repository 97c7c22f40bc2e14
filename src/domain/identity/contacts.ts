// A contact is one value that reaches a person; one that is plainly made up is none. `warehouse/persons/contacts.ts` says
// the same in SQL.

import { meaningful, trimmed } from "./text.js";

export const placeholderMailboxes: readonly string[] =
  "none noemail no-email nomail no-mail noreply no-reply donotreply null unknown anonymous".split(" ");
export const placeholderEmails: readonly string[] = [
  "test@test.com",
  "a@a.com",
  "na@na.com",
  "no@no.com",
  "no@email.com",
];
export const sequentialNumbers: readonly string[] = [
  "1234567",
  "12345678",
  "123456789",
  "1234567890",
  "0123456789",
];

export const customerOf = (customerId: string | null | undefined): string | undefined =>
  meaningful(customerId);

export interface Mailbox {
  /** Lower-cased, without the tag after a plus sign: what `email_hash` is taken of. */
  address: string;
  /** The mailbox that it reaches: Gmail ignores dots. */
  value: string;
}

export const mailboxOf = (email: string | null | undefined): Mailbox | undefined => {
  const [before = "", host = ""] = trimmed(email ?? "")
    .toLowerCase()
    .split("@");
  const local = before.split("+")[0]!;
  const address = `${local}@${host}`;
  if (
    local === "" ||
    !host.includes(".") ||
    placeholderMailboxes.includes(local) ||
    placeholderEmails.includes(address)
  )
    return undefined;
  const isGmail = host === "gmail.com" || host === "googlemail.com";
  return { address, value: isGmail ? `${local.replaceAll(".", "")}@gmail.com` : address };
};

/** SHA-256 of an address whose owner did not hand over the address itself. */
export const emailHashOf = (hash: string | null | undefined): string | undefined =>
  meaningful(hash)?.toLowerCase();

/** Numbers that states give are longer. */
export const minIdLength = 6;
/** What is shown where the number itself is not: `XXX-XX-1234`. */
export const maskedId = "[xX*]{3,}";
/** Numbers that were printed as an example and became everybody's. */
export const exampleIds: readonly string[] = ["078051120", "219099999", "123456789", "987654321"];

/** Letters and digits alone, in upper case. */
export const nationalIdOf = (nationalId: string | null | undefined): string | undefined => {
  const shown = meaningful(nationalId) ?? "";
  const value = shown.replace(/[^A-Za-z0-9]+/g, "").toUpperCase();
  const isInvented =
    value.length < minIdLength ||
    new RegExp(maskedId).test(shown) ||
    value.replaceAll(value[0]!, "") === "" ||
    [...sequentialNumbers, ...exampleIds].includes(value);
  return isInvented ? undefined : value;
};
