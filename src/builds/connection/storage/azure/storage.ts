// Container of the owner as a storage. A blob that is replaced between its listing and its download is refused by its
// tag. Marks of a blob are its metadata. A blob is written in one request, or in blocks that one request joins, so that
// readers see the old one or the new one.

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { mediaTypeOf } from "../../../../delivery/media-type.js";
import type { AzureBlobsOptions } from "../../../../domain/data/connection.js";
import { literalBeginning } from "../../../../domain/data/object-names.js";
import type { FileHash } from "../../../../domain/machine/stored-file.js";
import { refuse, retryLater } from "../../../../errors/refusal.js";
import { mostEntries, type OpenStorage, type OwnedStorage, type StorageFile } from "../storage.js";
import { type BlobPage, blobPage } from "./blob-page.js";
import { type BlobContainer, BlobFault, homeOf, withContainer } from "./session.js";

const ownerField = "x-ms-meta-bellwether_target";
const hashField = "x-ms-meta-bellwether_sha256";

/** Larger files go up in blocks, of which a blob has 50,000 at most. */
const blockBytes = 32 << 20;
const blobsAtOnce = 5_000;

export const withAzureBlobs: OpenStorage<AzureBlobsOptions> = (access, work) =>
  withContainer(access, (container) => work(azureStorage(container, access.options)));

const azureStorage = (container: BlobContainer, options: AzureBlobsOptions): OwnedStorage => {
  const prefix = options.prefix === undefined ? "" : `${options.prefix}/`;
  const home = homeOf(options);
  return {
    identity: ["azure_blobs", home, options.container, prefix],
    shown: (place) => `${home}/${options.container}/${prefix}${place}`,
    async contents() {
      const { directories, files } = await listed(container, {
        prefix,
        delimiter: "/",
        maxresults: String(mostEntries),
      });
      const names = [...directories, ...files.map(({ name }) => name)].filter((name) => name !== prefix);
      return names
        .slice(0, mostEntries)
        .map((name) => name.slice(prefix.length))
        .sort();
    },
    async *pages(place) {
      const known = new Set<string>();
      for (let marker = ""; ; ) {
        const query = { prefix: `${prefix}${literalBeginning(place)}`, maxresults: String(blobsAtOnce) };
        const page = await listed(container, { ...query, ...(marker !== "" && { marker }) });
        yield page.files.map((file): StorageFile => ({ ...file, name: file.name.slice(prefix.length) }));
        marker = page.next;
        if (marker === "") return;
        if (known.has(marker))
          throw refuse("connection-failed", { detail: "the storage lists the same page again" });
        known.add(marker);
      }
    },
    async download(file, to) {
      const request = {
        method: "GET",
        blob: `${prefix}${file.name}`,
        headers: { "if-match": `"${file.tag}"` },
      } as const;
      try {
        const found = await container.ask(request, (response) => save(response, to));
        if (found.bytes === file.bytes) return found;
      } catch (error) {
        if (!(error instanceof BlobFault) || ![404, 412].includes(error.status)) throw error;
      }
      throw retryLater("bucket-file-changed", { file: file.name });
    },
    async marksOf(key) {
      try {
        return await container.ask({ method: "HEAD", blob: `${prefix}${key}` }, async ({ headers }) => ({
          targetId: textOf(headers[ownerField]),
          sha256: textOf(headers[hashField]),
        }));
      } catch (error) {
        // An answer to HEAD has no text, and the container is there: it has been listed.
        if (error instanceof BlobFault && error.status === 404 && error.code !== "ContainerNotFound")
          return null;
        throw error;
      }
    },
    write: (key, file, { targetId, sha256 }) =>
      put(container, `${prefix}${key}`, file, { [ownerField]: targetId, [hashField]: sha256 }),
  };
};

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const listed = (container: BlobContainer, query: Record<string, string>): Promise<BlobPage> =>
  container.ask({ method: "GET", query: { restype: "container", comp: "list", ...query } }, blobPage);

const save = async (response: IncomingMessage, to: string): Promise<FileHash> => {
  const hash = createHash("sha256");
  let bytes = 0;
  // An attempt before this one may have left a part.
  await rm(to, { force: true });
  await pipeline(
    response,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to),
  );
  return { bytes, sha256: hash.digest("hex") };
};

const put = async (
  container: BlobContainer,
  blob: string,
  file: string,
  marks: Record<string, string>,
): Promise<void> => {
  const { size } = await stat(file);
  const type = mediaTypeOf(file);
  const ended = async (response: IncomingMessage) => void response.resume();
  if (size <= blockBytes) {
    const headers = { ...marks, "x-ms-blob-type": "BlockBlob", "content-type": type };
    const body = { bytes: size, open: () => createReadStream(file) };
    return container.ask({ method: "PUT", blob, headers, body }, ended);
  }
  const ids: string[] = [];
  for (let start = 0; start < size; start += blockBytes) {
    const blockid = Buffer.from(String(ids.length).padStart(6, "0")).toString("base64");
    ids.push(blockid);
    const end = Math.min(start + blockBytes, size) - 1;
    const body = { bytes: end - start + 1, open: () => createReadStream(file, { start, end }) };
    await container.ask({ method: "PUT", blob, query: { comp: "block", blockid }, body }, ended);
  }
  const list = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join("")}</BlockList>`,
  );
  const headers = { ...marks, "x-ms-blob-content-type": type, "content-type": "application/xml" };
  const body = { bytes: list.length, open: () => list };
  await container.ask({ method: "PUT", blob, query: { comp: "blocklist" }, headers, body }, ended);
};
