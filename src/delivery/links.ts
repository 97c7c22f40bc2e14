// Signed links to a deployment's file or an outcome's report, for browsers and scheduled jobs without an API
// key. A link grants one resource only, until it expires. Its signature covers two counters, of the resource
// and of the account: revoking links counts one up, so nothing is stored for each link. A standing link has
// no expiry; it works while its deployment asks for one.

import { createHmac, timingSafeEqual } from "node:crypto";

export interface LinkedResource {
  id: string;
  /** Number of revocations of the resource's links, and of all links of its account. */
  linkEpoch: number;
  accountLinkEpoch: number;
}

/** Seconds since 1970; null for a standing link. */
export type LinkExpiry = number | null;

/** The signature of a link, base64url. The secret is base64. */
export const signLink = (secret: string, resource: LinkedResource, expires: LinkExpiry): string =>
  mac(secret, textOf(resource, expires)).toString("base64url");

/** Compares in constant time; false for anything that is not a signature. */
export const verifyLink = (
  secret: string,
  resource: LinkedResource,
  expires: LinkExpiry,
  signature: string,
): boolean => isSame(mac(secret, textOf(resource, expires)), signature);

const textOf = ({ id, linkEpoch, accountLinkEpoch }: LinkedResource, expires: LinkExpiry): string =>
  `link:${id}:${accountLinkEpoch}.${linkEpoch}:${expires ?? "standing"}`;

const mac = (secret: string, text: string): Buffer =>
  createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest();

const isSame = (expected: Buffer, signature: string): boolean => {
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
};
