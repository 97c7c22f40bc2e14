// Passkeys of the user of a session, and signing in with one.
//
//   begun ──▶ back, once, within five minutes, in the same browser ──▶ registered, or signed in
//
// A passkey is two factors in one. Who has one does not sign in with the password alone any more.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { roleOf } from "../../store/members.js";
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  usePasskey,
} from "../../store/passkeys.js";
import { findFactor } from "../../store/second-factors.js";
import { endSessionsOfUser, notePasskey, startSession } from "../../store/sessions.js";
import { spendState } from "../../store/sso-identities.js";
import { findUser, lastAccountOf, type User } from "../../store/users.js";
import { audit } from "../audit.js";
import { refuseCrossOrigin, setSessionCookie } from "../auth.js";
import { present } from "../json.js";
import { knownBrowser, rememberBrowser } from "../known-browser.js";
import type { AppOptions } from "../options.js";
import { creationOptions, requestOptions, type Site, verifyNew, verifySigned } from "../passkeys.js";
import { isoMs } from "../resources/record.js";
import { idParams } from "../schemas/common.js";
import {
  passkeyBegin,
  passkeyDelete,
  passkeyOptions,
  passkeyPatch,
  passkeyPost,
  passkeyRecord,
  passkeySignIn,
} from "../schemas/passkey.js";
import { sessionRecord } from "../schemas/session.js";
import { sealedCookie } from "../sealed-cookie.js";
import { mailSecurityEvent } from "../security-mail.js";
import { describeSession } from "../session-record.js";
import type { CheckUser } from "./second-factor.js";

/** What the cookie holds, sealed. */
interface Kept {
  for: "passkey";
  /** Whose passkey is registered; null: somebody signs in. */
  userId: string | null;
  challenge: string;
  until: number;
}

const path = "/sessions/current/passkeys";
const tags = ["sessions"];
const own = { permission: "own", isOwnConcern: "always" } as const;

const renderPasskey = ({ id, name, createdAt, usedAt }: Passkey) =>
  present({ id, name, created_at: isoMs(createdAt), used_at: isoMs(usedAt) });

