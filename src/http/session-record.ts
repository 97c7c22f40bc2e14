// Record of a session for its browser: who is signed in, to which account and with which role.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { Role } from "../domain/account/role.js";
import type { JsonObject } from "../domain/resource/json.js";
import { type Account, isAnyAccount } from "../store/accounts.js";
import { accountsOf } from "../store/members.js";
import { hasPasskey } from "../store/passkeys.js";
import { ownerOf, passwordOf, type User } from "../store/users.js";
import { present } from "./json.js";
import type { AppOptions } from "./options.js";

/** `user` is absent for a key, and for a session that was started with one. */
export interface Asking {
  account: Account;
  role: Role | undefined;
  user?: User | undefined;
  /** Whether the user has a second factor. Absent: no. */
  hasSecondFactor?: boolean;
  /** Whether a second factor was asked for, also by an identity provider. Absent: if the user has one. */
  isFactorMet?: boolean;
}

export const describeSession = async (
  { db, signUp, confirmation }: AppOptions,
  { account, role, user, hasSecondFactor = false, isFactorMet = hasSecondFactor }: Partial<Asking> = {},
): Promise<JsonObject> => {
  const isFirstStart = !(await isAnyAccount(db.kysely));
  return {
    account: account
      ? present({ id: account.id, name: account.name, email: account.email || undefined })
      : null,
    user: user
      ? {
          id: user.id,
          email: user.email,
          has_second_factor: hasSecondFactor,
          has_passkey: await hasPasskey(db.kysely, user.id),
        }
      : null,
    role: role ?? null,
    needs_second_factor: Boolean(account?.needsSecondFactor && user && !isFactorMet),
    accounts: user ? await accountsOf(db.kysely, user.id) : [],
    has_password: account !== undefined && (await hasPassword(db.kysely, account, user)),
    awaits_confirmation:
      confirmation.isRequired && account !== undefined && account.email !== "" && !account.emailConfirmedAt,
    is_first_start: isFirstStart,
    can_sign_up: signUp === "anyone" || isFirstStart,
    sends_email: confirmation.enqueue !== null,
  };
};

/** Without a user, whether the owner has one. */
const hasPassword = async (
  db: Kysely<Database>,
  account: Account,
  user: User | undefined,
): Promise<boolean> =>
  user ? (await passwordOf(db, user.id)) !== undefined : Boolean((await ownerOf(db, account.id))?.hash);
