// Codes of an authenticator app: time-based one-time passwords (RFC 6238) of six digits, another every thirty
// seconds, by HMAC-SHA-1 (RFC 4226), which all apps know.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { EpochMs } from "../resource/resource.js";

const stepMs = 30_000;
const digits = 6;
/** Steps before and after now whose codes count too: clocks differ, and a code takes a moment to type. */
const drift = 1;

/** RFC 4226 recommends at least 160 bits. */
export const secretBytes = 20;

export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = hash[hash.length - 1]! & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
};

export const stepAt = (now: EpochMs): number => Math.floor(now / stepMs);

/**
 * The step of which this is the code, near now and after `last`, so that a code that was used or overheard works
 * only once; undefined if there is none. Blanks in the code do not count.
 */
export const stepOfCode = (
  secret: Uint8Array,
  code: string,
  now: EpochMs,
  last: number,
): number | undefined => {
  const written = Buffer.from(code.replace(/\s/g, ""));
  const steps = Array.from({ length: 2 * drift + 1 }, (_, i) => stepAt(now) - drift + i);
  // All are compared, so that the time tells nothing.
  const matching = steps.filter((step) => {
    const right = Buffer.from(codeAt(secret, step));
    return written.length === right.length && timingSafeEqual(written, right) && step > last;
  });
  return matching[0];
};

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** As apps take a secret: base32 (RFC 4648) without padding. */
export const base32 = (bytes: Uint8Array): string => {
  let text = "";
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    for (; held >= 5; held -= 5) text += alphabet[(bits >>> (held - 5)) & 31];
    bits &= (1 << held) - 1;
  }
  return held > 0 ? text + alphabet[(bits << (5 - held)) & 31] : text;
};

/** Address that an app opens, also from a QR code. */
export const appAddress = (secret: Uint8Array, email: string): string => {
  const query = new URLSearchParams({ secret: base32(secret), issuer: "Bellwether" });
  return `otpauth://totp/${encodeURIComponent(`Bellwether:${email}`)}?${query}`;
};
