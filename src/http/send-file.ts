// A file is sent with what lets a client keep its copy: a strong ETag, a date, answers of 304, and single byte ranges so
// that a broken download can go on. It is opened before anything is promised, so that it is one file from start to end.

import { open } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";

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

const isUnchanged = ({ headers }: FastifyRequest, etag: string, modifiedMs: number): boolean => {
  const known = headers["if-none-match"];
  if (known !== undefined) return known === "*" || tagsIn(known).includes(etag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return Math.floor(modifiedMs / 1000) * 1000 <= since;
};

const tagsIn = (header: string): string[] => header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));

interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

/** Undefined sends the whole file: for no range, several, one outside the file, or one of another version. */
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
