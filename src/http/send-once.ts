// Files that were made for one answer. A file is removed once it is sent, or its reader has gone.

import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ListFile } from "../domain/campaign/list.js";
import { matchesEtag } from "./etag.js";

export const sendOnce = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { dir, path, bytes, sha256, name }: ListFile,
  isGzip: boolean,
): Promise<FastifyReply> => {
  const remove = () => rm(dir, { recursive: true, force: true });
  const etag = `"${sha256}"`;
  reply.header("etag", etag).header("cache-control", "private, no-cache");
  if (matchesEtag(request, etag)) {
    await remove();
    return reply.code(304).send();
  }
  const stream = createReadStream(path);
  void finished(stream).then(remove, remove);
  return reply
    .type(typeOf(name, isGzip))
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("content-length", bytes)
    .send(stream);
};

const typeOf = (name: string, isGzip: boolean): string => {
  if (isGzip) return "application/gzip";
  return name.endsWith(".jsonl") ? "application/x-ndjson; charset=utf-8" : "text/csv; charset=utf-8";
};
