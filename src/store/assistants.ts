// Assistants that people have connected. Each is an API key of a person, whose text is the access token:
//
//   allowed ──▶ the code is redeemed within a minute ──▶ connected ⟲ refreshed: other tokens, and those of before end
//           └─▶ ended                                              └─▶ ended
//
// An assistant that has ended is deleted. If a code or a refresh token is used twice, somebody has stolen it, and nothing
// says which of the two is the thief, so the access ends for both. All refresh tokens of an assistant begin alike, so
// that a used one is recognised without a list of them.

import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type AssistantRole, scopesOf } from "../domain/account/assistant.js";
import { isAtLeast, type Role } from "../domain/account/role.js";
import { limits } from "../domain/resource/limits.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { hashKey, makeKey } from "./keys.js";
import type { User } from "./users.js";

export interface Assistant {
  id: string;
  accountId: string;
  /** As the client calls itself. */
  name: string;
  /** E-mail address of whoever connected it. */
  email: string;
  userId: string;
  /** At most the person's role of now. */
  role: Role;
  resource: string;
  createdAt: EpochMs;
  /** Accurate to the hour; null: never. */
  lastUsedAt: EpochMs | null;
  endsAt: EpochMs;
}

export interface AssistantDraft {
  accountId: string;
  user: Pick<User, "id" | "email">;
  clientId: string;
  clientName: string;
  role: AssistantRole;
  resource: string;
  redirectUri: string;
  challenge: string;
}

const codeMs = limits.assistantCodeSeconds.is * 1000;
const tokenMs = limits.assistantTokenMinutes.is * 60_000;
const idleMs = limits.assistantIdleDays.is * msPerDay;
const mostMs = limits.assistantDays.is * msPerDay;

/** In a transaction. The code cannot be retrieved later. Refuses `assistants-too-many`. */
export const allowAssistant = async (
  db: Kysely<Database>,
  { accountId, user, clientId, clientName, role, resource, redirectUri, challenge }: AssistantDraft,
  now: EpochMs,
): Promise<{ id: string; code: string }> => {
  await removeEnded(db, accountId, now);
  const { is: most } = limits.assistantsOfMember;
  const own = await rows(db)
    .where("api_key.account_id", "=", accountId)
    .where("api_key.user_id", "=", user.id)
    .execute();
  if (own.length >= most) throw refuse("assistants-too-many", { most });
  const id = randomUUID();
  const code = randomText();
  await db
    .insertInto("api_key")
    .values({
      id,
      account_id: accountId,
      name: clientName,
      // Nobody has this key: the code is redeemed for another.
      ...tokenColumns(makeKey(), now),
      created_at: now,
      expires_at: now,
      scope: scopesOf(role).includes("edit") ? "everything" : "read",
      role,
      issued_by: user.email,
      replaced_by: null,
      user_id: user.id,
      resource,
    })
    .execute();
  await db
    .insertInto("assistant")
    .values({
      id,
      client_hash: hashKey(clientId),
      redirect_uri: redirectUri,
      challenge,
      code_hash: hashKey(code),
      family_hash: null,
      refresh_hash: null,
      ends_at: now + codeMs,
    })
    .execute();
  return { id, code };
};

/** Tokens for a code or a refresh token, or the assistant that ended because of it. */
export type Issued =
  | { at: "issued"; accessToken: string; refreshToken: string; validMs: number; role: AssistantRole }
  | { at: "ended"; assistant: Assistant; why: string }
  | { at: "refused"; why: string };

export interface Redemption {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  /** Undefined: the one that was allowed. */
  resource: string | undefined;
}

/** In a transaction. A code is spent by whoever brings it, also by those who may not have it. */
export const redeemCode = async (
  db: Kysely<Database>,
  { code, clientId, redirectUri, verifier, resource }: Redemption,
  now: EpochMs,
): Promise<Issued> => {
  const row = await rows(db).where("code_hash", "=", hashKey(code)).executeTakeFirst();
  if (!row) return { at: "refused", why: "The code is unknown or has ended." };
  const ended = async (why: string): Promise<Issued> => end(db, row, why);
  if (row.family_hash !== null) return ended("The code was used before.");
  if (row.ends_at <= now || row.member_role === null) return ended("The code has ended.");
  if (row.client_hash !== hashKey(clientId)) return ended("The code belongs to another client.");
  if (row.redirect_uri !== redirectUri) return ended("redirect_uri is not that of the request for access.");
  if (row.challenge !== challengeOf(verifier))
    return ended("code_verifier is not that of the request for access.");
  if (resource !== undefined && row.resource !== resource)
    return ended("resource is not that of the request for access.");
  return issue(db, row, randomText(), now);
};

/** In a transaction. */
export const refreshAssistant = async (
  db: Kysely<Database>,
  { token, clientId, resource }: { token: string; clientId: string; resource: string | undefined },
  now: EpochMs,
): Promise<Issued> => {
  const family = familyOf(token);
  const row = family && (await rows(db).where("family_hash", "=", hashKey(family)).executeTakeFirst());
  if (!row) return { at: "refused", why: "The refresh token is unknown, or its access has ended." };
  if (row.client_hash !== hashKey(clientId))
    return { at: "refused", why: "The refresh token belongs to another client." };
  if (row.refresh_hash !== hashKey(token)) return end(db, row, "The refresh token was used before.");
  if (row.ends_at <= now || row.member_role === null) return end(db, row, "The access has ended.");
  if (resource !== undefined && row.resource !== resource)
    return { at: "refused", why: "resource is not the one that the access is for." };
  return issue(db, row, family!, now);
};

