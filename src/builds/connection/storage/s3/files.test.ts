import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { limits } from "../../../../domain/resource/limits.js";
import { allOf } from "../../../../objects/bucket.js";
import { S3Bucket } from "../../../../objects/s3-bucket.js";
import { seal, sealingKey } from "../../../../store/secrets.js";
import { listFiles } from "../files.js";
import type { BucketAccess } from "./session.js";
import { s3Storage, withS3 } from "./storage.js";

const dataDir = mkdtempSync(path.join(tmpdir(), "bw-bucket-lists-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const object = (key: string) =>
  `<Contents><Key>${key}</Key><Size>1</Size><ETag>"1"</ETag><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
const page = (objects: string, token: string) =>
  `<ListBucketResult><IsTruncated>true</IsTruncated>${token}${objects}</ListBucketResult>`;
const next = (token: number) => `<NextContinuationToken>t${token}</NextContinuationToken>`;

/** A storage that answers each request for a page, the first of them 0, with a page. */
const storage = async (answer: (request: number) => string) => {
  const requests = { pages: 0 };
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/xml" }).end(answer(requests.pages++));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access: BucketAccess = {
    dataDir,
    privateAddresses: true,
    options: {
      type: "s3",
      bucket: "b",
      region: "us-east-1",
      endpoint,
      access_key_id: "key",
      sealed_password: seal(sealingKey(dataDir), "secret"),
    },
  };
  return { requests, endpoint, access, listed: () => withS3(access, (storage) => listFiles(storage, "")) };
};

test.each([
  ["names no next page", () => "", 1],
  ["names the same page for ever", () => next(1), 2],
  ["leads in a circle", (request: number) => next(request % 10), 11],
])("a storage that %s is refused", async (_, token, pages) => {
  const { requests, listed } = await storage((request) => page(object(`${request}.csv`), token(request)));
  await expect(listed()).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("does not say how a list of its objects goes on"),
  });
  expect(requests.pages).toBe(pages);
});

test("a bucket of the service that names the same page for ever is unavailable", async () => {
  const { endpoint } = await storage((request) => page(object(`${request}`), next(1)));
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) process.env[name] = "of-the-service";
  const bucket = new S3Bucket({ bucket: "b", prefix: "", endpoint });
  onTestFinished(() => {
    bucket.close();
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) delete process.env[name];
  });
  const endless = { code: "files-unavailable" };
  await expect(allOf(bucket.list(""))).rejects.toMatchObject(endless);
  await expect(bucket.folders("uploads")).rejects.toMatchObject(endless);
});

test("objects that a dataset does not read count too", async () => {
  const Contents = Array.from({ length: 1_000 }, (_, i) => ({ Key: `${i}.png`, LastModified: new Date(0) }));
  let pages = 0;
  const send = async () => ({ Contents, IsTruncated: true, NextContinuationToken: `t${pages++}` });
  const client = { send } as unknown as S3Client;
  await expect(listFiles(s3Storage({ client, bucket: "b", prefix: "" }), "")).rejects.toMatchObject({
    code: "bucket-files-too-many",
  });
  expect(pages).toBe(limits.bucketObjects.is / 1_000 + 1);
});

test("of a page with more objects than wanted, the first are shown", async () => {
  const objects = Array.from({ length: 10_000 }, (_, i) => object(`${i}.csv`)).join("");
  const { access } = await storage(() => page(objects, next(1)));
  expect(await withS3(access, (storage) => storage.contents())).toHaveLength(1_000);
});
