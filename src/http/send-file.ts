// Downloads of files that are verified before and while they are sent, with a strong ETag, a date, 304 for
// unchanged files, and single byte ranges so that a broken download can continue. The file is opened before
// the headers are sent, so that a replacement cannot mix two versions.

import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { pipeline, type Readable, Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileHash } from "../domain/machine/stored-file.js";
import type { FileGuard, NamedFile } from "../integrity/file-guard.js";
import { matchesEtag } from "./etag.js";
import type { AppOptions } from "./options.js";

export interface HostedFile extends NamedFile {
  expected: FileHash;
  modifiedMs: number;
  contentType: string;
  downloadName: string;
  /** Headers about the file, also of an answer without it. */
  headers?: Readonly<Record<string, string>>;
}

export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { dataDir, files }: Pick<AppOptions, "dataDir" | "files">,
  file: HostedFile,
): Promise<FastifyReply> => {
  const { sha256, bytes: size } = file.expected;
  const etag = `"${sha256}"`;
  reply
    .header("etag", etag)
    .header("last-modified", new Date(file.modifiedMs).toUTCString())
    .header("cache-control", "private, no-cache")
    .header("accept-ranges", "bytes")
    .headers({ ...file.headers });
  if (isUnchanged(request, etag, file.modifiedMs)) return reply.code(304).send();

  const handle = await openVerified(file, files, path.join(dataDir, file.path)).catch((error) => {
    // No answer about a damaged file may be kept as if it were the file.
    for (const name of ["etag", "last-modified", "accept-ranges", ...Object.keys(file.headers ?? {})])
      reply.removeHeader(name);
    throw error;
  });
  const range = rangeOf(request, etag, size);
  reply
    .type(file.contentType)
    .header("content-disposition", `attachment; filename="${file.downloadName}"`)
    .header("content-length", range ? range.end - range.start + 1 : size);
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  const bytes = handle.createReadStream({ ...range, highWaterMark: chunkBytes });
  return reply.send(range ? bytes : heldBack(bytes, file, files));
};

const chunkBytes = 1 << 18;

/** Refuses what `FileGuard.require` refuses. The opened file is the one that was verified. */
const openVerified = async (file: HostedFile, files: FileGuard, full: string): Promise<FileHandle> => {
  await files.require([file]);
  const handle = await open(full);
  const stats = await handle.stat({ bigint: true });
  if (files.checker.isVerified(full, stats, file.expected.sha256)) return handle;
  await handle.close();
  throw await files.damage([{ file, fault: "content" }]);
};

/** The whole file. Its last bytes are only sent if its hash is right: a disk that decays cannot complete an answer. */
const heldBack = (bytes: Readable, file: HostedFile, files: FileGuard): Readable => {
  const hash = createHash("sha256");
  let last: Buffer | undefined;
  const held = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      if (last) this.push(last);
      last = chunk;
      done();
    },
    flush(done) {
      if (hash.digest("hex") === file.expected.sha256) return done(null, last);
      void files.damage([{ file, fault: "content" }]).then(done, done);
    },
  });
  // An error of either ends both, and breaks the connection.
  pipeline(bytes, held, () => {});
  return held;
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

/**
 * Undefined, which sends the whole file, for no range, several ranges, one outside the file, or one of
 * another version.
 */
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
