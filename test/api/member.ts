// A member of an account with a role, and a browser in which they are signed in.

import { randomUUID } from "node:crypto";
import type { Role } from "../../src/domain/account/role.js";
import { startSession } from "../../src/store/sessions.js";
import type { Api } from "./harness.js";

export interface Member {
  userId: string;
  /** Of a page of the service. */
  headers: Record<string, string>;
}

export const addMember = async (
  { db, now }: Pick<Api, "db" | "now">,
  accountId: string,
  role: Role,
  email = `${role}-${randomUUID()}@example.com`,
): Promise<Member> => {
  const userId = randomUUID();
  const at = now();
  await db.kysely
    .insertInto("app_user")
    .values({ id: userId, email, email_key: email, hash: null, email_confirmed_at: at, created_at: at })
    .execute();
  await db.kysely
    .insertInto("membership")
    .values({ account_id: accountId, user_id: userId, role, created_at: at, entered_at: at })
    .execute();
  return { userId, headers: await signedIn({ db, now }, accountId, userId) };
};

export const signedIn = async (
  { db, now }: Pick<Api, "db" | "now">,
  accountId: string,
  userId: string,
): Promise<Record<string, string>> => {
  const { token } = await startSession(db.kysely, accountId, { userId }, now());
  return { cookie: `bellwether_session=${token}`, "sec-fetch-site": "same-origin" };
};
