// Signing in to the console and out of it, and the password for it. An unknown e-mail address gets the same
// answer after the same time as a wrong password, so that nobody can find out which addresses exist.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { Role } from "../../domain/account/role.js";
import { limits } from "../../domain/resource/limits.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import { type Account, findAccount } from "../../store/accounts.js";
import { findKey } from "../../store/keys.js";
import { roleOf } from "../../store/members.js";
import { hasPasskey } from "../../store/passkeys.js";
import { isPassword } from "../../store/passwords.js";
import { findFactor } from "../../store/second-factors.js";
import { sealingKey } from "../../store/secrets.js";
import {
  endSession,
  endSessions,
  endSessionsOfKeys,
  endSessionsOfUser,
  resumeSession,
  type Session,
  startSession,
  switchSession,
} from "../../store/sessions.js";
import {
  changePassword,
  findUserByEmail,
  keyOfEmail,
  lastAccountOf,
  ownerOf,
  passwordOf,
  type StoredUser,
  setOwnersPassword,
  type User,
} from "../../store/users.js";
import { audit } from "../audit.js";
import {
  actorOf,
  authenticate,
  clearSessionCookie,
  isFactorMet,
  refuseCrossOrigin,
  requireEntry,
  requireSameOrigin,
  sessionToken,
  setSessionCookie,
} from "../auth.js";
import { knownBrowser, rememberBrowser } from "../known-browser.js";
import { hashNewPassword } from "../new-password.js";
import type { AppOptions } from "../options.js";
import { accountSwitch } from "../schemas/member.js";
import { passwordPut, type SessionPost, sessionPost, sessionRecord } from "../schemas/session.js";
import { mailSecurityEvent } from "../security-mail.js";
import { type Asking, describeSession } from "../session-record.js";
import { SignInThrottle } from "../sign-in-throttle.js";
import { passkeyRoutes } from "./passkeys.js";
import { codeWrong, isCodeOf, secondFactorRoutes, userChecker } from "./second-factor.js";

const tags = ["sessions"];