/** Tokens in the place of those of before. */
const issue = async (db: Kysely<Database>, row: Row, family: string, now: EpochMs): Promise<Issued> => {
  const [accessToken, refreshToken] = [makeKey(), `${family}.${randomText()}`];
  const { numUpdatedRows } = await db
    .updateTable("assistant")
    .set({
      family_hash: hashKey(family),
      refresh_hash: hashKey(refreshToken),
      ends_at: Math.min(now + idleMs, row.created_at + mostMs),
    })
    .where("id", "=", row.id)
    .where("refresh_hash", row.refresh_hash === null ? "is" : "=", row.refresh_hash)
    .executeTakeFirst();
  // Two came at once with the same.
  if (numUpdatedRows !== 1n) return end(db, row, "The token was used before.");
  const validMs = Math.min(tokenMs, row.created_at + mostMs - now);
  await db
    .updateTable("api_key")
    .set({ ...tokenColumns(accessToken, now), expires_at: now + validMs })
    .where("id", "=", row.id)
    .execute();
  return { at: "issued", accessToken, refreshToken, validMs, role: row.role as AssistantRole };
};

const tokenColumns = (token: string, now: EpochMs) => ({
  key_hash: hashKey(token),
  hint: token.slice(-4),
  last_used_at: now,
});

/** In a transaction: by either of its tokens. Undefined if the client has none such. */
export const endByToken = async (
  db: Kysely<Database>,
  { token, clientId }: { token: string; clientId: string },
): Promise<Assistant | undefined> => {
  const hash = hashKey(familyOf(token) ?? token);
  const row = await rows(db)
    .where("client_hash", "=", hashKey(clientId))
    .where((each) => each.or([each("family_hash", "=", hash), each("key_hash", "=", hash)]))
    .executeTakeFirst();
  if (!row) return undefined;
  await remove(db, row.id);
  return toAssistant(row);
};

/** Connected ones, newest first: those of the user, or of all members. */
export const listAssistants = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string | undefined,
  now: EpochMs,
): Promise<Assistant[]> => {
  const all = rows(db)
    .where("api_key.account_id", "=", accountId)
    .where("family_hash", "is not", null)
    .where("membership.role", "is not", null)
    .where("ends_at", ">", now)
    .orderBy("api_key.created_at", "desc")
    .orderBy("api_key.id");
  const found = await (userId === undefined ? all : all.where("api_key.user_id", "=", userId)).execute();
  return found.map(toAssistant);
};

/** In a transaction. Undefined if the account, or the user, has no such assistant. */
export const endAssistant = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
  userId: string | undefined,
): Promise<Assistant | undefined> => {
  const one = rows(db).where("api_key.account_id", "=", accountId).where("api_key.id", "=", id);
  const row = await (userId === undefined
    ? one
    : one.where("api_key.user_id", "=", userId)
  ).executeTakeFirst();
  if (!row) return undefined;
  await remove(db, row.id);
  return toAssistant(row);
};

const end = async (db: Kysely<Database>, row: Row, why: string): Promise<Issued> => {
  await remove(db, row.id);
  return { at: "ended", assistant: toAssistant(row), why };
};

const remove = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("api_key").where("id", "=", id).where("user_id", "is not", null).execute();
};

const removeEnded = async (db: Kysely<Database>, accountId: string, now: EpochMs): Promise<void> => {
  await db
    .deleteFrom("api_key")
    .where("account_id", "=", accountId)
    .where("id", "in", db.selectFrom("assistant").select("id").where("ends_at", "<=", now))
    .execute();
};

type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

const rows = (db: Kysely<Database>) =>
  db
    .selectFrom("assistant")
    .innerJoin("api_key", "api_key.id", "assistant.id")
    .leftJoin("membership", (join) =>
      join
        .onRef("membership.account_id", "=", "api_key.account_id")
        .onRef("membership.user_id", "=", "api_key.user_id"),
    )
    .select([
      "assistant.id",
      "client_hash",
      "redirect_uri",
      "challenge",
      "family_hash",
      "refresh_hash",
      "ends_at",
    ])
    .select(["api_key.account_id", "api_key.user_id", "name", "issued_by", "resource", "api_key.role"])
    .select(["api_key.created_at", "last_used_at", "membership.role as member_role"]);

const toAssistant = (row: Row): Assistant => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  email: row.issued_by ?? "",
  userId: row.user_id!,
  role: row.member_role !== null && isAtLeast(row.role, row.member_role) ? row.member_role : row.role,
  resource: row.resource ?? "",
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  endsAt: row.ends_at,
});

/** 256 random bits. */
const randomText = (): string => randomBytes(32).toString("base64url");

/** The half that all refresh tokens of an assistant share; undefined if it is none. */
const familyOf = (token: string): string | undefined => /^([\w-]{43})\.[\w-]{43}$/.exec(token)?.[1];

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/**
 * Ends the access of the assistants of those who have no second factor and no passkey. Whoever comes in by a factor of
 * their identity provider connects theirs again: nobody noted by which session it was connected.
 */
export const endAssistantsWithoutFactor = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .deleteFrom("api_key")
    .where("account_id", "=", accountId)
    .where("user_id", "is not", null)
    .where("user_id", "not in", (query) =>
      query.selectFrom("second_factor").select("user_id").where("confirmed_at", "is not", null),
    )
    .where("user_id", "not in", (query) => query.selectFrom("passkey").select("user_id"))
    .execute();
};
