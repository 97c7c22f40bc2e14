// Uploads: a file, a text or rows into an upload directory, in parts that continue where they broke off.

import { csvOf } from "./csv.js";
import { Refused } from "./errors.js";
import { canPass, type Http, pause, pauseMsAfter } from "./http.js";
import type { Call, Schemas } from "./operations.js";

/**
 * Data to upload: a file of a browser or any `Blob`, the text of a CSV, rows (objects with the same fields;
 * `Date`s are written in UTC), or, in Node, Bun and Deno, the path of a file, which is read in parts.
 */
export type Data = Blob | string | readonly object[] | { readonly path: string };

/** Progress of an upload or a build, to display. */
export interface Progress {
  /** File or resource. */
  name: string;
  /** Current activity. */
  text: string;
  /** 0 to 1; absent where it is not known. */
  share?: number;
}

export interface Watched extends Call {
  /** Called when there is something new to display. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

const tus = { "tus-resumable": "1.0.0" };

/** `Käufe 2025` becomes `kaufe_2025`. */
const slug = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\0-\x7f]/g, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .toLowerCase()
    .slice(0, 60) || "data";

/** Uploads into a directory. Returns directory and file name. */
export const upload = async (
  http: Http,
  directory: string,
  name: string,
  data: Data,
  partBytes: number,
  { onProgress, signal }: Watched,
): Promise<string> => {
  const { filename, blob } = await contentsOf(data, name);
  const { size } = blob;
  const report = (done: number): void =>
    onProgress?.({ name: filename, text: "uploading", share: size > 0 ? done / size : 1 });
  report(0);
  if (size > partBytes) await sendParts(http, directory, filename, blob, partBytes, report, signal);
  else {
    const path = `/uploads/${encodeURIComponent(directory)}/${encodeURIComponent(filename)}`;
    await http.json("POST", path, { body: blob, signal });
    report(size);
  }
  return `${directory}/${filename}`;
};

/** Sends in parts by tus 1.0.0. A part that breaks off continues with the first byte that has not arrived. */
const sendParts = async (
  http: Http,
  directory: string,
  filename: string,
  blob: Blob,
  partBytes: number,
  report: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const announced = await http.json<Schemas["ResumableUpload"]>("POST", "/resumable_uploads", {
    headers: {
      ...tus,
      "upload-length": String(blob.size),
      "upload-metadata": `directory ${base64(directory)},filename ${base64(filename)}`,
    },
    signal,
  });
  const path = `/resumable_uploads/${announced.id}`;
  let failures = 0;
  for (let offset = 0; offset < blob.size; report(offset)) {
    const to = Math.min(offset + partBytes, blob.size);
    const headers = {
      ...tus,
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    };
    try {
      await http.json("PATCH", path, { headers, body: blob.slice(offset, to), signal, isOnce: true });
      offset = to;
      failures = 0;
    } catch (error) {
      // 409 and 423: an earlier request arrived after all, or is still being written.
      const isOurs = error instanceof Refused && [409, 423].includes(error.status);
      if (failures >= http.retries || !(isOurs || canPass(error))) throw error;
      await pause(pauseMsAfter(error, failures++), signal);
      offset = (await http.json<Schemas["ResumableUpload"]>("GET", path, { signal })).upload_offset;
    }
  }
};

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** A file's name, and what is in it, which is read when it is sent. */
const contentsOf = async (data: Data, name: string): Promise<{ filename: string; blob: Blob }> => {
  if (typeof data === "object" && "path" in data)
    return { filename: filenameOf(data.path), blob: await openedFile(data.path) };
  const blob = data instanceof Blob ? data : new Blob([typeof data === "string" ? data : csvOf(data)]);
  const { name: own } = blob as { name?: unknown };
  return { filename: typeof own === "string" ? filenameOf(own) : `${slug(name)}.csv`, blob };
};

/** Name of the file at a path. Throws if the service could not read it. */
const filenameOf = (path: string): string => {
  const [, base = "", ending = ""] =
    /([^/\\]*?)(\.(?:csv|tsv|txt|xlsx|zip)(?:\.(?:gz|bz2|zst))?)?$/i.exec(path) ?? [];
  if (!ending)
    throw new TypeError(
      `${base} cannot be read. Files end in .csv, .tsv, .txt, .xlsx or .zip, or in one of these and .gz, .bz2 or .zst.`,
    );
  return slug(base) + ending.toLowerCase();
};

/** Without an import, which bundlers for browsers cannot resolve. */
const openedFile = async (path: string): Promise<Blob> => {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): Files } };
  const files = process?.getBuiltinModule?.("node:fs");
  if (!files) throw new TypeError("A path needs Node 20.16 or newer; browsers upload a File.");
  // With an error that names the path, which opening lacks.
  files.accessSync(path);
  return files.openAsBlob(path);
};

interface Files {
  accessSync(path: string): void;
  openAsBlob(path: string): Promise<Blob>;
}
