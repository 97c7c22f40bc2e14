// Makes the fixtures of the upgrade test: data directories as earlier versions of this program left them,
// with what a user saw.
//
//   npm run build && node test/upgrade/make.mjs COMMIT…
//
// Each commit is checked out beside this tree, built, and driven over HTTP through both workflows on a shop
// of 120 customers.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateShop } from "../../dist/examples/shop/shop.js";
import { createClient } from "../../dist/src/cli/client.js";
import { churnScoring, repeatPurchaseScoring } from "../../dist/src/cli/demo/workflows.js";

const root = path.resolve(import.meta.dirname, "../..");
const port = 18_237;
const kinds = ["datasets", "streams", "cohorts", "outcomes", "scopes", "targets"];

const make = async (commit) => {
  const work = mkdtempSync(path.join(tmpdir(), "bellwether-upgrade-"));
  const tree = path.join(work, "tree");
  const data = path.join(work, "data");
  execFileSync("git", ["worktree", "add", "--detach", tree, commit], { cwd: root, stdio: "inherit" });
  try {
    symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
    const compiler = path.join(root, "node_modules/.bin/tsc");
    // An older version may not satisfy the types of today's packages; its program is emitted all the same.
    execFileSync(compiler, ["-p", "tsconfig.build.json", "--noEmitOnError", "false"], {
      cwd: tree,
      stdio: "ignore",
    });
  } catch {}
  const service = spawn(process.execPath, [path.join(tree, "dist/src/cli/main.js"), "serve"], {
    env: { ...process.env, PORT: String(port), BELLWETHER_DATA: data, LOG_LEVEL: "warn" },
    stdio: "inherit",
  });
  const seen = await drive(work).finally(async () => {
    service.kill("SIGINT");
    await once(service, "exit");
  });
  const name = execFileSync("git", ["rev-parse", "--short", commit], { cwd: root, encoding: "utf8" }).trim();
  writeFileSync(path.join(import.meta.dirname, `${name}.json`), `${JSON.stringify(seen, null, 2)}\n`);
  rmSync(path.join(data, "work"), { recursive: true, force: true });
  execFileSync("tar", ["czf", path.join(import.meta.dirname, `${name}.tar.gz`), "-C", data, "."]);
  execFileSync("git", ["worktree", "remove", "--force", tree], { cwd: root });
  rmSync(work, { recursive: true });
};

const drive = async (work) => {
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/ready`).catch(() => null))?.ok) await sleep(100);
  const shop = await generateShop({ customers: 120, seed: 1, out: work });
  const account = { name: "Acme", email: "owner@example.com" };
  const { api_key: key } = await createClient({ url }).post("/v1/accounts", account);
  const client = createClient({ url, key });
  await repeatPurchaseScoring(client, shop.transactions);
  await churnScoring(client, shop.cancellations);
  const resources = {};
  for (const kind of kinds) resources[kind] = await whenReady(client, kind);
  const files = {};
  for (const { id, name } of resources.targets) {
    const to = path.join(work, `${id}.csv`);
    await client.download(`/targets/${id}/download.csv`, to);
    files[name] = readFileSync(to, "utf8");
  }
  const uploads = await client.get("/uploads");
  const named = Object.entries(resources).map(([kind, all]) => [
    kind,
    all.map(({ id, name }) => ({ id, name })),
  ]);
  return { key, account, resources: Object.fromEntries(named), files, uploads };
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

for (const commit of process.argv.slice(2)) await make(commit);
