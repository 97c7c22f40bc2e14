// Data directories that earlier versions left behind, opened by this one: `make.mjs` made the fixtures.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { allReady } from "../crash/shop-account.js";
import { deliveredRows } from "../support/drive.js";
import { startService } from "../support/service.js";

interface Seen {
  key: string;
  account: { name: string; email: string };
  resources: Record<string, { id: string; name: string }[]>;
  /** By name of the target. */
  files: Record<string, string>;
  uploads: { subpath: string; sha256_hash: string }[];
}

const versions = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".tar.gz"))
  .map((name) => name.replace(".tar.gz", ""));

test.each(versions)("the data directory of %s opens, and nothing in it is lost", async (version) => {
  const seen = JSON.parse(readFileSync(path.join(import.meta.dirname, `${version}.json`), "utf8")) as Seen;
  const dataDir = mkdtempSync(path.join(tmpdir(), "bellwether-upgrade-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  execFileSync("tar", ["xzf", path.join(import.meta.dirname, `${version}.tar.gz`), "-C", dataDir]);
  const service = await startService({ dataDir });
  onTestFinished(service.kill);
  const client = createClient({ url: service.url, key: seen.key });

  await allReady(client);
  expect(await client.get("/accounts/current")).toMatchObject(seen.account);
  for (const [kind, resources] of Object.entries(seen.resources)) {
    const records = await client.get<BuildRecord[]>(`/${kind}`);
    expect(records.map(({ id, name }) => ({ id, name }))).toEqual(resources);
  }
  const uploads = await client.get<Seen["uploads"]>("/uploads");
  const hashes = (all: Seen["uploads"]) => all.map((each) => [each.subpath, each.sha256_hash]);
  expect(hashes(uploads)).toEqual(hashes(seen.uploads));
  for (const { id, name } of seen.resources.targets!) {
    const rows = await deliveredRows(client, id);
    expect(rows.map((row) => row.person_id).sort(), name).toEqual(idsIn(seen.files[name]!));
  }
  expect(await service.stop()).toBe(0);
});

/** The ids of people in a file as it was downloaded then. */
const idsIn = (csv: string): string[] => {
  const [header, ...lines] = csv.trim().split("\n");
  const column = header!.split(",").indexOf("person_id");
  return lines.map((line) => line.split(",")[column]!).sort();
};
