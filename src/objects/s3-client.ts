// Client of an S3-compatible server, and how files go through it: up in parts, down with resumption, and listed
// in pages. The service's own bucket and those of accounts use it alike.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  GetObjectCommand,
  type ListObjectsV2CommandOutput,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { FileHash } from "../domain/machine/stored-file.js";
import { limits } from "../domain/resource/limits.js";
import { worldTrouble } from "../errors/world.js";

export interface S3ClientOptions {
  /** Address of a server that is not Amazon's. Buckets are then addressed by path. */
  endpoint?: string | undefined;
  /** Absent: as the environment or the files of the SDK say. */
  region?: string | undefined;
  /** Absent: those of the environment. With them, neither the environment nor the files of the SDK count. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Lookup of host names; absent: as the system does it. */
  lookup?: LookupFunction;
  /** The longest silence of a server that owes an answer or more of one. */
  silentMs?: number;
}

const connectMs = 5_000;
const usualSilentMs = 30_000;
const attempts = 4;
const socketsAtOnce = 50;

export const openS3Client = ({
  endpoint,
  region,
  credentials,
  lookup,
  silentMs = usualSilentMs,
}: S3ClientOptions): S3Client => {
  // The SDK announces to operators which versions of Node it will need one day.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const said = region ?? (endpoint === undefined ? undefined : "us-east-1");
  const agent = { keepAlive: true, maxSockets: socketsAtOnce, ...(lookup && { lookup }) };
  return new S3Client({
    ...(said !== undefined && { region: said }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials, ...ofAccounts }),
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      ...(lookup && { httpAgent: new HttpAgent(agent), httpsAgent: new HttpsAgent(agent) }),
    },
  });
};

/** Servers besides Amazon's, Google's among them, refuse the checksums that the SDK adds by default. */
const ofAccounts = {
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
  ignoreConfiguredEndpointUrls: true,
} as const;

/** S3 takes at most 10,000 parts of at least 5 MB. */
const minPartBytes = 8 << 20;
const maxParts = 9_000;
const partsAtOnce = 3;

/** Stores a file, in parts if it is large. Readers see the object of before until it is whole. */
export const uploadObject = async (
  client: S3Client,
  params: Omit<PutObjectCommandInput, "Body">,
  file: string,
  signal?: AbortSignal,
): Promise<void> => {
  const { size } = await stat(file);
  signal?.throwIfAborted();
  const body = createReadStream(file, { highWaterMark: 1 << 20 });
  const upload = new Upload({
    client,
    params: { ...params, Body: body },
    partSize: Math.max(minPartBytes, Math.ceil(size / maxParts)),
    queueSize: partsAtOnce,
  });
  const abort = () => void upload.abort().catch(() => {});
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await upload.done();
  } finally {
    signal?.removeEventListener("abort", abort);
    body.destroy();
  }
};

/** The server says that a list goes on, and not where, or where it has been before. */
export class EndlessList extends Error {
  override readonly name = "EndlessList";

  constructor() {
    super("the storage does not say how a list of its objects goes on");
  }
}

/** Pages of a list; `pageAfter` gets the token of the page before. Throws `EndlessList`. */
export async function* listPages(
  pageAfter: (token: string | undefined) => Promise<ListObjectsV2CommandOutput>,
): AsyncGenerator<ListObjectsV2CommandOutput> {
  const tokens = new Set<string>();
  for (let token: string | undefined; ; ) {
    const page = await pageAfter(token);
    yield page;
    if (!page.IsTruncated) return;
    token = page.NextContinuationToken;
    if (token === undefined || tokens.has(token)) throw new EndlessList();
    tokens.add(token);
  }
}

export interface WantedObject {
  Bucket: string;
  Key: string;
  /** The server refuses another version of the object. */
  IfMatch?: string;
}

/** Times that reading is continued without a new byte. */
const resumptions = 4;
const usualPauseMs = 500;
const mebibyte = 1 << 20;

export interface Reading {
  /** Number of bytes. */
  bytes: number;
  /** Whether another attempt would fail in the same way. */
  isFinal(error: unknown): boolean;
  /** Before reading continues. */
  pauseMs?: number;
}

/** Writes an object to a new file, and continues where reading breaks off. A file that is not whole is removed. */
export const downloadObject = async (
  client: S3Client,
  wanted: WantedObject,
  file: string,
  { bytes: expected, isFinal, pauseMs = usualPauseMs }: Reading,
): Promise<FileHash> => {
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = await open(file, "w");
  try {
    for (let [failures, breaks, isWhole] = [0, 0, false]; !isWhole; breaks++) {
      const before = bytes;
      try {
        for await (const chunk of await bodyOf(client, wanted, bytes)) {
          await handle.writeFile(chunk);
          hash.update(chunk);
          bytes += chunk.length;
          // Another object than the wanted one, maybe without end: its reader sees that from the bytes.
          if (bytes > expected) break;
        }
        isWhole = true;
      } catch (error) {
        if (isFinal(error) || worldTrouble(error)) throw error;
        failures = bytes > before ? 1 : failures + 1;
        // A server may also break off for ever, after a byte each time.
        if (failures > resumptions || breaks >= limits.resumptions.is + bytes / mebibyte) throw error;
        isWhole = bytes > 0 && bytes >= expected;
        await sleep(pauseMs * failures);
      }
    }
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest("hex") };
};

const bodyOf = async (
  client: S3Client,
  wanted: WantedObject,
  from: number,
): Promise<AsyncIterable<Buffer>> => {
  const range = from > 0 ? { Range: `bytes=${from}-` } : {};
  const { Body } = await client.send(new GetObjectCommand({ ...wanted, ...range }));
  return Body as Readable as AsyncIterable<Buffer>;
};
