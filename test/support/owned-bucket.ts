// A bucket of an account's owner for tests, on a real S3 server, and the access that steps get to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll } from "vitest";
import type { BucketAccess } from "../../src/builds/connection/storage/s3/session.js";
import type { S3Options } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { type S3Server, s3Program, startS3 } from "./s3.js";

export interface BucketInTests {
  server: () => S3Server;
  access(options?: Partial<S3Options>, secret?: string): BucketAccess;
  put(key: string, text: string | Buffer, metadata?: Record<string, string>): Promise<void>;
  remove(...keys: string[]): Promise<void>;
  text(key: string): Promise<string>;
  head(key: string): Promise<{ type?: string | undefined; metadata: Record<string, string>; modified: Date }>;
}

export const isBucketInstalled = s3Program() !== undefined;

/** Starts before the tests of a file and stops after them. */
export const bucketInTests = (): BucketInTests => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-owned-bucket-"));
  let server: S3Server;
  let client: S3Client;
  const keys = () => ({
    accessKeyId: server.env.AWS_ACCESS_KEY_ID!,
    secretAccessKey: server.env.AWS_SECRET_ACCESS_KEY!,
  });
  const at = (Key: string) => ({ Bucket: server.bucket, Key });
  beforeAll(async () => {
    server = await startS3(s3Program()!);
    const { endpoint } = server;
    client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials: keys() });
  });
  afterAll(async () => {
    client.destroy();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
  return {
    server: () => server,
    access: (options = {}, secret = keys().secretAccessKey) => ({
      dataDir,
      privateAddresses: true,
      options: {
        type: "s3",
        bucket: server.bucket,
        region: "us-east-1",
        endpoint: server.endpoint,
        access_key_id: keys().accessKeyId,
        sealed_password: seal(sealingKey(dataDir), secret),
        ...options,
      },
    }),
    async put(key, text, metadata = {}) {
      await client.send(new PutObjectCommand({ ...at(key), Body: Buffer.from(text), Metadata: metadata }));
    },
    async remove(...names) {
      for (const key of names) await client.send(new DeleteObjectCommand(at(key)));
    },
    async text(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)));
      return Body!.transformToString();
    },
    async head(key) {
      const { ContentType, Metadata = {}, LastModified } = await client.send(new HeadObjectCommand(at(key)));
      return { type: ContentType, metadata: Metadata, modified: LastModified! };
    },
  };
};
