// Secrets: those that the service generates for itself on first use, and the encryption of secrets that users
// entrust to it. The latter are sealed with AES-256-GCM under a key in the data directory and not in the
// store, so that a copy of the store reveals none of them. The key may be several, while it is replaced: the first
// seals, and each opens.

import { execFileSync } from "node:child_process";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chownSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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

let held: { command: string; key: Buffer } | undefined;

/**
 * The key, in every process. It is that of the command, which is run once in a process, or of the file, which is created
 * atomically the first time. Once a process has run a command, it stays with its key. Throws for the operator if the
 * command gives none.
 */
export const sealingKey = (dataDir: string, command?: string): Buffer => {
  if (command !== undefined && command !== held?.command) held = { command, key: keyOfCommand(command) };
  if (held) return held.key;
  const file = sealingKeyFile(dataDir);
  return readKey(file) ?? makeKey(file);
};

/** Forgets the command, for tests alone. */
export const forgetSealingCommand = (): void => {
  held = undefined;
};

const commandMs = 30_000;

/** Runs the command, such as one that asks a KMS. It prints a key a line. */
const keyOfCommand = (command: string): Buffer => {
  const lines = printedBy(command)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const keys = lines.map((line) => Buffer.from(line, "base64"));
  if (keys.length > 0 && keys.every(({ length }) => length === keyBytes)) return Buffer.concat(keys);
  throw new Error(
    `BELLWETHER_SEALING_KEY_COMMAND must print a key of ${keyBytes} bytes in base64, or several, one a line. It printed ${lines.length} lines.`,
  );
};

const printedBy = (command: string): string => {
  try {
    const stdio = ["ignore", "pipe", "inherit"] as const;
    return execFileSync("/bin/sh", ["-c", command], {
      encoding: "utf8",
      stdio: [...stdio],
      timeout: commandMs,
      maxBuffer: 65_536,
    });
  } catch (error) {
    const { status, signal } = error as { status?: number | null; signal?: string | null };
    const why = signal ? `was ended by ${signal}` : `ended with ${status ?? "an error"}`;
    // Its output may have a key.
    throw new Error(`BELLWETHER_SEALING_KEY_COMMAND ${why}.`);
  }
};

/** Puts a new key before the one of the file, unless an earlier attempt has. Readers get the old keys or the new ones. */
export const addSealingKey = (dataDir: string): void => {
  const key = sealingKey(dataDir);
  if (key.length === keyBytes) replaceKey(dataDir, Buffer.concat([randomBytes(keyBytes), key]));
};

/** Leaves the first key of the file alone. */
export const dropOldSealingKeys = (dataDir: string): void =>
  replaceKey(dataDir, sealingKey(dataDir).subarray(0, keyBytes));

/** The first of the keys alone, which seals. */
export const newestKey = (key: Buffer): Buffer => key.subarray(0, keyBytes);

const replaceKey = (dataDir: string, key: Buffer): void => {
  const file = sealingKeyFile(dataDir);
  const { uid, gid } = statSync(file);
  const aside = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(aside, key, { mode: 0o600, flag: "wx", flush: true });
  // Of the service's user, also where the operator is root.
  chownSync(aside, uid, gid);
  renameSync(aside, file);
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
  const cipher = createCipheriv(algorithm, newestKey(key), iv);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
};

/** Throws if the secret was sealed under none of the keys or modified. */
export const unseal = (key: Buffer, sealed: string): string => {
  for (let at = 0; ; at += keyBytes)
    try {
      return opened(key.subarray(at, at + keyBytes), sealed);
    } catch (error) {
      if (at + keyBytes >= key.length) throw error;
    }
};

const opened = (key: Buffer, sealed: string): string => {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const secret = decipher.update(bytes.subarray(ivBytes + tagBytes));
  return Buffer.concat([secret, decipher.final()]).toString("utf8");
};
