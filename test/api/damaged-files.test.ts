// Files on the disk that are no longer what they were: no answer has their bytes with the ETag of the true ones.

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findById, recordResult } from "../../src/store/resources.js";
import { findUpload } from "../../src/store/uploads.js";
import { type Api, type Caller, openApi, repeatPurchase } from "./harness.js";

const content = `person_id\n${"1\n".repeat(400_000)}`;
const sha256 = createHash("sha256").update(content).digest("hex");

const delivered = async (): Promise<{
  api: Api;
  caller: Caller & { key: string };
  target: string;
  file: string;
  url: string;
}> => {
  const api = await openApi();
  const caller = await api.signUp();
  const { target } = await repeatPurchase(caller);
  const resultDir = path.join("relations", target, "one");
  const file = path.join(api.dataDir, resultDir, "scores.csv");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
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
    api.now(),
  );
  return { api, caller, target, file, url: `/targets/${target}/download.csv` };
};

const flipped = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(file, bytes);
};

const alterations: [string, (file: string) => Promise<void>][] = [
  ["has a flipped bit", flipped],
  ["is cut off", (file) => truncate(file, 1000)],
  ["is gone", (file) => rm(file)],
  ["is another version", (file) => writeFile(file, content.replaceAll("1", "2"))],
];

test.each(alterations)("a hosted file that %s is refused until it is made again", async (_, alter) => {
  const { api, caller, target, file, url } = await delivered();
  expect((await caller.get(url)).status).toBe(200);
  await alter(file);
  for (const headers of [{}, { range: "bytes=0-99" }]) {
    const answer = await caller.get(url, headers);
    expect(answer).toMatchObject({
      status: 503,
      body: { note: expect.stringContaining("The file on the server is damaged. It is being made again.") },
      headers: { "retry-after": "5" },
    });
    expect(answer.headers.etag).not.toBe(`"${sha256}"`);
  }
  expect(await findById(api.db.kysely, target)).toMatchObject({
    fingerprint: null,
    damagedFiles: ["scores.csv"],
  });
});

test("a disk that decays without a trace cannot complete a download, and is found by it", async () => {
  const { api, caller, target, file, url } = await delivered();
  await flipped(file);
  await api.files.checker.trust(file, { bytes: content.length, sha256 });
  const at = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(at + url, { headers: { authorization: `Bearer ${caller.key}` } });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await expect
    .poll(async () => (await findById(api.db.kysely, target))?.damagedFiles)
    .toEqual(["scores.csv"]);
  expect((await caller.get(url)).status).toBe(503);
});

test("a whole file arrives unchanged, as does a part of it", async () => {
  const { api, caller, url } = await delivered();
  const at = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { authorization: `Bearer ${caller.key}` };
  expect(await (await fetch(at + url, { headers })).text()).toBe(content);
  const part = await fetch(at + url, { headers: { ...headers, range: "bytes=300000-" } });
  expect(await part.text()).toBe(content.slice(300_000));
});

test.each(alterations)("an upload that %s is refused until it is uploaded again", async (_, alter) => {
  const api = await openApi();
  const caller = await api.signUp();
  const upload = () =>
    caller.post("/uploads/orders/a.csv", content, { "content-type": "application/octet-stream" });
  const stored = async () => (await findUpload(api.db.kysely, caller.accountId, "orders", "a.csv"))!;
  await upload();
  await alter(path.join(api.dataDir, (await stored()).path));
  for (const headers of [{}, { range: "bytes=0-99" }])
    expect(await caller.get("/uploads/orders/a.csv", headers)).toMatchObject({
      status: 409,
      body: { note: "The uploaded file orders/a.csv is damaged on the server. Upload it again." },
    });
  expect((await stored()).damaged_at).toBe(api.now());
  await upload();
  expect((await caller.get("/uploads/orders/a.csv")).body).toBe(content);
});
