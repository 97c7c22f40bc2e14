// Secrets: those that the service generates for itself on first use, and the encryption of secrets that users
// entrust to it. The latter are sealed with AES-256-GCM under a key in the data directory and not in the
// store, so that a copy of the store reveals none of them.

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";

/** 256 random bits as base64, the same on every call and in every process. */
export const secretNamed = async (db: Kysely<Database>, name: string): Promise<string> =>
  // Reading first lets the service start on a full disk.
  (await readSecret(db, name)) ?? (await makeSecret(db, name));

const makeSecret = async (db: Kysely<Database>, name: string): Promise<string> => {
  const value = randomBytes(32).toString("base64");
  await db
    .insertInto("secret")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await readSecret(db, name))!;
};

const readSecret = async (db: Kysely<Database>, name: string): Promise<string | undefined> =>
  (await db.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirst())?.value;

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export const sealingKeyFile = (dataDir: string): string => path.join(dataDir, "sealing.key");

/** The same on every call and in every process. Created atomically the first time. */
export const sealingKey = (dataDir: string): Buffer => {
  const file = sealingKeyFile(dataDir);
  return readKey(file) ?? makeKey(file);
};

const makeKey = (file: string): Buffer => {
  const aside = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(aside, randomBytes(keyBytes), { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside);
  }
  return readKey(file)!;
};

const readKey = (file: string): Buffer | null => {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
};

/** Base64, different every time. */
export const seal = (key: Buffer, secret: string): string => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
};

/** Throws if the secret was sealed under another key or modified. */
export const unseal = (key: Buffer, sealed: string): string => {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const secret = decipher.update(bytes.subarray(ivBytes + tagBytes));
  return Buffer.concat([secret, decipher.final()]).toString("utf8");
};
