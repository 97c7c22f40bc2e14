// Secrets of connections that have a form, so that a wrong one is refused at once and not at the first build.

import { createPrivateKey, createPublicKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Secret } from "../../domain/data/connections/descriptor.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";

/** Null for a secret of the right form. No part of the secret is in the text. */
export const secretFault = (form: Secret["form"], secret: string): string | null => {
  if (form === "Google service account" && !serviceAccountOf(secret))
    return "must be the JSON of a service account's key";
  if (form === "Google API key or service account" && !isApiKey(secret) && !serviceAccountOf(secret))
    return "must be an API key, or the JSON of a service account's key";
  if (form === "RSA private key" && !isPrivateKey(secret))
    return "must be an RSA private key in PEM form, without a passphrase";
  if (form === "Mailchimp key" && !/^[0-9a-z]{10,100}-[a-z]{2,5}[0-9]{1,4}$/.test(secret))
    return "must end with the name of a data centre, such as -us21";
  if (form === "Meta token" && !/^[0-9A-Za-z]{16,1000}( [0-9a-f]{32})?$/.test(secret))
    return "must be an access token, with the app secret of 32 hexadecimal digits after a blank if there is one";
  if (form === "password or SSH key" && isEncryptedKey(secret))
    return "is a private key with a passphrase. Use a key without one: ssh-keygen -p removes it";
  if (form === "address of a file" && !addressOf(secret))
    return "must be an address that begins with https:// and has no user name in it";
  return null;
};

/** Null for another text. A password in an address would be sent to wherever the address leads. */
const addressOf = (secret: string): URL | null => {
  const url = /^https?:\/\/[^\s]+$/i.test(secret) && URL.canParse(secret) ? new URL(secret) : null;
  return url?.username === "" && url.password === "" ? url : null;
};

const isApiKey = (secret: string): boolean => /^[A-Za-z0-9_-]{20,200}$/.test(secret);

/** Keys of OpenSSH name their cipher first: `none` where there is no passphrase. */
const isEncryptedKey = (secret: string): boolean => {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(secret)) return true;
  const [, body] = /-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END/.exec(secret) ?? [];
  if (body === undefined) return false;
  const cipher = Buffer.from(body, "base64").subarray(19);
  return cipher.length > 0 && cipher.toString("latin1", 0, 4) !== "none";
};

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
};

/** Part of a secret that answers show; undefined where the secret has none, whatever was shown before. */
export const shownOf = (
  form: Secret["form"],
  secret: () => string,
): { client_email?: string | undefined; origin?: string; rsa_public_key?: string } => {
  if (form === "Google service account")
    return { client_email: serviceAccountOf(secret())?.client_email ?? "" };
  if (form === "Google API key or service account")
    return { client_email: serviceAccountOf(secret())?.client_email };
  if (form === "address of a file") return { origin: addressOf(secret())?.origin ?? "" };
  if (form === "RSA private key") return { rsa_public_key: publicKeyOf(secret()) };
  return {};
};

/** In the form in which the owner gives it to the user: base64 without lines. */
const publicKeyOf = (pem: string): string =>
  createPublicKey(pem).export({ type: "spki", format: "der" }).toString("base64");

/** A new secret that the service makes itself; undefined for a form that only the server's owner can make. */
export const newSecret = async (form: Secret["form"]): Promise<string | undefined> => {
  if (form !== "RSA private key") return undefined;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
};

/** The parts that are used; undefined for anything else than a key of Google's. */
const serviceAccountOf = (json: string): { client_email: string } | undefined => {
  const { type, client_email, private_key, private_key_id, universe_domain } = objectOf(json);
  const isWhole =
    type === "service_account" &&
    typeof client_email === "string" &&
    /^[^\s@]{1,200}@[^\s@]{1,200}\.gserviceaccount\.com$/.test(client_email) &&
    typeof private_key === "string" &&
    isPrivateKey(private_key) &&
    (private_key_id === undefined || typeof private_key_id === "string") &&
    (universe_domain === undefined || universe_domain === "googleapis.com");
  return isWhole ? { client_email } : undefined;
};

const objectOf = (json: string): JsonObject => {
  try {
    const parsed: unknown = JSON.parse(json);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
};
