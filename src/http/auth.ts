// Authentication. Every request belongs to an account, except on routes marked as public. Programs send an
// API key, browsers a session cookie; if both are present, the key counts. Changes by cookie are accepted
// from the service's own pages alone.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../db/connection.js";
import { ReadCache } from "../db/read-cache.js";
import type { AuditActor } from "../domain/account/audit.js";
import type { KeyScope } from "../domain/account/key-scope.js";
import type { Role } from "../domain/account/role.js";
import { Refusal, refuse } from "../errors/refusal.js";
import type { Account } from "../store/accounts.js";
import { keyInUse, readKey, type StoredKey } from "../store/keys.js";
import {
  readSession,
  roleOfSession,
  type Session,
  type StoredSession,
  sessionInUse,
  type Token,
} from "../store/sessions.js";
import { cookieValue, type ServiceAddress, setCookie } from "./cookies.js";
import type { AppOptions } from "./options.js";
import type { RequestLimits } from "./request-limits.js";
import { resourceHeader } from "./resource-header.js";
import { isOwnConcern, requireRole } from "./role.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Account of the key or session. Public routes have none. */
    account: Account;
    /** The session, for a request by cookie. */
    session?: Session;
    /** Of the key or session in the account. */
    role: Role;
    /** Whoever makes the request, for the audit log. */
    actor: AuditActor;
    /** When the key or session was last read, by the clock of `performance`. */
    authenticatedMs: number;
    /**
     * Authenticates a request that has brought no key until its body was read. Throws as `authenticate` does.
     */
    takeKey(key: unknown): Promise<void>;
  }
  interface FastifyContextConfig {
    /** Needs no key. */
    isPublic?: boolean;
    /** Scopes of keys that allow the operation, besides `everything`. Default: `read` for GET, none for others. */
    keyScopes?: readonly KeyScope[];
    /** The operation takes events. Its requests have a limit of their own. */
    areEvents?: boolean;
    /** A request without a key reaches the operation, which calls `takeKey` with the one in its body. */
    hasKeyInBody?: boolean;
    /** A health check, which answers also while the store is away, and is never limited. */
    isProbe?: boolean;
  }
}

/**
 * Requests without a key or session count for their network address before anything else happens: they wait
 * for no turn. Health checks never count.
 */
export const limitUnkeyedRequests = (
  app: FastifyInstance,
  options: AppOptions,
  limits: RequestLimits,
): void => {
  app.addHook("onRequest", async (request) => {
    const { isProbe } = request.routeOptions.config;
    if (!isProbe && !(needsKey(request) && bringsKey(request, options)))
      limits.takeUnkeyed(request.clientAddress);
  });
};

/** Requests with a key or session count for it, and those with a wrong one for their network address. */
export const authenticateRequests = (
  app: FastifyInstance,
  options: AppOptions,
  limits: RequestLimits,
): void => {
  app.decorateRequest("account");
  app.decorateRequest("role");
  app.decorateRequest("session", undefined);
  app.decorateRequest("actor");
  app.decorateRequest("authenticatedMs", 0);
  app.decorateRequest("takeKey", async function (key: unknown) {
    if (typeof key !== "string" || key === "") throw refuse("key-missing");
    this.account = await authenticateKey(this, key, options);
    limits.takeKeyed(this.actor, this.account.id, this.routeOptions.config.areEvents);
  });
  app.addHook("onRequest", async (request) => {
    request.actor = { type: "nobody", address: request.clientAddress };
    if (!needsKey(request)) return;
    if (request.routeOptions.config.hasKeyInBody && !bringsKey(request, options)) return;
    request.authenticatedMs = performance.now();
    request.account = await authenticate(request, options).catch((error) => {
      if (bringsKey(request, options)) limits.takeUnkeyed(request.clientAddress);
      throw error;
    });
    limits.takeKeyed(request.actor, request.account.id, request.routeOptions.config.areEvents);
  });
  app.addHook("onSend", async ({ session }, reply, payload) => {
    if (!session) return payload;
    if (session.renewed && !reply.hasHeader("set-cookie")) setSessionCookie(reply, options, session.renewed);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-cache");
    return payload;
  });
};

/** After this time a request that has not been carried out yet is authenticated again. */
const authenticatedForMs = 1_000;

