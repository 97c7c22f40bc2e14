// Contacts: customer numbers, e-mail addresses and national ids, normalised, without obvious placeholders.
// `warehouse/persons/contacts.ts` does the same in SQL.

import { meaningful, trimmed, withLatinCharacters } from "./text.js";

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

/** A long number that a spreadsheet has rounded, such as `9.91214E+15`: thousands of customers have it. */
export const roundedNumber = "^[0-9](?:[.,][0-9]+)?[eE][+][0-9]+$";

/** Words that shops write in place of the number of a customer without an account. */
export const guestNumbers: readonly string[] =
  "gast gäst gość invité invitée invitado invitada ospite convidado convidada misafir gjest gæst walk-in".split(
    " ",
  );

export const customerOf = (customerId: string | null | undefined): string | undefined => {
  const number = meaningful(customerId);
  return number === undefined ||
    guestNumbers.includes(number.toLowerCase()) ||
    new RegExp(roundedNumber).test(number)
    ? undefined
    : number;
};

export interface Mailbox {
  /** Lower case, without the tag after a plus sign: the input of `email_hash`. */
  address: string;
  /** The mailbox that it reaches; Gmail ignores dots. */
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

/** SHA-256 of an address, for owners who do not upload the address itself. */
export const emailHashOf = (hash: string | null | undefined): string | undefined =>
  meaningful(hash)?.toLowerCase();

/** National ids are longer. */
export const minIdLength = 6;
/** A masked number, such as `XXX-XX-1234`. */
export const maskedId = "[xX*]{3,}";
/** Numbers from printed examples, which many people copied. */
export const exampleIds: readonly string[] = ["078051120", "219099999", "123456789", "987654321"];

/** Letters and digits only, in upper case. */
export const nationalIdOf = (nationalId: string | null | undefined): string | undefined => {
  const shown = meaningful(nationalId) ?? "";
  const value = withLatinCharacters(shown)
    .replace(/[^A-Za-z0-9]+/g, "")
    .toUpperCase();
  const isPlaceholder =
    value.length < minIdLength ||
    new RegExp(maskedId).test(shown) ||
    value.replaceAll(value[0]!, "") === "" ||
    [...sequentialNumbers, ...exampleIds].includes(value);
  return isPlaceholder ? undefined : value;
};
