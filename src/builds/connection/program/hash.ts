// Hashes of people for ad platforms: SHA-256, in lower-case hex, of values that are spelled as the platform spells those
// of its own users. A difference of one character loses the match.

import { createHash } from "node:crypto";

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** An address without blanks, in lower case. */
export const plainAddress = (email: string): string => email.toLowerCase().replace(/\s+/g, "");

/** The mailbox of an address at Google, which ignores dots and what follows a plus sign. */
export const googleAddress = (email: string): string => {
  const address = plainAddress(email);
  const at = address.lastIndexOf("@");
  const [mailbox, host] = [address.slice(0, at), address.slice(at + 1)];
  if (host !== "gmail.com" && host !== "googlemail.com") return address;
  return `${mailbox.replace(/\+.*$/, "").replaceAll(".", "")}@${host}`;
};

/** Letters of every script, digits and single blanks, in lower case. */
export const plainWords = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[^\p{L}\p{M}\p{N} ]+/gu, "")
    .trim();
