// Every request is made for an account, but for the few routes that say they are public. Programs carry a key, the browser
// the cookie of a session; where there are both, the key counts.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal, refuse } from "../errors/refusal.js";
import type { Account } from "../store/accounts.js";
import { findAccountByKey } from "../store/keys.js";
import { hasSession, resumeSession, type Session } from "../store/sessions.js";
import type { AppOptions } from "./options.js";
import { requireSameOrigin } from "./same-origin.js";
import { sessionToken, setSessionCookie } from "./session-cookie.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose key or session the request carries. Public routes have none. */
    account: Account;
    /** What it was made by, if by cookie. */
    session?: Session;
  }
  interface FastifyContextConfig {
    /** Answers without a key. */
    isPublic?: boolean;
  }
}

export const authenticateRequests = (app: FastifyInstance, options: AppOptions): void => {
  app.decorateRequest("account");
  app.decorateRequest("session", undefined);
  app.addHook("onRequest", async (request) => {
    if (request.is404 || request.routeOptions.config.isPublic) return;
    request.account = await authenticate(request, options);
  });
  app.addHook("onSend", async ({ session }, reply, payload) => {
    if (!session) return payload;
    if (session.renewed && !reply.hasHeader("set-cookie")) setSessionCookie(reply, options, session.renewed);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-cache");
    return payload;
  });
};

/** What the request says its key is. */
export const bearerKey = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];

/**
 * Whose request it is; leaves the session, where it is one's, on it. Throws `key-missing`, `key-malformed`, `key-unknown`,
 * `key-expired`, `session-ended` or `request-cross-origin`.
 */
export const authenticate = async (request: FastifyRequest, options: AppOptions): Promise<Account> => {
  const { db, clock } = options;
  const key = bearerKey(request);
  if (key !== undefined) return findAccountByKey(db.kysely, key, clock());
  const token = sessionToken(request, options);
  if (token === undefined) throw refuse("key-missing");
  requireSameOrigin(request, options);
  const session = await resumeSession(db.kysely, token, clock());
  if (!session) throw refuse("session-ended");
  request.session = session;
  return session.account;
};

/** Of a request that goes on and on: whether its key or session, which it does not use up, still counts. */
export const isStillAllowed = async (request: FastifyRequest, options: AppOptions): Promise<boolean> => {
  const { db } = options;
  if (request.session) return hasSession(db.kysely, request.session.id);
  return authenticate(request, options).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
};
