// Resumable uploads over real connections that break.

import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFile, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { ResumableUploads } from "../../src/http/uploads/resumable.js";
import { sweeping } from "../support/sweeping.js";
import { type Api, openApi, testLimits } from "./harness.js";

const tus = { "tus-resumable": "1.0.0" };
const part = { ...tus, "content-type": "application/offset+octet-stream" };
const hour = 3_600_000;
const minute = 60_000;

const encoded = (text: string): string => Buffer.from(text).toString("base64");

const announced = (length: number, filename = "a.csv", directory = "orders") => ({
  ...tus,
  "upload-length": String(length),
  "upload-metadata": `filename ${encoded(filename)},filetype dGV4dA==,directory ${encoded(directory)}`,
});

type Sender = Awaited<ReturnType<Api["signUp"]>>;

const announce = async (caller: Sender, length: number): Promise<string> => {
  const { status, headers } = await caller.post("/resumable_uploads", undefined, announced(length));
  expect(status).toBe(201);
  return String(headers.location);
};

const send = (caller: Sender, at: string, offset: number, bytes: string | Buffer) =>
  caller.patch(at, bytes, { ...part, "upload-offset": String(offset) });

/** Sends a part over its own connection, which the test ends or breaks. */
const openPart = (
  port: number,
  { key }: Sender,
  at: string,
  offset: number,
  length: number,
): ClientRequest => {
  const headers = {
    ...part,
    authorization: `Bearer ${key}`,
    "upload-offset": String(offset),
    "content-length": String(length),
  };
  const sent = request({ port, host: "127.0.0.1", method: "PATCH", path: at, headers, agent: false });
  sent.on("error", () => {});
  return sent;
};

const listen = async ({ app }: Api): Promise<number> =>
  Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);

const offsetOf = async (api: Api, { key }: Sender, at: string): Promise<number> => {
  const headers = { ...tus, authorization: `Bearer ${key}` };
  const answer = await api.app.inject({ method: "HEAD", url: at, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  return Number(answer.headers["upload-offset"]);
};

const filesIn = async (api: Api, accountId: string): Promise<string[]> => {
  const options = { recursive: true, withFileTypes: true } as const;
  const found = await readdir(path.join(api.dataDir, "uploads", accountId), options).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test("the location of an upload is below the address that announced it, with or without the version", async () => {
  const caller = await (await openApi()).signUp();
  for (const at of ["/resumable_uploads", "/v1/resumable_uploads"]) {
    const { headers, body } = await caller.post(at, undefined, announced(3));
    expect(headers.location).toBe(`${at}/${body.id}`);
    expect((await send(caller, String(headers.location), 0, "a,b")).status).toBe(204);
  }
});

test("the supported features are public", async () => {
  const api = await openApi();
  const answer = await api.app.inject({ method: "OPTIONS", url: "/resumable_uploads" });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    "tus-resumable": "1.0.0",
    "tus-version": "1.0.0",
    "tus-extension": "creation,termination",
    "tus-max-size": "1000000",
  });
});

test("a file sent in parts becomes an upload with its last byte", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const at = await announce(caller, 10);
  expect(at).toMatch(/^\/resumable_uploads\/[0-9a-f-]{36}$/);
  expect(await send(caller, at, 0, "01234")).toMatchObject({
    status: 204,
    headers: { "upload-offset": "5" },
  });
  expect((await caller.get("/uploads")).body).toEqual([]);
  expect((await caller.get(at)).body).toMatchObject({ upload_offset: 5, upload_length: 10 });
  api.reconciled.length = 0;
  expect(await send(caller, at, 5, "56789")).toMatchObject({
    status: 204,
    headers: { "upload-offset": "10" },
  });
  expect(api.reconciled).toEqual([caller.accountId]);
  const sha256 = createHash("sha256").update("0123456789").digest("hex");
  expect((await caller.get("/uploads")).body).toMatchObject([
    { subpath: "orders/a.csv", file_size: 10, sha256_hash: sha256 },
  ]);
  expect((await caller.get("/uploads/orders/a.csv")).body).toBe("0123456789");
  expect(await offsetOf(api, caller, at)).toBe(10);
  expect((await caller.get(at)).body).toHaveProperty("finished_at");
});

