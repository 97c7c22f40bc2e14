// Sessions of signed-in users. The browser keeps a token that is replaced as it is used:
//
//   issued ──▶ used within an hour: stays
//          ├─▶ used later: a new one is issued. The old one works until a minute after the first use of the new one, for
//          │   concurrent requests, and because the response with the new token may be lost
//          └─▶ unused for 14 days, or 90 days after the sign-in: the session has ended
//
// So a stolen token soon becomes useless, and a copy of the store contains only hashes.

import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database, SessionTable } from "../db/schema.js";
import type { Role } from "../domain/account/role.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import { type Account, toAccount } from "./accounts.js";
import { hashKey } from "./keys.js";
import { minorNote } from "./minor-note.js";
import type { User } from "./users.js";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const idleMs = 14 * msPerDay;
const maxMs = 90 * msPerDay;

export interface Token {
  /** Cannot be retrieved later. */
  token: string;
  /** Time for which it is valid if not renewed. */
  validMs: number;
}

export interface Session {
  id: string;
  /** The account that it is in now. */
  account: Account;
  /** In the account: the user's now, or that of the key. */
  role: Role;
  /** Absent if it was started with an API key. */
  user?: User;
  /** Whether the user signs in with a second factor. */
  hasSecondFactor: boolean;
  /** Whether it began with a passkey, or one was registered in it. */
  hasPasskey: boolean;
  /** Absent for one that began with a password, a passkey or a key. */
  provider?: SessionProvider;
  /** The token that replaces the one used. */
  renewed?: Token;
}

/** The identity provider by which a session began. */
export interface SessionProvider {
  id: string;
  /** The account whose provider it is. The session stays in it. Null: one of the installation. */
  accountId: string | null;
  /** Whether it has asked for a second factor. */
  hasFactor: boolean;
}

/** Who signs in: a user, or whoever has an API key with the role. */
export type SignedIn = { userId: string; provider?: SessionProvider; hasPasskey?: boolean } | { role: Role };

/** Signs in, and deletes all sessions that have ended. */
export const startSession = async (
  db: Kysely<Database>,
  accountId: string,
  by: SignedIn,
  now: EpochMs,
): Promise<Token> => {
  await db
    .deleteFrom("session")
    .where((row) => row.or([row("issued_at", "<=", now - idleMs), row("created_at", "<=", now - maxMs)]))
    .execute();
  const token = makeToken();
  await db
    .insertInto("session")
    .values({
      id: randomUUID(),
      account_id: accountId,
      user_id: "userId" in by ? by.userId : null,
      role: "role" in by ? by.role : null,
      token_hash: hashKey(token),
      previous_hash: null,
      issued_at: now,
      received_at: now,
      created_at: now,
      ...("userId" in by && columnsOf(by.provider)),
      has_passkey: Number("userId" in by && by.hasPasskey === true),
    })
    .execute();
  if ("userId" in by) await enterAccount(db, accountId, by.userId, now);
  return { token, validMs: validMs(now, now) };
};

const columnsOf = (provider: SessionProvider | undefined) => ({
  provider_id: provider?.id ?? null,
  provider_account_id: provider?.accountId ?? null,
  has_provider_factor: Number(provider?.hasFactor ?? false),
});

/** A passkey was registered in the session. */
export const notePasskey = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.updateTable("session").set({ has_passkey: 1 }).where("id", "=", id).execute();
};

/** The session is in another account of its user from now on. */
export const switchSession = async (
  db: Kysely<Database>,
  { id, user }: Pick<Session, "id" | "user">,
  accountId: string,
  now: EpochMs,
): Promise<void> => {
  await db.updateTable("session").set({ account_id: accountId }).where("id", "=", id).execute();
  if (user) await enterAccount(db, accountId, user.id, now);
};

const enterAccount = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable("membership")
    .set({ entered_at: now })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
};