export const passkeyRoutes = (app: FastifyInstance, options: AppOptions, checkUser: CheckUser): void => {
  const { db, clock } = options;
  const cookie = sealedCookie<Kept>(options, "bellwether_passkey", "passkey");
  const validMs = limits.passkeyMinutes.is * 60_000;

  const siteOf = ({ protocol, host }: FastifyRequest): Site => {
    const { hostname, origin } = new URL(options.publicUrl ?? `${protocol}://${host}`);
    return { host: hostname, origin };
  };

  const keep = (reply: FastifyReply, userId: string | null, challenge: string): void =>
    cookie.keep(reply, { for: "passkey", userId, challenge, until: clock() + validMs }, validMs);

  /** The challenge of the browser, which is used up. Refuses `passkey-expired`. */
  const spendChallenge = async (request: FastifyRequest, userId: string | null): Promise<string> => {
    const kept = cookie.read(request);
    const now = clock();
    if (!kept || kept.userId !== userId || kept.until <= now) throw refuse("passkey-expired");
    if (!(await spendState(db.kysely, kept.challenge, { now, until: kept.until })))
      throw refuse("passkey-expired");
    return kept.challenge;
  };

  /** Refuses `passkey-refused`. The reason is in the log alone. */
  const verified = async <T>(request: FastifyRequest, verifying: Promise<T>): Promise<T> =>
    verifying.catch((error) => {
      request.log.info({ reason: error instanceof Error ? error.message : "" }, "a passkey was refused");
      throw refuse("passkey-refused");
    });

  app.post<{ Body: Static<typeof passkeyBegin> }>(
    `${path}/options`,
    {
      config: own,
      schema: {
        operationId: "beginPasskey",
        summary: "Begin to register a passkey",
        description:
          "For the browser of the session: what its device makes a key from, and a cookie that comes back with it within five minutes.",
        tags,
        body: passkeyBegin,
        refuses: ["second-factor-of-user", "current-password-wrong", "sign-ins-too-many"],
        response: { 200: passkeyOptions },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const { user } = await checkUser(asker, request.body.current_password);
      const made = await creationOptions(siteOf(asker), user, await listPasskeys(db.kysely, user.id));
      keep(reply, user.id, made.challenge);
      return { options: made };
    },
  );

  app.post<{ Body: Static<typeof passkeyPost> }>(
    path,
    {
      config: own,
      schema: {
        operationId: "createPasskey",
        summary: "Register a passkey",
        description:
          "From now on, the user signs in with a passkey, and no longer with the password alone. Ends all other sessions of the user.",
        tags,
        body: passkeyPost,
        refuses: ["second-factor-of-user", "passkey-expired", "passkey-refused", "passkeys-too-many"],
        response: { 201: passkeyRecord },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const { session, user } = await checkUser(asker);
      const { name, credential } = request.body;
      const challenge = await spendChallenge(asker, user.id);
      const made = await verified(asker, verifyNew(siteOf(asker), challenge, credential));
      const { transports = [] } = credential.response;
      const passkey = await db.transaction(async (trx) => {
        const added = await addPasskey(trx, { ...made, userId: user.id, name, transports }, clock());
        await notePasskey(trx, session.id);
        await endSessionsOfUser(trx, user.id, session.id);
        await noted(trx, asker, "add_passkey", added, user);
        return added;
      });
      cookie.forget(reply);
      return reply.code(201).send(renderPasskey(passkey));
    },
  );

  app.get(
    path,
    {
      config: { permission: "look", isOwnConcern: "always" },
      schema: {
        operationId: "listPasskeys",
        summary: "List the passkeys of the user",
        description: "Of the user of the session, newest first. Empty without a user.",
        tags,
        response: { 200: Type.Array(passkeyRecord) },
      },
    },
    async (request) => {
      const user = request.session?.user;
      return user ? (await listPasskeys(db.kysely, user.id)).map(renderPasskey) : [];
    },
  );

  app.patch<{ Params: { id: string }; Body: Static<typeof passkeyPatch> }>(
    `${path}/:id`,
    {
      config: own,
      schema: {
        operationId: "renamePasskey",
        summary: "Rename a passkey",
        description: "Of the user of the session. The device keeps its own name for it.",
        tags,
        params: idParams,
        body: passkeyPatch,
        refuses: ["second-factor-of-user"],
        response: { 200: passkeyRecord },
      },
    },
    async (request) => {
      const asker = request as FastifyRequest;
      const { user } = await checkUser(asker);
      const { id } = request.params;
      return db.transaction(async (trx) => {
        const renamed = await renamePasskey(trx, user.id, id, request.body.name);
        if (!renamed) throw refuse("resource-unknown", { type: "passkey", id });
        const subject = { type: "passkeys", id, name: renamed.name };
        await audit(trx, asker, { action: "update", subject, changes: ["name"] }, clock());
        return renderPasskey(renamed);
      });
    },
  );

  app.delete<{ Params: { id: string }; Body: Static<typeof passkeyDelete> }>(
    `${path}/:id`,
    {
      config: own,
      schema: {
        operationId: "removePasskey",
        summary: "Remove a passkey",
        description: "It signs in no more. Without another one, the password alone signs in again.",
        tags,
        params: idParams,
        body: passkeyDelete,
        refuses: ["second-factor-of-user", "current-password-wrong", "sign-ins-too-many"],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const { user } = await checkUser(asker, request.body.current_password);
      const { id } = request.params;
      await db.transaction(async (trx) => {
        const kept = (await listPasskeys(trx, user.id)).find((passkey) => passkey.id === id);
        if (!kept || !(await removePasskey(trx, user.id, id)))
          throw refuse("resource-unknown", { type: "passkey", id });
        await noted(trx, asker, "remove_passkey", kept, user);
      });
      return reply.code(204).send();
    },
  );

  const noted = async (
    trx: Parameters<typeof audit>[0],
    request: FastifyRequest,
    event: "add_passkey" | "remove_passkey",
    { id, name }: Passkey,
    user: User,
  ): Promise<void> => {
    await audit(trx, request, { action: event, subject: { type: "passkeys", id, name } }, clock());
    const { account, clientAddress: address } = request;
    const happened = { accountId: account.id, user, event, address, passkeyId: id };
    await mailSecurityEvent(trx, options, happened, clock());
  };

  /** Refuses `passkey-refused`. */
  const holderOf = async (credentialId: string) => {
    const passkey = await findPasskey(db.kysely, credentialId);
    if (!passkey) throw refuse("passkey-refused");
    const user = await findUser(db.kysely, passkey.userId);
    if (!user) throw refuse("passkey-refused");
    const open = await lastAccountOf(db.kysely, user.id, { byPassword: true });
    const account = open ?? (await lastAccountOf(db.kysely, user.id));
    if (!account) throw refuse("passkey-refused");
    return { passkey, user, account };
  };

  app.post(
    "/sessions/passkey/options",
    {
      config: { isPublic: true },
      schema: {
        operationId: "beginPasskeySignIn",
        summary: "Begin to sign in with a passkey",
        description:
          "For a browser: what its device signs, and a cookie that comes back with it within five minutes.",
        tags,
        refuses: ["request-cross-origin"],
        response: { 200: passkeyOptions },
      },
    },
    async (request, reply) => {
      refuseCrossOrigin(request, options);
      const made = await requestOptions(siteOf(request));
      keep(reply, null, made.challenge);
      return { options: made };
    },
  );

  app.post<{ Body: Static<typeof passkeySignIn> }>(
    "/sessions/passkey",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        operationId: "signInByPasskey",
        summary: "Sign in with a passkey",
        description:
          "With what the device signed, once, in the browser in which it began. It stands for the password and the second factor.",
        tags,
        body: passkeySignIn,
        refuses: ["passkey-expired", "passkey-refused", "sso-required", "request-cross-origin"],
        response: { 201: sessionRecord },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      refuseCrossOrigin(asker, options);
      const { credential } = request.body;
      const challenge = await spendChallenge(asker, null);
      const { passkey, user, account } = await holderOf(credential.id);
      const subject = { type: "sessions", name: user.email };
      const fail = (): Promise<void> =>
        audit(
          db.kysely,
          asker,
          { accountId: account.id, action: "sign_in_failed", subject, changes: ["passkey"] },
          clock(),
        );
      const counter = await verified(
        asker,
        verifySigned(siteOf(asker), challenge, credential, passkey),
      ).catch(async (error) => {
        await fail();
        throw error;
      });
      if (account.ssoOnly) {
        await fail();
        throw refuse("sso-required");
      }
      const isKnown = (await knownBrowser(asker, user.id, db, options, clock())) !== undefined;
      const token = await db.transaction(async (trx) => {
        const now = clock();
        if (!(await usePasskey(trx, passkey, counter, now))) throw refuse("passkey-refused");
        const signIn = { accountId: account.id, action: "sign_in", subject, changes: ["passkey"] } as const;
        await audit(trx, asker, signIn, now);
        const { clientAddress: address } = asker;
        const happened = { accountId: account.id, user, event: "sign_in", address } as const;
        if (!isKnown) await mailSecurityEvent(trx, options, happened, now);
        return startSession(trx, account.id, { userId: user.id, hasPasskey: true }, now);
      });
      setSessionCookie(reply, options, token);
      cookie.forget(reply);
      await rememberBrowser(reply, user.id, db, options, clock());
      const factor = await findFactor(db.kysely, user.id);
      const hasSecondFactor = factor !== undefined && factor.confirmedAt !== null;
      const role = await roleOf(db.kysely, account.id, user.id);
      const asking = { account, role, user, hasSecondFactor, isFactorMet: true };
      return reply.code(201).send(await describeSession(options, asking));
    },
  );
};
