// File of a link as a storage of one file. Servers that make a file for each request say neither its size nor a tag,
// so it is fetched to know its hash, and fetched again if that has changed.

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileLinkOptions } from "../../../../domain/data/connection.js";
import { readableEnding } from "../../../../domain/data/file-format.js";
import type { FileHash } from "../../../../domain/machine/stored-file.js";
import { limits } from "../../../../domain/resource/limits.js";
import { refuse, retryLater } from "../../../../errors/refusal.js";
import type { OpenStorage, OwnedStorage, StorageFile } from "../storage.js";
import { type Link, openLink } from "./session.js";

export const withFileLink: OpenStorage<FileLinkOptions> = (access, work) =>
  work(linkedFile(openLink(access)));

const linkedFile = (link: Link): OwnedStorage => {
  const find = () =>
    link.get(async (response): Promise<StorageFile> => {
      const name = nameOf(link.url, response);
      const { bytes, sha256 } = await received(response, nowhere());
      const at = Date.parse(response.headers["last-modified"] ?? "");
      return { name, tag: sha256, bytes, modifiedMs: Number.isNaN(at) ? Date.now() : at };
    });
  return {
    identity: ["file_link", link.url.href],
    shown: () => link.url.origin,
    contents: async () => [(await find()).name],
    async *pages() {
      yield [await find()];
    },
    async download(file, to) {
      const found = await link.get(async (response) => {
        // An attempt before this one may have left a part.
        await rm(to, { force: true });
        return received(response, createWriteStream(to));
      });
      if (found.sha256 === file.tag) return found;
      throw retryLater("bucket-file-changed", { file: file.name });
    },
    marksOf: async () => null,
    write: async () => {
      throw refuse("connection-failed", { detail: "a file at a web address is only read" });
    },
  };
};

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Refuses `connection-failed` for a file that does not end. */
const received = async (response: IncomingMessage, to: Writable): Promise<FileHash> => {
  const hash = createHash("sha256");
  const { is: most } = limits.linkedFileBytes;
  let bytes = 0;
  await pipeline(
    response,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > most)
          throw refuse("connection-failed", { detail: `the file has more than ${most / 1e9} GB` });
        hash.update(chunk);
        yield chunk;
      }
    },
    to,
  );
  return { bytes, sha256: hash.digest("hex") };
};

/** Endings of the media types of tables. */
const endings: Readonly<Record<string, string>> = {
  "text/csv": ".csv",
  "text/plain": ".csv",
  "text/tab-separated-values": ".tsv",
  "application/x-ndjson": ".jsonl",
  "application/jsonl": ".jsonl",
  "application/zip": ".zip",
  "application/vnd.apache.parquet": ".parquet",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
};

const readable = new RegExp(readableEnding, "i");

/**
 * Name of the file: that of the address where it says the format, and otherwise `file` with the ending that the server
 * says. A title that somebody changes makes no other file. Refuses `connection-failed` for a page.
 */
const nameOf = ({ pathname, hostname }: URL, { headers }: IncomingMessage): string => {
  const media = (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  const last = pathname.split("/").at(-1) ?? "";
  const isPage = media === "text/html" || media === "application/xhtml+xml";
  if (isPage)
    throw refuse("connection-failed", {
      detail: `${hostname} answers with a page and not with a file. Of a Google spreadsheet, take File → Share → Publish to web, as CSV`,
    });
  if (readable.test(last) && /^[\w-][\w.-]*$/.test(last)) return last;
  const [titled] =
    readable.exec(/filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1] ?? "") ?? [];
  return `file${endings[media] ?? titled?.toLowerCase() ?? ""}`;
};