/**
 * Requests whose body took its time, or that waited for their turn, may still do what they ask for: their sender
 * decides how slowly a body arrives, and may have been removed meanwhile. Streams of bytes end in their handlers,
 * which call `requireStillAllowed`.
 */
export const authenticateLateRequests = (app: FastifyInstance, options: AppOptions): void => {
  app.addHook("preHandler", (request) => requireStillAllowed(request, options));
};

/** Throws as `authenticate` does, if the key or session was read a while ago and does not allow the request any more. */
export const requireStillAllowed = async (request: FastifyRequest, options: AppOptions): Promise<void> => {
  const now = performance.now();
  if (!request.account || now - request.authenticatedMs < authenticatedForMs) return;
  if (!bringsKey(request, options)) return;
  request.authenticatedMs = now;
  const renewed = request.session?.renewed;
  request.account = await authenticate(request, options);
  // The token that the first reading renewed has yet to be sent.
  if (renewed && request.session) request.session = { ...request.session, renewed };
};

const needsKey = ({ is404, routeOptions: { config } }: FastifyRequest): boolean =>
  !is404 && !config.isPublic && !config.isProbe;

/** Whether there is a key or session in the request, not yet checked. */
const bringsKey = (request: FastifyRequest, reached: ServiceAddress): boolean =>
  bearerKey(request) !== undefined || sessionToken(request, reached) !== undefined;

/** The API key in the request, not yet checked. Programs that send events may send it as the name of a user. */
export const bearerKey = ({ headers, routeOptions }: FastifyRequest): string | undefined => {
  const key = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  return key ?? (routeOptions.config.areEvents ? userName(headers.authorization) : undefined);
};

/** The user name of `Basic`. A password is not needed. */
const userName = (header = ""): string | undefined => {
  const pair = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header)?.[1];
  const name = pair && Buffer.from(pair, "base64").toString().split(":")[0];
  return name === "" ? undefined : name;
};

/**
 * The account of the request. Sets `request.role`, `request.actor`, and `request.session` for a request by cookie. Throws
 * `key-missing`, `key-malformed`, `key-unknown`, `key-expired`, `token-elsewhere`, `key-scope-insufficient`,
 * `role-insufficient`, `session-ended`, `second-factor-required` or `request-cross-origin`.
 */
export const authenticate = async (request: FastifyRequest, options: AppOptions): Promise<Account> => {
  const { db, clock } = options;
  const key = bearerKey(request);
  if (key !== undefined) return authenticateKey(request, key, options);
  const token = sessionToken(request, options);
  if (token === undefined) throw refuse("key-missing");
  requireSameOrigin(request, options);
  const stored = await knownSessions(db).get(token, () => readSession(db.kysely, token));
  const session = stored && (await sessionInUse(db.kysely, token, stored, clock()));
  if (!session) throw refuse("session-ended");
  request.session = session;
  request.actor = { ...actorOf(session), address: request.clientAddress };
  takeRole(request, session.role);
  const { account, user } = session;
  if (user && account.needsSecondFactor && !isFactorMet(session) && !isOwnConcern(request))
    throw refuse("second-factor-required");
  return account;
};

/** Whether the user has a second factor or came with a passkey, or the identity provider has asked for a factor. */
export const isFactorMet = ({ hasSecondFactor, hasPasskey, provider }: Session): boolean =>
  hasSecondFactor || hasPasskey || (provider?.hasFactor ?? false);

/** Throws `sso-other-account` and `sso-required` if the session may not move to the account. */
export const requireEntry = ({ user, provider }: Session, { id, ssoOnly }: Account): void => {
  const only = provider?.accountId ?? null;
  if (only !== null && only !== id) throw refuse("sso-other-account");
  if (ssoOnly && user && !provider) throw refuse("sso-required");
};

/** Whoever acts by the session, as in the audit log. */
export const actorOf = ({ id, account, user }: Session): AuditActor => ({
  type: "session",
  id,
  name: user?.email ?? (account.email || account.name),
});

