// Signed tokens: JSON web tokens of RFC 7519, signed with RS256, by which a holder of a private key signs in.

import { createSign, type KeyObject } from "node:crypto";

/** `sub`, `scope` and so on are those of the service; times are in seconds. */
export const signedToken = (
  key: KeyObject,
  claims: Record<string, string | number>,
  header: Record<string, string> = {},
): string => {
  const signed = [{ alg: "RS256", typ: "JWT", ...header }, claims].map(encoded).join(".");
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
};

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
