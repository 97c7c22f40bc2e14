// A signed link lets a target's file or an outcome's report be fetched without the API key, by a nightly job or a browser. It
// names one resource and nothing else, so it can be handed on; a new signing secret makes all old links invalid at once.

import { createHmac, timingSafeEqual } from "node:crypto";

const signatureOf = (secret: string, resourceId: string): Buffer =>
  createHmac("sha256", Buffer.from(secret, "base64")).update(`download:${resourceId}`).digest();

/** The signature of a link to a resource, base64url. The secret is base64. */
export const signLink = (secret: string, resourceId: string): string =>
  signatureOf(secret, resourceId).toString("base64url");

/** Compares in constant time; false for anything that is not a signature. */
export const verifyLink = (secret: string, resourceId: string, signature: string): boolean => {
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(secret, resourceId);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
