// API keys. A key is shown once, when it is issued; the store keeps its hash and its last characters. A key
// is `bw_live_`, 170 random bits and 30 bits of checksum, in letters and digits that are hard to confuse. The
// checksum distinguishes a mistyped key from a revoked one without a query, and lets scanners for leaked
// secrets recognise keys. A key that is rotated gets a successor, and both work for a while:
//
//   valid ──▶ replaced: a successor is issued, and it expires at a given time
//         ├─▶ expired
//         └─▶ revoked
//
// Access tokens of assistants are keys too, which expire within the hour, belong to a person and are in no list
// of keys (assistants.ts).

import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { ApiKeyTable, Database } from "../db/schema.js";
import type { KeyScope } from "../domain/account/key-scope.js";
import { isAtLeast, type Role } from "../domain/account/role.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { type Account, toAccount } from "./accounts.js";
import { minorNote } from "./minor-note.js";

export interface ApiKey {
  id: string;
  name: string;
  hint: string;
  createdAt: EpochMs;
  expiresAt: EpochMs | null;
  /** Accurate to the hour; null: never. */
  lastUsedAt: EpochMs | null;
  scope: KeyScope;
  role: Role;
  /** E-mail address of the member, or name of the key, that issued it; null: unknown. */
  issuedBy: string | null;
  /** The key that was issued in its place. */
  replacedBy: string | null;
}

export interface KeyDraft {
  name: string;
  /** Default: everything. */
  scope?: KeyScope;
  /** Default: owner. */
  role?: Role;
  /** Default: valid until revoked. */
  expiresAt?: EpochMs | undefined;
  issuedBy?: string | undefined;
}

/** A key in a request, with its account. */
export interface KeyInUse extends Pick<ApiKey, "id" | "name" | "hint" | "scope" | "role"> {
  account: Account;
}

/** The last use is recorded at most this often, so that not every request is a write. */
const useRecordedEveryMs = 3_600_000;

/** Issues a key. `key` cannot be retrieved later. */
export const issueKey = async (
  db: Kysely<Database>,
  accountId: string,
  { name, scope = "everything", role = "owner", expiresAt, issuedBy }: KeyDraft,
  now: EpochMs,
): Promise<{ id: string; key: string }> => {
  const key = makeKey();
  const id = randomUUID();
  await db
    .insertInto("api_key")
    .values({
      id,
      account_id: accountId,
      name,
      key_hash: hashKey(key),
      hint: key.slice(-4),
      created_at: now,
      expires_at: expiresAt ?? null,
      scope,
      role,
      issued_by: issuedBy ?? null,
      replaced_by: null,
      user_id: null,
      resource: null,
    })
    .execute();
  return { id, key };
};

/** A key as it is stored, with its account. */
export interface StoredKey extends KeyInUse, Pick<ApiKey, "expiresAt" | "lastUsedAt"> {
  /** The address at which an assistant's token is good; null: a key of the API. */
  resource: string | null;
}

/**
 * The key with its account. Refuses `key-malformed`, `key-unknown` (also if revoked), `key-expired` and, for the token of
 * an assistant, `token-elsewhere`.
 */
export const findKey = async (db: Kysely<Database>, key: string, now: EpochMs): Promise<KeyInUse> =>
  keyInUse(db, await readKey(db, key), undefined, now);

/**
 * Refuses `key-malformed` and `key-unknown`, also for a revoked key, and for the token of an assistant whose person is no
 * member any more. Such a token has at most the person's role of now.
 */
export const readKey = async (db: Kysely<Database>, key: string): Promise<StoredKey> => {
  if (!isWellFormedKey(key)) throw refuse("key-malformed");
  const row = await db
    .selectFrom("api_key")
    .innerJoin("account", "account.id", "api_key.account_id")
    .leftJoin("membership", (join) =>
      join
        .onRef("membership.account_id", "=", "api_key.account_id")
        .onRef("membership.user_id", "=", "api_key.user_id"),
    )
    .selectAll("account")
    .select(["api_key.id as key_id", "api_key.name as key_name", "api_key.hint", "api_key.scope"])
    .select("api_key.role as key_role")
    .select(["api_key.expires_at", "api_key.last_used_at", "api_key.issued_by", "api_key.resource"])
    .select(["api_key.user_id as assistant_of", "membership.role as member_role"])
    .where("api_key.key_hash", "=", hashKey(key))
    .where("api_key.revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) throw refuse("key-unknown");
  const { key_id: id, key_name, key_role, hint, scope, resource, assistant_of, member_role } = row;
  const { expires_at: expiresAt, last_used_at: lastUsedAt } = row;
  if (assistant_of !== null && member_role === null) throw refuse("key-unknown");
  const name = assistant_of === null ? key_name : `${key_name}, assistant of ${row.issued_by}`;
  const role = member_role === null ? key_role : lesser(key_role, member_role);
  return { id, name, hint, scope, role, expiresAt, lastUsedAt, resource, account: toAccount(row) };
};

const lesser = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one);

