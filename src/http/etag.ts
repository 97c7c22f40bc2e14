// ETags. Every text answer carries a hash of itself, so that an unchanged answer to a repeated read is 304. A
// record's tag starts with its version, and If-Match compares the version alone, so that the progress of a
// build never causes a conflict.

import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";

export const addEtags = (app: FastifyInstance): void => {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || reply.statusCode >= 300) return payload;
    const version = reply.getHeader("etag");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && version === undefined) return payload;
    const etag = tagOf(payload, version as string | undefined);
    reply.header("etag", etag);
    if (!isRead) return payload;
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-cache");
    if (!matchesEtag(request, etag)) return payload;
    reply.code(304).removeHeader("content-length").removeHeader("content-type");
    return null;
  });
};

/** `addEtags` appends the hash of the answer. */
export const sendVersion = (reply: FastifyReply, version: number): FastifyReply =>
  reply.header("etag", String(version));

/** Throws `changed-meanwhile`. Without If-Match any version matches. */
export const checkIfMatch = ({ headers }: FastifyRequest, version: number): void => {
  const wanted = headers["if-match"]?.split(",").map(versionIn);
  if (wanted && !wanted.includes("*") && !wanted.includes(String(version))) throw refuse("changed-meanwhile");
};

const tagOf = (payload: string, version: string | undefined): string => {
  const hash = createHash("sha256").update(payload).digest("base64url").slice(0, 16);
  return version === undefined ? `"${hash}"` : `"${version}.${hash}"`;
};

/** `"3.Xy…"`, or `"3"`, is version 3. */
const versionIn = (tag: string): string =>
  tag
    .trim()
    .replace(/^W\//, "")
    .replace(/^"(\d+)(\..*)?"$/, "$1");

/** Whether If-None-Match contains the tag. */
export const matchesEtag = ({ headers }: FastifyRequest, etag: string): boolean => {
  const known = headers["if-none-match"];
  if (known === undefined) return false;
  const tags = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
};
