// Downloads, with a strong ETag, a date, 304 for unchanged files, and single byte ranges so that a broken download can continue. The
// file is opened before the headers are sent, so that a replacement cannot mix two versions.

import { open } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./etag.js";

export interface HostedFile {
  path: string;
  /** Hash of the content. */
  hash: string;
  modifiedMs: number;
  contentType: string;
  downloadName: string;
}

export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: HostedFile,
): Promise<FastifyReply> => {
  const etag = `"${file.hash}"`;
  reply
    .header("etag", etag)
    .header("last-modified", new Date(file.modifiedMs).toUTCString())
    .header("cache-control", "private, no-cache")
    .header("accept-ranges", "bytes");
  if (isUnchanged(request, etag, file.modifiedMs)) return reply.code(304).send();

  const handle = await open(file.path);
  const { size } = await handle.stat();
  const range = rangeOf(request, etag, size);
  reply
    .type(file.contentType)
    .header("content-disposition", `attachment; filename="${file.downloadName}"`)
    .header("content-length", range ? range.end - range.start + 1 : size);
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(handle.createReadStream(range));
};

const isUnchanged = (request: FastifyRequest, etag: string, modifiedMs: number): boolean => {
  const { headers } = request;
  if (headers["if-none-match"] !== undefined) return matchesEtag(request, etag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return Math.floor(modifiedMs / 1000) * 1000 <= since;
};

interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

/** Undefined, which sends the whole file, for no range, several ranges, one outside the file, or one of another version. */
const rangeOf = ({ headers }: FastifyRequest, etag: string, size: number): Range | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const condition = headers["if-range"];
  if (first === undefined || last === undefined || (condition !== undefined && condition !== etag))
    return undefined;
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : undefined;
};
