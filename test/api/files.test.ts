// Uploads, which are complete or absent, and downloads, which are one version of a file from start to end.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { recordResult } from "../../src/store/resources.js";
import { findUpload } from "../../src/store/uploads.js";
import { type Api, callerOf, openApi, repeatPurchase, testLimits } from "./harness.js";

const bytes = { "content-type": "application/octet-stream" };
const filesIn = async (api: Api, accountId: string) =>
  (await readdir(path.join(api.dataDir, "uploads", accountId), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test("an uploaded file is listed with its hash and can be downloaded unchanged", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await caller.post("/uploads/orders/a.csv", "Date\n2025-01-01\n", bytes);
  expect(status).toBe(200);
  expect(body).toEqual({
    subpath: "orders/a.csv",
    file_size: 16,
    md5_hash: createHash("md5").update("Date\n2025-01-01\n").digest("hex"),
    sha256_hash: createHash("sha256").update("Date\n2025-01-01\n").digest("hex"),
    created_at: "2026-01-01T00:00:00.000Z",
  });
  expect((await caller.get("/uploads")).body).toEqual([body]);
  expect((await caller.get("/uploads?directory=other")).body).toEqual([]);
  expect((await caller.get("/uploads/orders/a.csv")).body).toBe("Date\n2025-01-01\n");
  expect(api.reconciled).toEqual([caller.accountId]);
});

test("an upload may have any content type except a form", async () => {
  const caller = await (await openApi()).signUp();
  for (const type of ["text/csv", "application/json", "application/x-www-form-urlencoded", "x"])
    expect((await caller.post("/uploads/orders/a.csv", "{", { "content-type": type })).status).toBe(
      type === "x" ? 415 : 200,
    );
  const form = { "content-type": "multipart/form-data; boundary=x" };
  expect(await caller.post("/uploads/orders/a.csv", "--x", form)).toMatchObject({ status: 415 });
  expect(await caller.post("/uploads/orders/a.csv", "", bytes)).toMatchObject({
    status: 400,
    body: { note: expect.stringContaining("The upload is empty") },
  });
});

test("a file of the same name replaces it, and the old bytes stay for running builds", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  await caller.post("/uploads/orders/a.csv", "one", bytes);
  const before = await findUpload(api.db.kysely, caller.accountId, "orders", "a.csv");
  await caller.post("/uploads/orders/a.csv", "two", bytes);
  expect((await caller.get("/uploads/orders/a.csv")).body).toBe("two");
  expect((await caller.get("/uploads")).body).toHaveLength(1);
  expect(await readFile(path.join(api.dataDir, before!.path), "utf8")).toBe("one");
});

test("an interrupted upload leaves nothing behind", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { port } = new URL(await api.app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    `POST /uploads/orders/a.csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.key}\r\n` +
      "Content-Type: text/csv\r\nContent-Length: 1000\r\n\r\nhalf of it",
  );
  await expect.poll(() => filesIn(api, caller.accountId).catch(() => [])).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => filesIn(api, caller.accountId)).toEqual([]);
  await expect.poll(() => api.log.join("")).toContain("upload-incomplete");
  expect((await caller.get("/uploads")).body).toEqual([]);
});

test("an upload that exceeds the limit is refused and leaves nothing behind", async () => {
  const api = await openApi({
    limits: { ...testLimits, uploadBytes: 1000, bodyBytes: 100_000, requestsPerMinute: 10_000 },
  });
  const caller = await api.signUp();
  const url = new URL(await api.app.listen({ port: 0, host: "127.0.0.1" }));
  const headers = { authorization: `Bearer ${caller.key}`, "content-type": "text/csv" };
  const upload = request({
    port: url.port,
    host: url.hostname,
    method: "POST",
    path: "/uploads/a/a.csv",
    headers,
  });
  upload.write("x".repeat(2000));
  const [response] = await once(upload, "response");
  expect(response.statusCode).toBe(413);
  upload.destroy();
  expect(await filesIn(api, caller.accountId)).toEqual([]);
});

