// Cookies, which scripts cannot read and other sites cannot cause to be sent. With https they are never sent
// over plain http, and their names start with `__Host-`, so that no other host can set them.

import type { FastifyReply, FastifyRequest } from "fastify";

export type ServiceAddress = { publicUrl: string | undefined };

export const cookieValue = (
  request: FastifyRequest,
  reached: ServiceAddress,
  name: string,
): string | undefined => {
  const full = fullName(name, isHttps(request, reached));
  const pairs = request.headers.cookie?.split(";").map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${full}=`))?.slice(full.length + 1);
};

/** Beside others that the answer sets. */
export const setCookie = (
  reply: FastifyReply,
  reached: ServiceAddress,
  { name, value, validMs }: { name: string; value: string; validMs: number },
): FastifyReply => {
  const isSecure = isHttps(reply.request, reached);
  const maxAge = `Max-Age=${Math.floor(validMs / 1000)}`;
  const attributes = ["HttpOnly", "SameSite=Strict", "Path=/", maxAge, ...(isSecure ? ["Secure"] : [])];
  return reply.header("set-cookie", [`${fullName(name, isSecure)}=${value}`, ...attributes].join("; "));
};

const fullName = (name: string, isSecure: boolean): string => `${isSecure ? "__Host-" : ""}${name}`;

const isHttps = ({ protocol }: FastifyRequest, { publicUrl = "" }: ServiceAddress): boolean =>
  protocol === "https" || publicUrl.startsWith("https:");
