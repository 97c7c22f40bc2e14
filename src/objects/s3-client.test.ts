import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { limits } from "../domain/resource/limits.js";
import { downloadObject, openS3Client } from "./s3-client.js";

const dir = mkdtempSync(path.join(tmpdir(), "bw-s3-client-"));
afterAll(() => rmSync(dir, { recursive: true }));

const clientOf = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = openS3Client({
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    silentMs: 200,
  });
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return client;
};

const wanted = { Bucket: "b", Key: "k" };

test("a storage that stays silent is given up", async () => {
  let requests = 0;
  const client = await clientOf(() => void requests++);
  await expect(client.send(new GetObjectCommand(wanted))).rejects.toMatchObject({ name: "TimeoutError" });
  expect(requests).toBe(4);
});

test("a storage that falls silent within a file is asked for the rest", async () => {
  const client = await clientOf((request, response) => {
    const { range } = request.headers;
    response.writeHead(range ? 206 : 200, { "content-length": range ? 5 : 10 });
    if (range === undefined) response.write("first");
    else response.end(range === "bytes=5-" ? " last" : "wrong");
  });
  const file = path.join(dir, "file");
  const found = await downloadObject(client, wanted, file, { bytes: 10, isFinal: () => false });
  expect([found.bytes, readFileSync(file, "utf8")]).toEqual([10, "first last"]);
});

test("a storage that breaks off after every byte is given up, and one that brings a mebibyte each time is not", async () => {
  const breakingOff = async (bytesAtOnce: number, bytes: number) => {
    let requests = 0;
    const client = await clientOf((request, response) => {
      requests++;
      const from = Number(/\d+/.exec(request.headers.range ?? "0")![0]);
      response.writeHead(206, { "content-length": bytes - from });
      response.write(Buffer.alloc(Math.min(bytesAtOnce, bytes - from)), () => response.destroy());
    });
    const reading = { bytes, isFinal: () => false, pauseMs: 0 };
    const found = await downloadObject(client, wanted, path.join(dir, "breaks"), reading).catch(() => null);
    return { bytes: found?.bytes ?? null, requests };
  };
  const { is: most } = limits.resumptions;
  const endless = await breakingOff(1, 10 * most);
  expect(endless.bytes).toBeNull();
  // The SDK repeats a request of which nothing arrives.
  expect(endless.requests).toBeLessThan(4 * most);
  const large = 1.5 * most * 1_048_576;
  expect(await breakingOff(1_048_576, large)).toMatchObject({ bytes: large });
});