/** The session of a token; undefined if unknown or ended. */
export const resumeSession = async (
  db: Kysely<Database>,
  token: string,
  now: EpochMs,
): Promise<Session | undefined> => {
  const stored = await readSession(db, token);
  return stored && sessionInUse(db, token, stored, now);
};

/** A session as it is stored, with its account, its user and the user's role. */
export type StoredSession = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/** Undefined if unknown. */
export const readSession = (db: Kysely<Database>, token: string): Promise<StoredSession | undefined> =>
  findByToken(db, hashKey(token));

/** Notes the use of a session, and renews its token where that is due. Undefined if it has ended. */
export const sessionInUse = async (
  db: Kysely<Database>,
  token: string,
  row: StoredSession,
  now: EpochMs,
): Promise<Session | undefined> => {
  const hash = hashKey(token);
  if (now - row.issued_at >= idleMs || now - row.signed_in_at >= maxMs) return undefined;
  const role = roleOf(row);
  if (role === undefined) return undefined;
  const session = {
    id: row.session_id,
    account: toAccount(row),
    role,
    hasSecondFactor: row.factor_since !== null,
    hasPasskey: row.has_passkey === 1,
    ...userOf(row),
    ...providerOf(row),
  };
  const isLast = row.token_hash === hash;
  if (!isLast && row.received_at !== null) return now - row.received_at < minuteMs ? session : undefined;
  if (now - row.issued_at >= hourMs) {
    const renewed = await minorNote(renew(db, row, hash, now));
    return renewed ? { ...session, renewed } : session;
  }
  if (isLast && row.received_at === null) await minorNote(noteReceived(db, row.session_id, now));
  return session;
};

interface Found {
  session_id: string;
  token_hash: string;
  signed_in_at: EpochMs;
}

const findByToken = (db: Kysely<Database>, hash: string) =>
  db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .leftJoin("app_user", "app_user.id", "session.user_id")
    .leftJoin("membership", (join) =>
      join
        .onRef("membership.account_id", "=", "session.account_id")
        .onRef("membership.user_id", "=", "session.user_id"),
    )
    .leftJoin("second_factor", "second_factor.user_id", "session.user_id")
    .selectAll("account")
    .select("second_factor.confirmed_at as factor_since")
    .select(["session.token_hash", "session.issued_at", "session.received_at"])
    .select(["session.id as session_id", "session.created_at as signed_in_at"])
    .select(["session.user_id", "app_user.email as user_email", "app_user.created_at as user_since"])
    .select(["session.role as own_role", "membership.role as member_role"])
    .select("app_user.email_confirmed_at as user_confirmed_at")
    .select(["session.provider_id", "session.provider_account_id", "session.has_provider_factor"])
    .select("session.has_passkey")
    .where((row) => row.or([row("token_hash", "=", hash), row("previous_hash", "=", hash)]))
    .executeTakeFirst();

interface FoundUser {
  user_id: string | null;
  user_email: string | null;
  user_confirmed_at: EpochMs | null;
  user_since: EpochMs | null;
}

/** Undefined if the user is no member any more. */
const roleOf = (row: { own_role: Role | null; member_role: Role | null }): Role | undefined =>
  row.own_role ?? row.member_role ?? undefined;

const userOf = ({ user_id: id, ...user }: FoundUser): { user?: User } =>
  id === null
    ? {}
    : {
        user: {
          id,
          email: user.user_email!,
          emailConfirmedAt: user.user_confirmed_at,
          createdAt: user.user_since!,
        },
      };

const providerOf = (
  row: Pick<SessionTable, "provider_id" | "provider_account_id"> & { has_provider_factor: number },
): { provider?: SessionProvider } =>
  row.provider_id === null
    ? {}
    : {
        provider: {
          id: row.provider_id,
          accountId: row.provider_account_id,
          hasFactor: row.has_provider_factor === 1,
        },
      };

