// Data directories that released versions left behind, opened by this one: see README.md.

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
  /** By name of the target, the ids in its file. */
  people: Record<string, string[]>;
  uploads: { subpath: string; sha256_hash: string }[];
}

const versions = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".tar.gz"))
  .map((name) => name.replace(".tar.gz", ""));

/** Parts of results that are read besides the records. */
const parts = [
  ["datasets", "logs/ingress"],
  ["cohorts", "analysis/membership"],
  ["outcomes", "analysis"],
  ["scopes", "analysis"],
  ["scopes", "efficacy"],
  ["targets", "manifest"],
] as const;

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
  const delivered = async ({ id }: { id: string }) =>
    (await deliveredRows(client, id)).map((row) => row.person_id!).sort();
  for (const target of seen.resources.targets!)
    expect(await delivered(target), target.name).toEqual(seen.people[target.name]);
  for (const [kind, part] of parts)
    for (const { id } of seen.resources[kind]!) await client.get(`/${kind}/${id}/${part}`);

  // The cancellations are now the older file; people keep the ids that they had from their orders.
  await uploadAgain(service.url, seen.key, "transactions/transactions.csv");
  await allReady(client);
  const known = Object.values(seen.people).flat();
  for (const target of seen.resources.targets!) {
    const after = await delivered(target);
    expect(
      after.filter((id) => !known.includes(id)),
      target.name,
    ).toEqual([]);
    // Matching may join people whom the version did not: their ids lead to the person whom they are now.
    const merged = seen.people[target.name]!.filter((id) => !after.includes(id));
    const people = await Promise.all(merged.map((id) => client.get<{ id: string }>(`/people/${id}`)));
    expect(
      people.map(({ id }) => id).filter((id) => !known.includes(id)),
      target.name,
    ).toEqual([]);
  }
  expect(await service.stop()).toBe(0);
});

/** The same rows as other bytes, so that all of them are read again. */
const uploadAgain = async (url: string, key: string, file: string): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
  const stored = await fetch(`${url}/v1/uploads/${file}`, { headers });
  expect(stored.ok).toBe(true);
  const body = `${await stored.text()}\n`;
  const answer = await fetch(`${url}/v1/uploads/${file}`, { method: "POST", headers, body });
  expect(answer.ok, await answer.text()).toBe(true);
};
