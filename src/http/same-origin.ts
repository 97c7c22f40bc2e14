// A browser sends cookies with whatever request a page makes, also a page of somebody else's. What changes anything is
// therefore taken, by cookie, only from pages of our own: the browser says where a request comes from, and no page can
// make it say otherwise.

import type { FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";

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
