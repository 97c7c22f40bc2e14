// A signed link lets a file be fetched without the API key, by a spreadsheet or a nightly job. It names one target and
// nothing else, so it can be handed on; a new signing secret makes all old links invalid at once.

import { createHmac, timingSafeEqual } from "node:crypto";

const signatureOf = (secret: string, targetId: string): Buffer =>
  createHmac("sha256", Buffer.from(secret, "base64")).update(`download:${targetId}`).digest();

/** The signature of a target's download link, base64url. The secret is base64. */
export const signLink = (secret: string, targetId: string): string =>
  signatureOf(secret, targetId).toString("base64url");

/** Compares in constant time; false for anything that is not a signature. */
export const verifyLink = (secret: string, targetId: string, signature: string): boolean => {
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(secret, targetId);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
