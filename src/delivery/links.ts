// Signed links to a deployment's file or an outcome's report, which need no API key, for scheduled jobs and browsers. A link
// grants one resource only, so it can be shared. A new signing secret invalidates all old links at once.

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
