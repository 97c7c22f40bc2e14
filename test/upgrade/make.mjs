// Makes the fixture of the upgrade test for this version: a data directory with both workflows on a small shop, driven
// over HTTP, and what a user saw in it. README.md says when.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { generateShop } from "../../dist/examples/shop/shop.js";
import { createClient } from "../../dist/src/cli/client.js";
import { churnScoring, repeatPurchaseScoring } from "../../dist/src/cli/demo/workflows.js";

const root = path.resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const port = 18_237;
const kinds = ["datasets", "streams", "cohorts", "outcomes", "scopes", "targets"];

const drive = async (work) => {
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/ready`).catch(() => null))?.ok) await sleep(100);
  const shop = await generateShop({ customers: 80, seed: 1, out: work });
  const account = { name: "Acme", email: "owner@example.com" };
  const { api_key: key } = await createClient({ url }).post("/v1/accounts", account);
  const client = createClient({ url, key });
  await repeatPurchaseScoring(client, shop.transactions);
  await churnScoring(client, shop.cancellations);
  const resources = {};
  for (const kind of kinds)
    resources[kind] = (await whenReady(client, kind)).map(({ id, name }) => ({ id, name }));
  const people = {};
  for (const { id, name } of resources.targets) people[name] = await peopleIn(client, id, work);
  const uploads = await client.get("/uploads");
  return {
    key,
    account,
    resources,
    people,
    uploads: uploads.map(({ subpath, sha256_hash }) => ({ subpath, sha256_hash })),
  };
};

const whenReady = async (client, kind) => {
  for (;;) {
    const records = await client.get(`/${kind}`);
    const failed = records.find(({ status }) => status === "error");
    if (failed) throw new Error(`${failed.name}: ${failed.status_error}`);
    if (records.length > 0 && records.every(({ status }) => status === "ready")) return records;
    await sleep(200);
  }
};

const peopleIn = async (client, target, work) => {
  const file = path.join(work, `${target}.csv`);
  await client.download(`/targets/${target}/download.csv`, file);
  const [header, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const column = header.split(",").indexOf("person_id");
  return lines.map((line) => line.split(",")[column]).sort();
};

const work = mkdtempSync(path.join(tmpdir(), "bellwether-upgrade-"));
const data = path.join(work, "data");
const service = spawn(process.execPath, [path.join(root, "dist/src/cli/main.js"), "serve"], {
  env: { ...process.env, PORT: String(port), BELLWETHER_DATA: data, LOG_LEVEL: "warn" },
  stdio: "inherit",
});
const seen = await drive(work).finally(async () => {
  service.kill("SIGINT");
  await once(service, "exit");
});
writeFileSync(path.join(import.meta.dirname, `${version}.json`), `${JSON.stringify(seen, null, 1)}\n`);
rmSync(path.join(data, "work"), { recursive: true, force: true });
// The log of writes moves into the file, which is small.
const store = new DatabaseSync(path.join(data, "bellwether.sqlite"));
store.exec("pragma wal_checkpoint(truncate)");
store.close();
execFileSync("tar", ["czf", path.join(import.meta.dirname, `${version}.tar.gz`), "-C", data, "."]);
rmSync(work, { recursive: true });