/** Another process on the same data, without the memory of the first. */
const restarted = async ({ app, db, dataDir }: Api): Promise<Api> => {
  await app.close();
  return openApi({ db, dataDir });
};

test("neither a broken connection nor a restart loses received bytes", async () => {
  const first = await openApi();
  const caller = await first.signUp();
  const bytes = randomBytes(400_000);
  const at = await announce(caller, bytes.length);
  const broken = openPart(await listen(first), caller, at, 0, bytes.length);
  broken.write(bytes.subarray(0, 150_000));
  await expect.poll(() => offsetOf(first, caller, at)).toBe(150_000);
  broken.destroy();
  await expect.poll(() => first.log.join("")).toContain("upload-incomplete");

  const api = await restarted(first);
  const again = { ...caller, ...api.as(caller.key) };
  expect(await offsetOf(api, again, at)).toBe(150_000);
  expect((await send(again, at, 150_000, bytes.subarray(150_000))).status).toBe(204);
  expect((await again.get("/uploads")).body).toMatchObject([
    { file_size: bytes.length, md5_hash: createHash("md5").update(bytes).digest("hex") },
  ]);
});

test("a file that was complete when the service ended is finished on the next request", async () => {
  const first = await openApi();
  const caller = await first.signUp();
  const at = await announce(caller, 6);
  await send(caller, at, 0, "abc");
  const [name] = await filesIn(first, caller.accountId);
  await appendFile(path.join(first.dataDir, "uploads", caller.accountId, "orders", name!), "def");

  const api = await restarted(first);
  const again = { ...caller, ...api.as(caller.key) };
  const offsets = await Promise.all([1, 2, 3].map(() => offsetOf(api, again, at)));
  expect(offsets).toEqual([6, 6, 6]);
  expect((await again.get("/uploads/orders/a.csv")).body).toBe("abcdef");
});

const altered: Record<string, (file: string) => Promise<void>> = {
  "a flipped bit": async (file) => {
    const bytes = await readFile(file);
    bytes[1]! ^= 1;
    await writeFile(file, bytes);
  },
  "lost bytes": (file) => truncate(file, 3),
};

for (const [name, alter] of Object.entries(altered))
  test(`${name} between two parts, and a restart: the upload is refused and starts again`, async () => {
    const first = await openApi();
    const caller = await first.signUp();
    const at = await announce(caller, 10);
    await send(caller, at, 0, "0123");
    await send(caller, at, 4, "45");
    const [file] = await filesIn(first, caller.accountId);
    await alter(path.join(first.dataDir, "uploads", caller.accountId, "orders", file!));

    const api = await restarted(first);
    const again = { ...caller, ...api.as(caller.key) };
    expect(await send(again, at, 6, "6789")).toMatchObject({
      status: 409,
      body: { note: "The uploaded file orders/a.csv is damaged on the server. Upload it again." },
    });
    expect((await again.get(at)).status).toBe(404);
    expect((await again.get("/uploads")).body).toEqual([]);
    expect(await filesIn(api, caller.accountId)).toEqual([]);
    expect((await send(again, await announce(again, 10), 0, "0123456789")).status).toBe(204);
    expect((await again.get("/uploads/orders/a.csv")).body).toBe("0123456789");
  });

test("a part at a wrong offset is refused and changes nothing", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const at = await announce(caller, 10);
  await send(caller, at, 0, "0123");
  for (const offset of [0, 3, 5, 10])
    expect(await send(caller, at, offset, "45")).toMatchObject({
      status: 409,
      body: { note: expect.stringContaining("The server has 4 bytes of this file") },
    });
  expect(await offsetOf(api, caller, at)).toBe(4);
  expect((await send(caller, at, 4, "456789too much")).status).toBe(413);
  expect(await offsetOf(api, caller, at)).toBe(4);
});

