// An API key is `bw_live_`, 170 random bits and 30 bits of checksum, in letters and digits that are hard to confuse. The
// checksum tells a key with a lost character from one that was revoked, without asking the store, and lets scanners of
// leaked secrets be sure of what they found.

import { createHash, randomBytes } from "node:crypto";

const prefix = "bw_live_";
const randomLength = 34;
const checksumLength = 6;
/** Five bits each; no i, l, o or u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const form = new RegExp(`^${prefix}([${alphabet}]{${randomLength}})([${alphabet}]{${checksumLength}})$`);

export const makeKey = (): string => {
  const random = spell(randomBytes(randomLength));
  return prefix + random + checksum(random);
};

export const isWellFormedKey = (text: string): boolean => {
  const [, random, sum] = form.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
};

/** What is kept of a key. It is random enough that a plain hash cannot be guessed back. */
export const hashKey = (key: string): string => sha256(key).toString("hex");

const checksum = (random: string): string => spell(sha256(random).subarray(0, checksumLength));

/** One character for the low five bits of each byte. */
const spell = (bytes: Buffer): string => Array.from(bytes, (byte) => alphabet[byte & 31]).join("");

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
