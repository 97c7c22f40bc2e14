// Every request is made for an account, but for the few routes that say they are public. Programs carry a key, the browser
// the cookie of a session; where there are both, the key counts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal, refuse } from "../errors/refusal.js";
import type { Account } from "../store/accounts.js";
import { findAccountByKey } from "../store/keys.js";
import { hasSession, resumeSession, type Session, type Token } from "../store/sessions.js";
import type { AppOptions } from "./options.js";

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

// The cookie that holds a session's token. No script can read it, no other site can have it sent, and where the service is
// reached by https it is never sent without; its name then begins with `__Host-`, so that no other host can set it.

type ServiceAddress = { publicUrl: string | undefined };

/** The token that the request carries. */
export const sessionToken = (request: FastifyRequest, reached: ServiceAddress): string | undefined => {
  const name = cookieName(isHttps(request, reached));
  const pairs = request.headers.cookie?.split(";").map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
};

export const setSessionCookie = (
  reply: FastifyReply,
  reached: ServiceAddress,
  { token, validMs }: Token,
): FastifyReply => setCookie(reply, reached, token, Math.floor(validMs / 1000));

export const clearSessionCookie = (reply: FastifyReply, reached: ServiceAddress): FastifyReply =>
  setCookie(reply, reached, "", 0);

const setCookie = (
  reply: FastifyReply,
  reached: ServiceAddress,
  value: string,
  maxAgeSeconds: number,
): FastifyReply => {
  const isSecure = isHttps(reply.request, reached);
  const attributes = ["HttpOnly", "SameSite=Strict", "Path=/", `Max-Age=${maxAgeSeconds}`];
  const cookie = [`${cookieName(isSecure)}=${value}`, ...attributes, ...(isSecure ? ["Secure"] : [])];
  return reply.header("set-cookie", cookie.join("; "));
};

const cookieName = (isSecure: boolean): string => `${isSecure ? "__Host-" : ""}bellwether_session`;

const isHttps = ({ protocol }: FastifyRequest, { publicUrl = "" }: ServiceAddress): boolean =>
  protocol === "https" || publicUrl.startsWith("https:");

// A browser sends cookies with whatever request a page makes, also a page of somebody else's. What changes anything is
// therefore taken, by cookie, only from pages of our own: the browser says where a request comes from, and no page can
// make it say otherwise.

type OwnAddress = { publicUrl: string | undefined };

const readMethods = ["GET", "HEAD", "OPTIONS"];

/** Throws `request-cross-origin` for what is not known to come from here, unless it only reads. */
export const requireSameOrigin = (request: FastifyRequest, reached: OwnAddress): void => {
  if (!readMethods.includes(request.method) && originOf(request, reached) !== "here")
    throw refuse("request-cross-origin");
};

/** Throws `request-cross-origin` for what is known to come from elsewhere. Programs do not say. */
export const refuseCrossOrigin = (request: FastifyRequest, reached: OwnAddress): void => {
  if (originOf(request, reached) === "elsewhere") throw refuse("request-cross-origin");
};

/** `none` is what somebody did in the browser itself. Browsers too old to say more send `Origin`. */
const originOf = (request: FastifyRequest, reached: OwnAddress): "here" | "elsewhere" | "unsaid" => {
  const { "sec-fetch-site": site, origin } = request.headers;
  if (site !== undefined) return site === "same-origin" || site === "none" ? "here" : "elsewhere";
  if (origin === undefined) return "unsaid";
  return isOwnOrigin(origin, request, reached) ? "here" : "elsewhere";
};

const isOwnOrigin = (origin: string, { host }: FastifyRequest, { publicUrl }: OwnAddress): boolean => {
  if (!URL.canParse(origin)) return false;
  const { host: from } = new URL(origin);
  return from === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin);
};
