// Every request carries the key of an account, but for the few routes that say they are public.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import type { Account } from "../store/accounts.js";
import { findAccountByKey } from "../store/keys.js";
import type { AppOptions } from "./options.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose key the request carries. Public routes have none. */
    account: Account;
  }
  interface FastifyContextConfig {
    /** Answers without a key. */
    isPublic?: boolean;
  }
}

export const requireKey = (app: FastifyInstance, options: AppOptions): void => {
  app.decorateRequest("account");
  app.addHook("onRequest", async (request) => {
    if (request.is404 || request.routeOptions.config.isPublic) return;
    request.account = await authenticate(request, options);
  });
};

/** What the request says its key is. */
export const keyIn = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];

/** Throws `key-missing`, `key-malformed`, `key-unknown` or `key-expired`. */
export const authenticate = (request: FastifyRequest, { db, clock }: AppOptions): Promise<Account> => {
  const key = keyIn(request);
  if (key === undefined) throw refuse("key-missing");
  return findAccountByKey(db.kysely, key, clock());
};