/**
 * Notes the use of a key. `at`: the address at which whoever brings it was given it, if that is another service's.
 * Refuses `key-expired` and `token-elsewhere`.
 */
export const keyInUse = async (
  db: Kysely<Database>,
  { expiresAt, lastUsedAt, resource, ...key }: StoredKey,
  at: string | undefined,
  now: EpochMs,
): Promise<KeyInUse> => {
  if (resource !== null && resource !== at) throw refuse("token-elsewhere", { resource });
  if (expiresAt !== null && expiresAt <= now) throw refuse("key-expired");
  if (now - (lastUsedAt ?? 0) >= useRecordedEveryMs) await minorNote(noteUse(db, key.id, now));
  return key;
};

const noteUse = async (db: Kysely<Database>, id: string, now: EpochMs): Promise<void> => {
  await db.updateTable("api_key").set({ last_used_at: now }).where("id", "=", id).execute();
};

/** Keys that have not been revoked, newest first. */
export const listKeys = async (db: Kysely<Database>, accountId: string): Promise<ApiKey[]> => {
  const rows = await valid(db, accountId).orderBy("created_at", "desc").orderBy("sequence", "desc").execute();
  return rows.map(toKey);
};

/** Undefined if the account has no such key, or it is revoked. */
export const keyOf = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<ApiKey | undefined> => {
  const row = await valid(db, accountId).where("id", "=", id).executeTakeFirst();
  return row && toKey(row);
};

const valid = (db: Kysely<Database>, accountId: string) =>
  db
    .selectFrom("api_key")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .where("user_id", "is", null);

const toKey = (row: Selectable<ApiKeyTable>): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  scope: row.scope,
  role: row.role,
  issuedBy: row.issued_by,
  replacedBy: row.replaced_by,
});

/**
 * In a transaction: issues a key in place of `old`, which works until `until`, and no longer than before. Undefined if it was
 * replaced or revoked meanwhile.
 */
export const replaceKey = async (
  db: Kysely<Database>,
  accountId: string,
  old: ApiKey,
  { until, ...draft }: Pick<KeyDraft, "expiresAt" | "issuedBy"> & { until: EpochMs },
  now: EpochMs,
): Promise<{ id: string; key: string } | undefined> => {
  const { name, scope, role } = old;
  const issued = await issueKey(db, accountId, { name, scope, role, ...draft }, now);
  const { numUpdatedRows } = await db
    .updateTable("api_key")
    .set({ replaced_by: issued.id, expires_at: Math.min(until, old.expiresAt ?? until) })
    .where("id", "=", old.id)
    .where("replaced_by", "is", null)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? issued : undefined;
};

/** The name of the revoked key; undefined if the account has no such key, or it is revoked already. */
export const revokeKey = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
  now: EpochMs,
): Promise<string | undefined> => {
  const revoked = await db
    .updateTable("api_key")
    .set({ revoked_at: now })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where("user_id", "is", null)
    .returning("name")
    .executeTakeFirst();
  return revoked?.name;
};

const prefix = "bw_live_";
const randomLength = 34;
const checksumLength = 6;
/** Five bits each; no i, l, o or u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const form = new RegExp(`^${prefix}([${alphabet}]{${randomLength}})([${alphabet}]{${checksumLength}})$`);

export const makeKey = (): string => {
  const random = spell(randomBytes(randomLength));
  return prefix + random + checksum(random);
};

export const isWellFormedKey = (text: string): boolean => {
  const [, random, sum] = form.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
};

/** The stored hash of a key. Keys are random enough for a plain hash. */
export const hashKey = (key: string): string => sha256(key).toString("hex");

const checksum = (random: string): string => spell(sha256(random).subarray(0, checksumLength));

/** One character per byte, for its low five bits. */
const spell = (bytes: Buffer): string => Array.from(bytes, (byte) => alphabet[byte & 31]).join("");

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