test("a body of 300 MB is streamed without being held in memory", async () => {
  const api = await openApi({
    limits: { ...testLimits, uploadBytes: 1e9, bodyBytes: 100_000, requestsPerMinute: 10_000 },
  });
  const caller = await api.signUp();
  const url = new URL(await api.app.listen({ port: 0, host: "127.0.0.1" }));
  const headers = { authorization: `Bearer ${caller.key}`, "content-type": "text/csv" };
  const upload = request({
    port: url.port,
    host: url.hostname,
    method: "POST",
    path: "/uploads/a/a.csv",
    headers,
  });
  const chunk = Buffer.alloc(1_000_000, "2025-01-01,10.00\n");
  const before = process.memoryUsage().rss;
  let peak = before;
  for (let i = 0; i < 300; i++) {
    if (!upload.write(chunk)) await once(upload, "drain");
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  upload.end();
  const [response] = await once(upload, "response");
  response.resume();
  expect(response.statusCode).toBe(200);
  expect((peak - before) / 1e6).toBeLessThan(100);
  expect((await caller.get("/uploads")).body[0].file_size).toBe(300_000_000);
});

const deliver = async (api: Api, target: string, content: string) => {
  const resultDir = path.join("relations", target, createHash("md5").update(content).digest("hex"));
  await mkdir(path.join(api.dataDir, resultDir), { recursive: true });
  await writeFile(path.join(api.dataDir, resultDir, "scores.csv"), content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const result = {
    rows: 1,
    bytes: content.length,
    sha256,
    columns: ["person_id"],
    file: "scores.csv",
    structure: [],
    left_out_count: 0,
    analysis: [],
  };
  const resultFiles = [{ path: "scores.csv", bytes: content.length, sha256 }];
  await recordResult(
    api.db.kysely,
    target,
    { result, resultDir, resultFiles, fingerprint: sha256 },
    Date.UTC(2026, 0, 2),
  );
};

test("a target's file is served by key and by signed link only", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { target } = await repeatPurchase(caller);
  expect(await caller.get(`/targets/${target}/download.csv`)).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("The file is not ready") },
  });
  await deliver(api, target, "person_id\n1\n");
  const { body } = await caller.get(`/targets/${target}`);
  expect(body).toMatchObject({ row_count: 1, file_size: 12, columns: ["person_id"] });
  const link = new URL(body.options.output_url, "http://localhost");
  const stranger = callerOf(api.app, {});
  for (const answer of [
    await caller.get(`/targets/${target}/download.csv`),
    await stranger.get(link.pathname + link.search),
  ])
    expect(answer).toMatchObject({ status: 200, body: "person_id\n1\n" });
  expect((await stranger.get(link.pathname)).status).toBe(401);
  expect(await stranger.get(`${link.pathname}?signature=x`)).toMatchObject({
    status: 403,
    body: { error: "FORBIDDEN" },
  });
  expect(api.log.join("")).not.toContain(link.searchParams.get("signature"));
});

test("a client keeps its copy until the file changes, and resumes a broken download", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { target } = await repeatPurchase(caller);
  const url = `/targets/${target}/download.csv`;
  await deliver(api, target, "0123456789");
  const { headers } = await caller.get(url);
  const etag = String(headers.etag);
  expect(headers).toMatchObject({
    "last-modified": "Fri, 02 Jan 2026 00:00:00 GMT",
    "content-length": "10",
    "content-type": "text/csv; charset=utf-8",
  });
  expect(await caller.get(url, { "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
  expect(await caller.get(url, { "if-modified-since": String(headers["last-modified"]) })).toMatchObject({
    status: 304,
  });
  expect(await caller.get(url, { range: "bytes=4-" })).toMatchObject({
    status: 206,
    body: "456789",
    headers: { "content-range": "bytes 4-9/10" },
  });
  expect((await caller.get(url, { range: "bytes=-3" })).body).toBe("789");
  expect((await caller.get(url, { range: "bytes=2-3", "if-range": '"other"' })).body).toBe("0123456789");
  await deliver(api, target, "new");
  expect(await caller.get(url, { "if-none-match": etag })).toMatchObject({ status: 200, body: "new" });
});
