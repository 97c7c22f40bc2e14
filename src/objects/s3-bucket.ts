// Bucket of an S3-compatible server. The SDK repeats requests that fail for a moment; reading goes on where
// it broke off.

import { rm } from "node:fs/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { FileHash } from "../domain/machine/stored-file.js";
import type { Bucket, ObjectFault, SmallObject, StoredObject } from "./bucket.js";
import { bucketError, isMissing, isTaken } from "./bucket-error.js";
import { downloadObject, listPages, openS3Client, uploadObject } from "./s3-client.js";

export interface S3Options {
  bucket: string;
  /** Without slashes at its ends; may be empty. */
  prefix: string;
  /** Address of a server that is not Amazon's. Buckets are then addressed by path. */
  endpoint?: string | undefined;
  /** Absent: as the environment or the files of the SDK say. */
  region?: string | undefined;
  /** Called after each operation, with null if the bucket answered it. */
  onAnswer?(error: unknown): void;
}

const removedAtOnce = 1000;

export class S3Bucket implements Bucket {
  readonly url: string;
  private readonly client: S3Client;
  /** Milliseconds by which the clock of the bucket is ahead of this machine's. */
  private aheadMs = 0;

  constructor(private readonly options: S3Options) {
    const { bucket, prefix, endpoint, region } = options;
    this.url = `s3://${[bucket, prefix].filter((part) => part !== "").join("/")}`;
    this.client = openS3Client({ endpoint, region });
    this.client.middlewareStack.add(
      (next) => async (args) => {
        const answered = await next(args);
        const { headers } = answered.response as { headers?: Record<string, string> };
        this.aheadMs = Date.parse(headers?.date ?? "") - Date.now() || this.aheadMs;
        return answered;
      },
      { step: "deserialize", priority: "low" },
    );
  }

  put(name: string, file: string, signal?: AbortSignal): Promise<void> {
    return this.attempt(() => uploadObject(this.client, this.keyOf(name), file, signal), signal);
  }

  create(name: string, bytes: Buffer): Promise<boolean> {
    return this.attempt(async () => {
      try {
        await this.client.send(new PutObjectCommand({ ...this.keyOf(name), Body: bytes, IfNoneMatch: "*" }));
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    });
  }

  get(name: string, file: string, expected: FileHash): Promise<ObjectFault | null> {
    return this.attempt(async () => {
      const fault = await this.download(name, file, expected);
      if (fault) await rm(file, { force: true });
      return fault;
    });
  }

  private async download(name: string, file: string, expected: FileHash): Promise<ObjectFault | null> {
    const reading = { bytes: expected.bytes, isFinal: isMissing };
    const found = await downloadObject(this.client, this.keyOf(name), file, reading).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (found === null) return "missing";
    if (found.bytes !== expected.bytes) return "size";
    return found.sha256 === expected.sha256 ? null : "content";
  }

  read(name: string): Promise<SmallObject | null> {
    return this.attempt(async () => {
      try {
        const { Body, ETag, LastModified } = await this.client.send(new GetObjectCommand(this.keyOf(name)));
        const bytes = Buffer.from(await Body!.transformToByteArray());
        return { bytes, version: `${ETag} ${LastModified?.getTime()}` };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  async *list(beginning: string): AsyncIterable<StoredObject> {
    for await (const page of this.pages(beginning))
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const modifiedMs = LastModified!.getTime();
        const ageMs = Date.now() + this.aheadMs - modifiedMs;
        yield { name: this.nameOf(Key!), bytes: Size!, modifiedMs, ageMs };
      }
  }

  async folders(directory: string): Promise<string[]> {
    const found: string[] = [];
    for await (const page of this.pages(`${directory}/`, "/"))
      for (const { Prefix } of page.CommonPrefixes ?? [])
        found.push(this.nameOf(Prefix!).slice(directory.length + 1, -1));
    return found;
  }

  private async *pages(beginning: string, Delimiter?: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    const { Bucket, Key: Prefix } = this.keyOf(beginning);
    const pages = listPages((ContinuationToken) =>
      this.client.send(new ListObjectsV2Command({ Bucket, Prefix, Delimiter, ContinuationToken })),
    );
    for (;;) {
      const { value, done } = await this.attempt(() => pages.next());
      if (done) return;
      yield value;
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let start = 0; start < names.length; start += removedAtOnce)
      await this.attempt(() => this.removeSome(names.slice(start, start + removedAtOnce)));
  }

  private async removeSome(names: readonly string[]): Promise<void> {
    const { bucket: Bucket } = this.options;
    const Objects = names.map((name) => ({ Key: this.keyOf(name).Key }));
    const { Errors = [] } = await this.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors.filter(({ Code }) => Code !== "NoSuchKey");
    if (first) throw Object.assign(new Error(first.Message), { name: first.Code ?? "DeleteFailed" });
  }

  async endUploads(olderThanMs: number): Promise<number> {
    const { Bucket, Key: Prefix } = this.keyOf("");
    const { Uploads = [] } = await this.attempt(() =>
      this.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix })),
    );
    const nowMs = Date.now() + this.aheadMs;
    const old = Uploads.filter(({ Initiated }) => nowMs - (Initiated?.getTime() ?? nowMs) > olderThanMs);
    for (const { Key, UploadId } of old)
      await this.attempt(() => this.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    return old.length;
  }

  close(): void {
    this.client.destroy();
  }

  private keyOf(name: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.options;
    return { Bucket: bucket, Key: prefix === "" ? name : `${prefix}/${name}` };
  }

  private nameOf(key: string): string {
    const { prefix } = this.options;
    return prefix === "" ? key : key.slice(prefix.length + 1);
  }

  private async attempt<R>(work: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    try {
      const answer = await work();
      this.options.onAnswer?.(null);
      return answer;
    } catch (thrown) {
      const error = bucketError(thrown, signal);
      if (!signal?.aborted) this.options.onAnswer?.(error);
      throw error;
    }
  }
}
