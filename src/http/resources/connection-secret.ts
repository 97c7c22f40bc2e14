// Secrets of connections that have a form, so that a wrong one is refused at once and not at the first build.

import { createPrivateKey } from "node:crypto";
import type { ConnectionType } from "../../domain/connection.js";

/** Undefined for a secret of the right form. No part of the secret is in the text. */
export const secretFault = (type: ConnectionType, secret: string): string | undefined => {
  if (type === "snowflake" && !isPrivateKey(secret))
    return "must be an RSA private key in PEM form, without a passphrase";
  return undefined;
};

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
};
