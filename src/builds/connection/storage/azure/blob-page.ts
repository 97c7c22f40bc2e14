// Page of a container's list: an XML document of at most some megabytes.

import type { IncomingMessage } from "node:http";
import { refuse } from "../../../../errors/refusal.js";
import { BrokenXml, XmlScanner } from "../../../../files/xml.js";
import type { StorageFile } from "../storage.js";

export interface BlobPage {
  files: StorageFile[];
  /** With a slash at the end, where a delimiter was given. */
  directories: string[];
  /** Marker of the next page; empty: there is none. */
  next: string;
}

/** A page has 5,000 blobs at most, with names of 1,024 characters. */
const mostBytes = 64 << 20;

/** Refuses `connection-failed` for anything else. */
export const blobPage = async (
  response: AsyncIterable<Buffer> & Pick<IncomingMessage, "setEncoding">,
): Promise<BlobPage> => {
  const page: BlobPage = { files: [], directories: [], next: "" };
  let [blob, text]: [Record<string, string>, string] = [{}, ""];
  const scanner = new XmlScanner({
    open: (name) => {
      text = "";
      if (name === "Blob" || name === "BlobPrefix") blob = {};
    },
    text: (piece) => {
      text += piece;
    },
    close: (name) => {
      if (name === "Blob") page.files.push(fileOf(blob));
      else if (name === "BlobPrefix") page.directories.push(blob.Name ?? "");
      else if (name === "NextMarker") page.next = text;
      else blob[name] = text;
      text = "";
    },
  });
  response.setEncoding("utf8");
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new BrokenXml("it is too long");
      scanner.push(String(chunk));
    }
    scanner.end();
    return page;
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error;
    throw refuse("connection-failed", { detail: `the storage's list cannot be read: ${error.message}` });
  }
};

/** Directories of accounts with a hierarchy are blobs without bytes. */
const fileOf = (blob: Record<string, string>): StorageFile => ({
  name: blob.Name ?? "",
  // Other answers have it in quotes.
  tag: (blob.Etag ?? "").replaceAll('"', ""),
  bytes: Number(blob["Content-Length"] ?? 0),
  modifiedMs: Date.parse(blob["Last-Modified"] ?? "") || 0,
});