export const sessionRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;
  const throttle = new SignInThrottle(db);

  const signInByPassword = async (
    { email, password, code }: PasswordPost,
    request: FastifyRequest,
  ): Promise<ByPassword> => {
    const { clientAddress: address } = request;
    const found = await findUserByEmail(db.kysely, email);
    const account = found && (await lastAccountOf(db.kysely, found.user.id));
    const browser = found && (await knownBrowser(request, found.user.id, db, options, clock()));
    const trier = { emailKey: keyOfEmail(email), address, browser };
    const signedIn = await throttle.attempt(trier, clock(), async () => {
      const isRight = await isPassword(password, found?.hash ?? undefined);
      if (!account || !isRight) {
        if (account) await auditFailure(request, account, found.user);
        throw refuse("sign-in-failed");
      }
      const factor = await findFactor(db.kysely, found.user.id);
      const hasSecondFactor = factor !== undefined && factor.confirmedAt !== null;
      if (hasSecondFactor && code !== undefined) {
        const key = sealingKey(options.dataDir);
        if (!(await isCodeOf(db.kysely, factor, key, code, clock()))) {
          await auditFailure(request, account, found.user);
          throw codeWrong();
        }
      }
      const open = await lastAccountOf(db.kysely, found.user.id, { byPassword: true });
      const isKnownBrowser = browser !== undefined;
      return { account: open ?? account, user: found.user, hasSecondFactor, isKnownBrowser };
    });
    // The right password without a code is no guess: it does not count as a failure.
    if (signedIn.hasSecondFactor && code === undefined)
      throw refuse("second-factor-needed", {}, [
        { path: "code", message: "is needed", context: { errorType: "missing" } },
      ]);
    if (!signedIn.hasSecondFactor && (await hasPasskey(db.kysely, signedIn.user.id)))
      throw refuse("passkey-needed");
    if (signedIn.account.ssoOnly) {
      await auditFailure(request, signedIn.account, signedIn.user);
      throw refuse("sso-required");
    }
    return signedIn;
  };

  const auditFailure = (request: FastifyRequest, { id }: Account, { email }: User): Promise<void> => {
    const subject = { type: "sessions", name: email };
    return audit(db.kysely, request, { accountId: id, action: "sign_in_failed", subject }, clock());
  };

  const signInByKey = async (key: string, request: FastifyRequest): Promise<ByKey> => {
    const { account, scope, role, id, name, hint } = await findKey(db.kysely, key, clock());
    if (scope !== "everything") throw refuse("key-scope-insufficient", { scope, allowed: "everything" });
    request.actor = { type: "key", id, name, hint, address: request.clientAddress };
    return { account, role };
  };

  const mailEvent: MailEvent = (trx, { clientAddress: address }, happened) =>
    mailSecurityEvent(trx, options, { ...happened, address }, clock());

  const auditSignOut = (
    trx: Kysely<Database>,
    { clientAddress: address }: FastifyRequest,
    session: Session,
  ) => {
    const { account } = session;
    const actor = { ...actorOf(session), address };
    return audit(trx, { actor, account }, { action: "sign_out", subject: { type: "sessions" } }, clock());
  };

  const storedUser = async (user: User): Promise<StoredUser> => ({
    user,
    hash: (await passwordOf(db.kysely, user.id)) ?? null,
  });

  /** The owner's are also those that were started with a key. */
  const endAll = async (trx: Kysely<Database>, { account, session }: FastifyRequest): Promise<void> => {
    const user = session?.user;
    if (!user) return endSessions(trx, account.id);
    await endSessionsOfUser(trx, user.id);
    if ((await ownerOf(trx, account.id))?.user.id === user.id) await endSessionsOfKeys(trx, account.id);
  };

  /**
   * Throws `current-password-wrong`, and after too many of them `sign-ins-too-many`. A session has attempts
   * of its own.
   */
  const checkCurrent = (
    { clientAddress: address }: FastifyRequest,
    { id: browser }: Session,
    { user: { email }, hash }: StoredUser,
    password = "",
  ): Promise<void> =>
    throttle.attempt({ emailKey: keyOfEmail(email), address, browser }, clock(), async () => {
      if (hash !== null && !(await isPassword(password, hash))) throw currentPasswordWrong();
    });

  const checkUser = userChecker(options, checkCurrent);
  secondFactorRoutes(app, options, checkUser);
  passkeyRoutes(app, options, checkUser);

  app.post<{ Body: SessionPost }>(
    "/sessions",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        summary: "Sign in",
        description:
          "Sets a cookie that replaces the API key in this browser. It expires 14 days after its last use and after at most 90 days. " +
          "By cookie, only the service's own pages can make changes.",
        tags,
        body: sessionPost,
        refuses: [
          "sign-in-failed",
          "second-factor-needed",
          "second-factor-wrong",
          "passkey-needed",
          "sign-ins-too-many",
          "sso-required",
          "request-cross-origin",
          "key-malformed",
          "key-unknown",
          "key-expired",
          "token-elsewhere",
          "key-scope-insufficient",
        ],
        response: { 201: sessionRecord },
      },
    },
    async (request, reply) => {
      refuseCrossOrigin(request, options);
      const { body } = request;
      const asker = request as FastifyRequest;
      const signedIn =
        "api_key" in body ? await signInByKey(body.api_key, asker) : await signInByPassword(body, asker);
      const { account } = signedIn;
      const user = "user" in signedIn ? signedIn.user : undefined;
      const token = await db.transaction(async (trx) => {
        const subject = { type: "sessions", ...(user && { name: user.email }) };
        await audit(trx, asker, { accountId: account.id, action: "sign_in", subject }, clock());
        if ("user" in signedIn && !signedIn.isKnownBrowser)
          await mailEvent(trx, asker, { accountId: account.id, user: signedIn.user, event: "sign_in" });
        return startSession(
          trx,
          account.id,
          "role" in signedIn ? signedIn : { userId: signedIn.user.id },
          clock(),
        );
      });
      setSessionCookie(reply, options, token);
      if (user) await rememberBrowser(reply, user.id, db, options, clock());
      const role = "role" in signedIn ? signedIn.role : await roleOf(db.kysely, account.id, signedIn.user.id);
      return reply.code(201).send(await describeSession(options, { ...signedIn, role }));
    },
  );

  app.get(
    "/sessions/current",
    {
      config: {
        isPublic: true,
        keyScopes: ["read", "upload", "events", "scim"],
        permission: "look",
        isOwnConcern: "always",
      },
      schema: {
        operationId: "getCurrentSession",
        summary: "Read the current session",
        description: "Needs no key: returns who is signed in, if anyone, and whether an account exists.",
        tags,
        response: { 200: sessionRecord },
      },
    },
    async (request) => describeSession(options, await whoAsks(request, options)),
  );

  app.delete(
    "/sessions/current",
    {
      config: { isPublic: true },
      schema: {
        operationId: "deleteCurrentSession",
        summary: "Sign out",
        description: "Ends the session of the cookie, if there is one, and deletes the cookie.",
        tags,
        refuses: ["request-cross-origin"],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const token = sessionToken(request, options);
      if (token !== undefined) {
        requireSameOrigin(request, options);
        const session = await resumeSession(db.kysely, token, clock());
        await db.transaction(async (trx) => {
          await endSession(trx, token);
          if (session) await auditSignOut(trx, request, session);
        });
      }
      return clearSessionCookie(reply, options).code(204).send();
    },
  );

  app.post<{ Body: Static<typeof accountSwitch> }>(
    "/sessions/current/account",
    {
      config: { permission: "look", isOwnConcern: "always" },
      schema: {
        operationId: "switchAccount",
        summary: "Switch to another account of the user",
        description:
          "The session is in that account from then on, in every window of the browser. The accounts are in GET /sessions/current.",
        tags,
        body: accountSwitch,
        refuses: ["resource-unknown", "sso-required", "sso-other-account"],
        response: { 200: sessionRecord },
      },
    },
    async (request) => {
      const { session, body } = request;
      const id = body.account_id;
      const user = session?.user;
      const role = user && (await roleOf(db.kysely, id, user.id));
      const account = role && (await findAccount(db.kysely, id));
      if (!session || !account) throw refuse("resource-unknown", { type: "account", id });
      requireEntry(session, account);
      await db.transaction(async (trx) => {
        await switchSession(trx, session, id, clock());
        const subject = { type: "sessions", name: user.email };
        await audit(trx, request as FastifyRequest, { accountId: id, action: "sign_in", subject }, clock());
      });
      const { hasSecondFactor } = session;
      const asking = { account, role, user, hasSecondFactor, isFactorMet: isFactorMet(session) };
      return describeSession(options, asking);
    },
  );

  app.delete(
    "/sessions",
    {
      config: { permission: "own", isOwnConcern: "always" },
      schema: {
        operationId: "deleteSessions",
        summary: "Sign out everywhere",
        description:
          "Ends all sessions of the user, in every browser. With an API key: all in the account. API keys keep working.",
        tags,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await db.transaction(async (trx) => {
        await endAll(trx, request as FastifyRequest);
        await audit(
          trx,
          request,
          { action: "sign_out", subject: { type: "sessions", name: "all" } },
          clock(),
        );
      });
      return clearSessionCookie(reply, options).code(204).send();
    },
  );

  app.put<{ Body: Static<typeof passwordPut> }>(
    "/accounts/current/password",
    {
      config: { permission: "own", isOwnConcern: "always" },
      schema: {
        operationId: "setPassword",
        summary: "Set or change the password",
        description:
          "Of the user of the session; with an API key, of the account's owner, who signs in with the account's e-mail address from then on. Ends all other sessions of the user. At most one user can use an e-mail address.",
        tags,
        body: passwordPut,
        refuses: [
          "current-password-wrong",
          "sign-ins-too-many",
          "email-taken",
          "password-needs-email",
          "sso-password",
          "password-guessable",
        ],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, session, body } = request;
      const user = session?.user;
      const kept = user ? await storedUser(user) : await ownerOf(db.kysely, account.id);
      if (session && kept) await checkCurrent(request, session, kept, body.current_password);
      // It would open the user's other accounts, for whoever runs the provider.
      if (session?.provider?.accountId && kept?.hash === null) throw refuse("sso-password");
      const hash = await hashNewPassword(body.password, [user?.email ?? account.email, account.name]);
      await db.transaction(async (trx) => {
        const mayWait = options.confirmation.isRequired;
        if (user) await changePassword(trx, user.id, hash);
        const changed = user ?? (await setOwnersPassword(trx, { ...account, mayWait }, hash, clock()));
        const { id } = changed;
        await endSessionsOfUser(trx, id, session?.id);
        if ((await ownerOf(trx, account.id))?.user.id === id)
          await endSessionsOfKeys(trx, account.id, session?.id);
        const subject = { type: "accounts", id: account.id, name: account.name };
        await audit(trx, request as FastifyRequest, { action: "set_password", subject }, clock());
        const happened = { accountId: account.id, user: changed, event: "set_password" } as const;
        if (kept) await mailEvent(trx, request as FastifyRequest, happened);
      });
      return reply.code(204).send();
    },
  );
};

type PasswordPost = Extract<SessionPost, { password: string }>;
type ByPassword = { account: Account; user: User; hasSecondFactor: boolean; isKnownBrowser: boolean };
type MailEvent = (
  trx: Kysely<Database>,
  request: Pick<FastifyRequest, "clientAddress">,
  happened: Omit<Parameters<typeof mailSecurityEvent>[2], "address">,
) => Promise<void>;
type ByKey = { account: Account; role: Role };

/** Undefined for a request without a key or a session, or with one that is not valid. */
const whoAsks = async (request: FastifyRequest, options: AppOptions): Promise<Asking | undefined> => {
  try {
    const account = await authenticate(request, options);
    const { role, session } = request;
    return {
      account,
      role,
      user: session?.user,
      hasSecondFactor: session?.hasSecondFactor ?? false,
      isFactorMet: session !== undefined && isFactorMet(session),
    };
  } catch (error) {
    if (error instanceof Refusal && error.entry.status === 401) return undefined;
    throw error;
  }
};

const currentPasswordWrong = () =>
  refuse("current-password-wrong", {}, [
    { path: "current_password", message: "is not the password", context: { errorType: "wrong" } },
  ]);
