// Compression of answers for the console, whose pages read long ones over any line. Programs with a key get
// answers as they are.

import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const zipped = promisify(gzip);

/** A shorter answer fits a packet or two anyway. */
const leastCharacters = 2_000;
/** A fifth of the time of the usual level, for a tenth more bytes. */
const level = 3;

/**
 * Compresses the texts that a session reads, away from the thread of requests. A text has the tag that it has
 * without: `addEtags` comes before.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook("onSend", async (request, reply, payload) => {
    const isLong = typeof payload === "string" && payload.length >= leastCharacters;
    if (!isLong || !request.session || request.method !== "GET") return payload;
    addVary(reply, "accept-encoding");
    if (!takesCoding(request, "gzip")) return payload;
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    return zipped(payload, { level });
  });
};

/** Says to caches that the answer depends on a header of the request. */
export const addVary = (reply: FastifyReply, header: string): void => {
  const known = reply.getHeader("vary");
  reply.header("vary", known === undefined ? header : `${known}, ${header}`);
};

/** Whether the client takes a coding of the content. */
export const takesCoding = ({ headers }: Pick<FastifyRequest, "headers">, coding: "br" | "gzip"): boolean =>
  [headers["accept-encoding"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .some((each) => {
      const [name, quality = ""] = each.split(";").map((part) => part.trim().toLowerCase());
      return name === coding && !/^q=0(\.0*)?$/.test(quality);
    });
