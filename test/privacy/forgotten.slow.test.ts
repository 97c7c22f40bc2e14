// Erasure to the last byte: after a person or an account is deleted, no file of the data directory has them.

import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../src/cli/client.js";
import { type Account, deliveredRows, ready } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { filesWith, openToOthers } from "./needles.js";
import { type Customer, createPipeline, listDataset, ordersOf, receiptWhere, strangers } from "./shop.js";

let service: RunningService;
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "bellwether-gone-"));
  // As a version before left it: open to every user of the machine.
  await writeFile(path.join(dataDir, "notes.txt"), "", { mode: 0o644 });
  await chmod(dataDir, 0o755);
  service = await startService({ dataDir, env: { BELLWETHER_ACCOUNT_DELETION_DAYS: "0" } });
});
afterAll(async () => {
  await rm(service.dataDir, { recursive: true });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const signUpAs = async (name: string, email: string): Promise<Account> => {
  const { api_key } = await createClient({ url: service.url }).post<{ api_key: string }>("/v1/accounts", {
    name,
    email,
  });
  return { client: createClient({ url: service.url, key: api_key }), key: api_key };
};

const upload = async ({ key }: Account, at: string, body: string | Buffer): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" };
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  const answer = await fetch(`${service.url}/v1/uploads/${at}`, { method: "POST", headers, body: bytes });
  expect(answer.ok, await answer.text()).toBe(true);
};

const shared = "zuzanna.quitzow@needle.example";
const gone: Customer[] = [
  [shared, "Zuzanna", "Quitzow", "77 Nadelstrasse", "+18028639876"],
  [shared, "Tadeusz", "Quitzow", "77 Nadelstrasse", "+18028639877"],
];
const needles = [shared, "zuzanna", "quitzow", "tadeusz", "nadelstrasse", "8028639876", "8028639877"];
const others = strangers(60);

const owner = "owner@needlecorp.example";
const accountNeedles = [owner, "needlecorp", "xaver", "wollstonecraft", "9 Hidden Lane"];
const xaver: Customer = ["xaver@secret.example", "Xaver", "Wollstonecraft", "9 Hidden Lane", "+18028637777"];

/** A file that the store did not know, as the sweep sets it aside. */
const putIntoTrash = async ({ client }: Account, body: string): Promise<void> => {
  const { id } = await client.get<{ id: string }>("/accounts/current");
  const dir = path.join(
    service.dataDir,
    "trash",
    new Date().toISOString().slice(0, 10),
    "uploads",
    id,
    "orders",
  );
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(path.join(dir, "stray.csv"), body, { mode: 0o600 });
};

const isAccountGone = (client: Client): Promise<true | undefined> =>
  client.get("/accounts/current").then(
    () => undefined,
    () => true as const,
  );

test("nothing of a deleted person or a deleted account is left in any file, and no file can be read by others", async () => {
  const account = await signUpAs("Acme", "dpo@example.com");
  const { client } = account;
  await upload(account, "orders/a.csv", ordersOf([...gone, ...others]));
  await upload(account, "orders/b.csv.gz", gzipSync(ordersOf([...gone, ...others.slice(0, 5)])));
  const { target } = await createPipeline(client);
  const doomed = await signUpAs("Needlecorp", owner);
  await upload(doomed, "orders/a.csv", ordersOf([xaver, ...others.slice(0, 40)]));
  const lost = await createPipeline(doomed.client);
  await ready(client, `/targets/${target}`);
  await ready(doomed.client, `/targets/${lost.target}`);
  await putIntoTrash(account, ordersOf(gone));
  await putIntoTrash(doomed, ordersOf([xaver]));
  const namesOf = async () => (await deliveredRows(client, target)).map((row) => JSON.stringify(row)).join();
  expect(await namesOf()).toContain("Zuzanna");
  const before = await filesWith(service.dataDir, needles);
  for (const kind of ["a.csv", "b.csv.gz", "people.parquet", "sqlite", "trash/"])
    expect(
      before.some((file) => file.includes(kind.split(".")[0]!)),
      kind,
    ).toBe(true);
  expect(await openToOthers(service.dataDir)).toEqual([]);

  await doomed.client.delete("/accounts/current");
  await upload(account, "gone/gone.csv", `hash\n${sha256(shared)}\n${sha256("nobody@example.com")}\n`);
  const list = await client.post<{ id: string }>("/datasets", listDataset({ email_hash: "hash" }, "delete"));
  const remade = await receiptWhere(client, list.id, ({ receipts }) => receipts[0]?.remade_at != null);
  expect(remade).toMatchObject({ rows: 2, matched_rows: 1, people: 2, receipts: [{ gone_at: null }] });
  expect(remade.uploads.map(({ file }) => file)).toEqual(["a.csv", "b.csv.gz"]);
  expect(remade.headline).toContain("Uploaded files still hold");
  expect(await namesOf()).not.toContain("Zuzanna");

  await upload(account, "orders/a.csv", ordersOf(others));
  await upload(account, "orders/b.csv.gz", gzipSync(ordersOf(others.slice(0, 5))));
  const done = await receiptWhere(client, list.id, ({ receipts }) => receipts[0]?.gone_at != null);
  expect(done).toMatchObject({ uploads: [], people: 2, matched_rows: 1 });
  expect(done.headline).toContain("No file except this list holds them");
  await eventually("the account is deleted", () => isAccountGone(doomed.client));
  expect(await openToOthers(service.dataDir)).toEqual([]);
  expect(await service.stop()).toBe(0);

  expect(await filesWith(service.dataDir, needles)).toEqual([]);
  expect(await filesWith(service.dataDir, accountNeedles)).toEqual([]);
  reportFaults("isolation case", { faults: needles.length + accountNeedles.length, lost: 0, wrongBytes: 0 });
});