const authenticateKey = async (
  request: FastifyRequest,
  key: string,
  { db, clock }: AppOptions,
): Promise<Account> => {
  const stored = await knownKeys(db).get(key, () => readKey(db.kysely, key));
  const { [resourceHeader]: at } = request.headers;
  const { account, scope, role, ...found } = await keyInUse(db.kysely, stored, at?.toString(), clock());
  const { method, routeOptions } = request;
  const allowed = allowedScopes(method, routeOptions.config.keyScopes);
  if (!allowed.includes(scope))
    throw refuse("key-scope-insufficient", { scope, allowed: allowed.join(" or ") });
  request.actor = { type: "key", ...found, address: request.clientAddress };
  takeRole(request, role);
  return account;
};

const takeRole = (request: FastifyRequest, role: Role): void => {
  request.role = role;
  requireRole(request, role);
};

const keptKeys = 1_000;
const keysOf = new WeakMap<Db, ReadCache<StoredKey>>();

/** The keys that were used since the last commit. */
const knownKeys = (db: Db): ReadCache<StoredKey> => {
  const known = keysOf.get(db) ?? new ReadCache<StoredKey>(db, keptKeys);
  keysOf.set(db, known);
  return known;
};

const keptSessions = 1_000;
const sessionsOf = new WeakMap<Db, ReadCache<StoredSession | undefined>>();

/** The sessions that were used since the last commit, and so with the roles of now. */
const knownSessions = (db: Db): ReadCache<StoredSession | undefined> => {
  const known = sessionsOf.get(db) ?? new ReadCache<StoredSession | undefined>(db, keptSessions);
  sessionsOf.set(db, known);
  return known;
};

/** Scopes of keys that allow an operation. */
export const allowedScopes = (method: string, marked?: readonly KeyScope[]): readonly KeyScope[] => [
  ...(marked ?? (method === "GET" || method === "HEAD" ? ["read" as const] : [])),
  "everything",
];

/** Whether the key or session of a long-lived request is still valid, with the role of before. Does not extend the session. */
export const isStillAllowed = async (request: FastifyRequest, options: AppOptions): Promise<boolean> => {
  const { db } = options;
  const { role: before, session } = request;
  if (session) return (await roleOfSession(db.kysely, session.id, request.account.id)) === before;
  return authenticate(request, options).then(
    () => request.role === before,
    (error) => {
      if (error instanceof Refusal && error.entry.fault === "caller") return false;
      throw error;
    },
  );
};

const sessionCookie = "bellwether_session";

/** The token in the session cookie of the request. */
export const sessionToken = (request: FastifyRequest, reached: ServiceAddress): string | undefined =>
  cookieValue(request, reached, sessionCookie);

export const setSessionCookie = (
  reply: FastifyReply,
  reached: ServiceAddress,
  { token: value, validMs }: Token,
): FastifyReply => setCookie(reply, reached, { name: sessionCookie, value, validMs });

export const clearSessionCookie = (reply: FastifyReply, reached: ServiceAddress): FastifyReply =>
  setCookie(reply, reached, { name: sessionCookie, value: "", validMs: 0 });

const readMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Throws `request-cross-origin` for a change that is not known to come from the service's own pages. Browsers
 * send cookies with requests of any page, but they also report its origin, which a page cannot forge.
 */
export const requireSameOrigin = (request: FastifyRequest, reached: ServiceAddress): void => {
  if (!readMethods.includes(request.method) && originOf(request, reached) !== "own")
    throw refuse("request-cross-origin");
};

/** Throws `request-cross-origin` for a request known to come from another site. Programs send no origin and pass. */
export const refuseCrossOrigin = (request: FastifyRequest, reached: ServiceAddress): void => {
  if (originOf(request, reached) === "other") throw refuse("request-cross-origin");
};

/** `none` is a request by the user, such as a typed address. Old browsers send only `Origin`. */
const originOf = (request: FastifyRequest, reached: ServiceAddress): "own" | "other" | "unknown" => {
  const { "sec-fetch-site": site, origin } = request.headers;
  if (site !== undefined) return site === "same-origin" || site === "none" ? "own" : "other";
  if (origin === undefined) return "unknown";
  return isOwnOrigin(origin, request, reached) ? "own" : "other";
};

const isOwnOrigin = (origin: string, { host }: FastifyRequest, { publicUrl }: ServiceAddress): boolean => {
  if (!URL.canParse(origin)) return false;
  const { host: from } = new URL(origin);
  return from === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin);
};