/** `hash` is that of the token used. Undefined if a concurrent request has already renewed it. */
const renew = async (
  db: Kysely<Database>,
  { session_id, token_hash, signed_in_at }: Found,
  hash: string,
  now: EpochMs,
): Promise<Token | undefined> => {
  const token = makeToken();
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ token_hash: hashKey(token), previous_hash: hash, issued_at: now, received_at: null })
    .where("id", "=", session_id)
    .where("token_hash", "=", token_hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { token, validMs: validMs(signed_in_at, now) } : undefined;
};

const noteReceived = async (db: Kysely<Database>, id: string, now: EpochMs): Promise<void> => {
  await db.updateTable("session").set({ received_at: now }).where("id", "=", id).execute();
};

/** The role of the session now; undefined once it has ended, or is in another account. */
export const roleOfSession = async (
  db: Kysely<Database>,
  id: string,
  accountId: string,
): Promise<Role | undefined> => {
  const row = await db
    .selectFrom("session")
    .leftJoin("membership", (join) =>
      join
        .onRef("membership.account_id", "=", "session.account_id")
        .onRef("membership.user_id", "=", "session.user_id"),
    )
    .select(["session.role as own_role", "membership.role as member_role"])
    .where("session.id", "=", id)
    .where("session.account_id", "=", accountId)
    .executeTakeFirst();
  return row && roleOf(row);
};

/** Signs out. */
export const endSession = async (db: Kysely<Database>, token: string): Promise<void> => {
  const hash = hashKey(token);
  await db
    .deleteFrom("session")
    .where((row) => row.or([row("token_hash", "=", hash), row("previous_hash", "=", hash)]))
    .execute();
};

/** Ends all sessions in the account except `exceptId`. */
export const endSessions = async (
  db: Kysely<Database>,
  accountId: string,
  exceptId?: string,
): Promise<void> => {
  const all = db.deleteFrom("session").where("account_id", "=", accountId);
  await (exceptId === undefined ? all : all.where("id", "!=", exceptId)).execute();
};

/** Ends all sessions of the user, in every account, except `exceptId`, and the assistants that the user connected. */
export const endSessionsOfUser = async (
  db: Kysely<Database>,
  userId: string,
  exceptId?: string,
): Promise<void> => {
  const all = db.deleteFrom("session").where("user_id", "=", userId);
  await (exceptId === undefined ? all : all.where("id", "!=", exceptId)).execute();
  await db.deleteFrom("api_key").where("user_id", "=", userId).execute();
};

/** Ends the user's sessions and assistants in the account; those in other accounts go on. */
export const endSessionsOfMember = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
): Promise<void> => {
  for (const table of ["session", "api_key"] as const)
    await db.deleteFrom(table).where("account_id", "=", accountId).where("user_id", "=", userId).execute();
};

/** Ends the sessions in the account that began with a password, and all assistants: nothing says how those began. */
export const endSessionsByPassword = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .deleteFrom("session")
    .where("account_id", "=", accountId)
    .where("user_id", "is not", null)
    .where("provider_id", "is", null)
    .execute();
  await db
    .deleteFrom("api_key")
    .where("account_id", "=", accountId)
    .where("user_id", "is not", null)
    .execute();
};

/** Ends the sessions that began at the provider. */
export const endSessionsOfProvider = async (db: Kysely<Database>, providerId: string): Promise<void> => {
  await db.deleteFrom("session").where("provider_id", "=", providerId).execute();
};

/** Ends the sessions in the account that were started with an API key, except `exceptId`. */
export const endSessionsOfKeys = async (
  db: Kysely<Database>,
  accountId: string,
  exceptId?: string,
): Promise<void> => {
  const all = db.deleteFrom("session").where("account_id", "=", accountId).where("user_id", "is", null);
  await (exceptId === undefined ? all : all.where("id", "!=", exceptId)).execute();
};

const makeToken = (): string => randomBytes(32).toString("base64url");

const validMs = (signedInAt: EpochMs, now: EpochMs): number => Math.min(idleMs, signedInAt + maxMs - now);
