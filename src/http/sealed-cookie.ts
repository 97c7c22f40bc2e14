// Sealed cookie: what a browser has to bring back, which nobody reads or makes but the service. An attempt that
// is given up leaves nothing in the store.

import type { FastifyReply, FastifyRequest } from "fastify";
import { seal, sealingKey, unseal } from "../store/secrets.js";
import { cookieValue, setCookie } from "./cookies.js";
import type { AppOptions } from "./options.js";

/** `for`: what it is for, so that no cookie is taken for another. */
export interface SealedCookie<T extends { for: string }> {
  keep(reply: FastifyReply, value: T, validMs: number): void;
  /** Undefined without one that is the service's. */
  read(request: FastifyRequest): T | undefined;
  forget(reply: FastifyReply): void;
}

export const sealedCookie = <T extends { for: string }>(
  options: AppOptions,
  name: string,
  purpose: T["for"],
): SealedCookie<T> => {
  const key = () => sealingKey(options.dataDir);
  const opened = (value: string): T | undefined => {
    try {
      return JSON.parse(unseal(key(), value)) as T;
    } catch {
      return undefined;
    }
  };
  return {
    keep: (reply, value, validMs) =>
      void setCookie(reply, options, { name, value: seal(key(), JSON.stringify(value)), validMs }),
    read: (request) => {
      const value = cookieValue(request, options, name);
      const kept = value === undefined || value === "" ? undefined : opened(value);
      return kept?.for === purpose ? kept : undefined;
    },
    forget: (reply) => void setCookie(reply, options, { name, value: "", validMs: 0 }),
  };
};
