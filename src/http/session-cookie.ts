// The cookie that holds a session's token. No script can read it, no other site can have it sent, and where the service is
// reached by https it is never sent without; its name then begins with `__Host-`, so that no other host can set it.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Token } from "../store/sessions.js";

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
