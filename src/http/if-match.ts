// A record's ETag is its version. Who sends it back with a change is told if someone else was faster.

import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";

export const sendVersion = (reply: FastifyReply, version: number): FastifyReply =>
  reply.header("etag", etagOf(version));

/** Throws `changed-meanwhile`. Without If-Match every version will do. */
export const checkIfMatch = ({ headers }: FastifyRequest, version: number): void => {
  const wanted = headers["if-match"]?.split(",").map((tag) => tag.trim());
  if (wanted && !wanted.includes("*") && !wanted.includes(etagOf(version))) throw refuse("changed-meanwhile");
};

const etagOf = (version: number): string => `"${version}"`;
