// A large upload and live updates through the real service: an upload that survives a kill of the service,
// and notices of a build from its first step to its last.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { signUp } from "../support/drive.js";
import { listen } from "../support/notices.js";
import { type RunningService, startService } from "../support/service.js";
import { repeatPurchaseScoring, transactionsDataset } from "./interface.js";

const tus = { "tus-resumable": "1.0.0" };

const encoded = (text: string): string => Buffer.from(text).toString("base64");

const start = async (options: Parameters<typeof startService>[0] = {}): Promise<RunningService> => {
  const service = await startService(options);
  onTestFinished(service.kill);
  return service;
};

const shopFile = async (): Promise<Buffer> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-live-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const { transactions } = await generateShop({ customers: 6000, seed: 1, out: dir });
  return readFile(transactions);
};

/** Resumable-upload requests (tus) of one account. */
const tusOf = ({ url }: RunningService, key: string) => {
  const authorized = { ...tus, authorization: `Bearer ${key}` };
  const part = (offset: number) => ({
    ...authorized,
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
  });
  return {
    async announce(length: number): Promise<string> {
      const names = `directory ${encoded("transactions")},filename ${encoded("transactions.csv")}`;
      const headers = { ...authorized, "upload-length": String(length), "upload-metadata": names };
      const answer = await fetch(`${url}/resumable_uploads`, { method: "POST", headers });
      expect(answer.status).toBe(201);
      return String(answer.headers.get("location"));
    },
    async offset(at: string): Promise<number> {
      const answer = await fetch(new URL(at, url), { method: "HEAD", headers: authorized });
      return Number(answer.headers.get("upload-offset"));
    },
    async send(at: string, offset: number, bytes: Buffer): Promise<number> {
      const options = { method: "PATCH", headers: part(offset), body: new Uint8Array(bytes) };
      return (await fetch(new URL(at, url), options)).status;
    },
    /** Announces all of `bytes`, and stops after some. */
    breakOff(at: string, bytes: Buffer, after: number): void {
      const headers = { ...part(0), "content-length": String(bytes.length) };
      const sending = request(new URL(at, url), { method: "PATCH", headers });
      sending.on("error", () => {});
      sending.write(bytes.subarray(0, after));
    },
  };
};

test("an upload continues after the service was killed, and its builds send notices as they run", async () => {
  const bytes = await shopFile();
  const half = bytes.length >> 1;
  const first = await start();
  onTestFinished(() => rm(first.dataDir, { recursive: true, force: true }));
  const { client, key } = await signUp(first.url);
  const before = tusOf(first, key);
  const at = await before.announce(bytes.length);
  before.breakOff(at, bytes, half);
  await expect.poll(() => before.offset(at)).toBe(half);
  await first.kill();

  const service = await start({ dataDir: first.dataDir, port: first.port });
  const after = tusOf(service, key);
  expect(await after.offset(at)).toBe(half);
  const ear = await listen(service.url, key);
  expect(await after.send(at, half, bytes.subarray(half))).toBe(204);

  await client.post("/datasets", transactionsDataset);
  const { outcome, target } = await repeatPurchaseScoring(client);
  const statusOf = (id: string) => () => ear.last(id)?.status;
  await expect.poll(statusOf(target), { interval: 200 }).toBe("ready");
  const ofOutcome = ear.notices.filter(({ id }) => id === outcome);
  const statuses = ofOutcome.map(({ status }) => status);
  expect(statuses).toEqual(expect.arrayContaining(["new", "running", "ready"]));
  const withProgress = ofOutcome.filter(({ progress }) => progress !== undefined);
  expect(withProgress.length).toBeGreaterThan(0);
  expect(withProgress.every(({ progress_text }) => progress_text)).toBe(true);
  const { last_updated_output_at } = await client.get<{ last_updated_output_at: string }>(
    `/targets/${target}`,
  );
  expect(ear.last(target)).toMatchObject({ resource_type: "targets", last_updated_output_at });
  await expect
    .poll(() => ear.notices.filter(({ resource_type }) => resource_type === "mail").length)
    .toBeGreaterThan(3);

  // A model is learned again, which takes longer than the time between two looks at the states.
  const known = ear.notices.length;
  await client.patch(`/outcomes/${outcome}`, { horizon_days: 60 });
  const later = () => ear.notices.slice(known).filter(({ id }) => id === outcome);
  await expect.poll(() => later().at(-1)?.status, { interval: 200 }).toBe("ready");
  expect(later().some(({ seconds_left }) => seconds_left !== undefined)).toBe(true);

  expect(await service.stop()).toBe(0);
  expect(service.output()).not.toContain("cut off");
  await expect.poll(ear.isOver).toBe(true);
});