test("of two simultaneous parts the second is refused", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const at = await announce(caller, 10);
  const first = openPart(await listen(api), caller, at, 0, 10);
  first.write("0123");
  await expect.poll(() => offsetOf(api, caller, at)).toBe(4);
  const second = await send(caller, at, 4, "45");
  expect(second).toMatchObject({ status: 423, headers: { "retry-after": "1" } });
  expect((await caller.delete(at, tus)).status).toBe(423);
  first.end("456789");
  const [answer] = (await once(first, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(204);
  expect((await caller.get("/uploads/orders/a.csv")).body).toBe("0123456789");
});

test("a silent sender is replaced by a new request, which continues at its offset", async () => {
  const { db, dataDir, now, signUp } = await openApi();
  const { accountId, get } = await signUp();
  const note = async () => {};
  const uploads = new ResumableUploads(
    { db, dataDir, clock: now, reconcile: async () => {}, limits: testLimits },
    0,
  );
  const { upload } = await uploads.create(accountId, { directory: "orders", filename: "a.csv" }, 10, note);
  const stalled = new PassThrough();
  const first = uploads
    .append(accountId, upload.id, { body: stalled, offset: 0, check: async () => {} }, note)
    .catch((error) => error);
  stalled.write("0123");
  await expect.poll(() => uploads.progress(accountId, upload.id, note)).toHaveProperty("offset", 4);
  const rest = Readable.from([Buffer.from("456789")]);
  expect(
    await uploads.append(accountId, upload.id, { body: rest, offset: 4, check: async () => {} }, note),
  ).toHaveProperty("offset", 10);
  expect(await first).toHaveProperty("code", "upload-incomplete");
  expect((await get("/uploads/orders/a.csv")).body).toBe("0123456789");
});

test("a file that cannot become an upload is refused before it is sent", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const refused = async (headers: Record<string, string>, status: number, code: string) => {
    const answer = await caller.post("/resumable_uploads", undefined, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.link).toContain(`/docs/errors/${code}>`);
    expect(answer.headers["tus-resumable"]).toBe("1.0.0");
  };
  await refused(announced(1_000_001), 413, "payload-too-large");
  await refused(announced(0), 400, "upload-empty");
  await refused(announced(5, "../a.csv"), 400, "upload-name-invalid");
  await refused(announced(5, "a.csv", ".."), 400, "upload-name-invalid");
  await refused(announced(5, "a.csv.xz"), 400, "upload-compression-unread");
  await refused({ ...announced(5), "upload-length": "many" }, 400, "body-invalid");
  await refused({ ...announced(5), "upload-metadata": "filename YS5jc3Y=" }, 400, "request-malformed");
  await refused({ ...announced(5), "tus-resumable": "0.2.2" }, 412, "tus-version-unsupported");
  expect(await filesIn(api, caller.accountId)).toEqual([]);
});

test("an invalid part is refused", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const at = await announce(caller, 10);
  const offset = { "upload-offset": "0" };
  expect((await caller.patch(at, "01", { ...tus, ...offset, "content-type": "text/csv" })).status).toBe(415);
  expect((await caller.patch(at, "01", part)).status).toBe(400);
  expect((await caller.patch(at, "01", { ...offset, "content-type": part["content-type"] })).status).toBe(
    412,
  );
  expect(await offsetOf(api, caller, at)).toBe(0);
});

test("another account cannot see the upload", async () => {
  const api = await openApi();
  const [owner, other] = [await api.signUp("Owner"), await api.signUp("Other")];
  const at = await announce(owner, 10);
  expect((await other.get(at)).status).toBe(404);
  expect((await send(other, at, 0, "01")).status).toBe(404);
  expect((await other.delete(at, tus)).status).toBe(404);
  expect(await offsetOf(api, owner, at)).toBe(0);
});

test("a cancelled upload is deleted with its bytes", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const at = await announce(caller, 10);
  await send(caller, at, 0, "0123");
  expect((await caller.delete(at, tus)).status).toBe(204);
  expect((await caller.get(at)).status).toBe(404);
  expect(await filesIn(api, caller.accountId)).toEqual([]);
});

test("an upload without bytes for a day is swept; active and finished ones stay", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const [stalled, whole] = [await announce(caller, 10), await announce(caller, 3)];
  await send(caller, stalled, 0, "0123");
  await send(caller, whole, 0, "abc");
  const swept = sweeping({ db: api.db, dataDir: api.dataDir });
  await swept.after(23 * hour);
  expect(await offsetOf(api, caller, stalled)).toBe(4);
  await swept.after(2 * hour);
  await swept.after(2 * minute);
  expect((await caller.get(stalled)).status).toBe(404);
  expect((await caller.get("/uploads/orders/a.csv")).body).toBe("abc");
  expect(await filesIn(api, caller.accountId)).toHaveLength(1);
});
