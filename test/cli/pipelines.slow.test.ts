// Both example pipelines on a sample shop, as their opening comments say to run them, by the commands as they are typed and
// against the service as it is run.

import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import { readCsv } from "../../src/cli/csv.js";
import { exitCodes } from "../../src/cli/exit.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { type RunningService, startService } from "../support/service.js";

const repeatPurchase = "examples/pipelines/repeat-purchase.yaml";
const churn = "examples/pipelines/churn.yaml";

let service: RunningService;
let dir: string;
let shop: Shop;
let key: string;

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-cli-"));
  shop = await generateShop({ customers: 1200, seed: 1, out: dir });
  key = await newAccount();
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

const typedBy = async (apiKey: string, args: readonly string[], answer: boolean | null = null) => {
  const { terminal, out, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: apiKey }, answer);
  return { code: await run(args, terminal), out: out(), err: err() };
};
const typed = (...args: string[]) => typedBy(key, args);

/** What is printed by what ends well. */
const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await typed(...args);
  expect(code, err).toBe(exitCodes.done);
  return out;
};

const newAccount = async (): Promise<string> => {
  const { out } = await typedBy("", ["account", "create", "--name", "Shop", "--email", "me@example.com"]);
  return out.trim();
};

const written = async (name: string, content: string): Promise<string> => {
  const file = path.join(dir, name);
  await writeFile(file, content);
  return file;
};
const rowsOf = (file: string) => Readable.from(readCsv(file)).toArray();

test("workflow A is uploaded, applied, waited for and downloaded", async () => {
  const file = await written("transactions.csv.gz", "");
  await writeFile(file, gzipSync(await readFile(shop.transactions)));
  await done("upload", file, "--directory", "transactions");
  expect(await done("uploads", "list")).toContain("transactions/transactions.csv.gz");

  expect(await done("plan", repeatPurchase)).toContain("7 to create");
  expect((await typedBy(key, ["apply", repeatPurchase], false)).code).toBe(exitCodes.misused);
  expect(await done("target", "list", "--json")).toBe("[]\n");
  const applied = await typedBy(key, ["apply", repeatPurchase, "--wait"], true);
  expect(applied.err).toContain("target Repeat purchase CSV is ready");

  const out = path.join(dir, "repeat.csv");
  await done("download", "Repeat purchase CSV", "--out", out);
  expect((await rowsOf(out)).length).toBeGreaterThan(100);
});

test("applied twice it changes nothing", async () => {
  expect(await done("apply", repeatPurchase, "--yes")).toBe(
    "Nothing to change: 7 resources match the file.\n",
  );
  expect((await typed("plan", repeatPurchase, "--check")).code).toBe(exitCodes.done);
});

test("workflow B is applied beside it, enabled by the file, and downloaded in full", async () => {
  await done("upload", shop.cancellations, "--directory", "cancellations");
  await done("apply", churn, "--yes", "--wait");
  expect(await done("plan", repeatPurchase)).toContain("Nothing to change");

  const enabled = (await readFile(churn, "utf8")).replace("preview: true", "preview: false");
  const file = await written("enabled.yaml", enabled);
  const plan = await typed("plan", file, "--check");
  expect(plan.code).toBe(exitCodes.different);
  expect(plan.out).toContain("preview: true -> false");
  expect(plan.out).toMatch(/Built again.*\n {4}target Churn CSV/);
  await done("apply", file, "--yes", "--wait");

  const out = path.join(dir, "churn.csv");
  await done("download", "Churn CSV", "--out", out);
  const [scope] = JSON.parse(await done("scope", "list", "--json"));
  expect(scope).toMatchObject({ name: "Churn scoring", preview: false });
  expect(await rowsOf(out)).toHaveLength(scope.population_count);
});

test("a download that broke off goes on with what is there", async () => {
  const { id } = JSON.parse(await done("target", "get", "Churn CSV", "--json"));
  const headers = { authorization: `Bearer ${key}` };
  const whole = await fetch(`${service.url}/targets/${id}/download.csv`, { headers });
  const version = whole.headers.get("etag")!.replaceAll('"', "");
  const content = Buffer.from(await whole.arrayBuffer());
  const out = path.join(dir, "resumed.csv");
  await writeFile(`${out}.${version}.part`, content.subarray(0, 1000));
  await done("download", "Churn CSV", "--out", out);
  expect(content.equals(await readFile(out))).toBe(true);
  await expect(stat(`${out}.${version}.part`)).rejects.toThrow("ENOENT");
});

test("the graph is drawn from the files to the targets, and nothing was refused", async () => {
  const tree = await done("graph");
  expect(tree).toMatch(/^dataset Cancellations: ready\n└ stream Cancellation: ready\n {2}└ cohort Churned/);
  expect(tree).toContain("└ target Churn CSV: ready");
  expect(await done("errors")).toBe("Nothing was refused.\n");
});

test("resources are made by flags, JSON and files, which say names, and go through their lives", async () => {
  await done("cohort", "create", "--name", "Big spenders", "--stream", "Transaction", "--min-value", "200");
  expect(await done("stream", "create", "Refunds")).toContain("stream Refunds is there: ");
  const outcome = { name: "Spenders leave", attainment: "Churned customers", eligible: "Big spenders" };
  const made = JSON.parse(await done("outcome", "create", "--json", JSON.stringify(outcome)));
  expect(made).toMatchObject({ eligible_cohort_name: "Big spenders" });
  const file = await written("scope.yaml", "name: Spenders\npopulation: { include: [Big spenders] }\n");
  await done("scope", "create", "--file", file, "--outcome", "Spenders leave");
  await done("cohort", "update", "big spenders", "--json", '{"min_value": 300, "max_value": null}');
  expect(await done("cohort", "get", "Big spenders")).toContain("min_value: 300");

  const inUse = await typed("cohort", "delete", "Big spenders");
  expect([inUse.code, inUse.err]).toEqual([exitCodes.refused, expect.stringContaining("Spenders leave")]);
  await done("cohort", "archive", "Big spenders", "--cascade");
  expect(await done("outcome", "get", "Spenders leave")).toContain("status:");
  await done("cohort", "unarchive", "Big spenders", "--cascade");
  await done("cohort", "force-update", "Big spenders");
  for (const noun of ["scope", "outcome", "cohort"])
    await done(
      noun,
      "delete",
      { scope: "Spenders", outcome: "Spenders leave", cohort: "Big spenders" }[noun]!,
    );
});

test("--prune deletes what is not in the file, and all that is left is unchanged", async () => {
  expect(await done("apply", churn, "--yes", "--prune")).toContain("- cohort Repeat purchasers");
  expect(await done("cohort", "list")).not.toContain("Repeat purchasers");
  expect(await done("plan", churn, "--prune")).toContain("Nothing to change: 7 resources match the file.");
});

test("keys are issued, listed and revoked", async () => {
  const issued = JSON.parse(await done("keys", "create", "--name", "script", "--json"));
  expect((await typedBy(issued.api_key, ["cohort", "list"])).code).toBe(exitCodes.done);
  expect(await done("keys", "list")).toContain("script");
  await done("keys", "delete", issued.id);
  expect((await typedBy(issued.api_key, ["cohort", "list"])).code).toBe(exitCodes.refused);
});

test("what stops in the middle says what was done, and is gone on with by the next apply", async () => {
  const account = await newAccount();
  const file = (max: number) =>
    written(
      "stops.yaml",
      `datasets:
  Orders:
    identity_sets: { buyer: { email: mail } }
    options: { type: hosted_csv, upload_directory: orders }
    output_to_streams: { order: { data_map: { datetime: day } } }
cohorts:
  First: { stream_name: order }
  Second: { stream_name: order, min_count: 3, max_count: ${max} }
  Third: { stream_name: order, max_count: 1 }
`,
    );
  const stopped = await typedBy(account, ["apply", await file(2), "--yes"]);
  expect(stopped.code).toBe(exitCodes.refused);
  expect(stopped.err).toContain("Stopped at cohort Second: 2 of 4 were done and stay.");
  expect(stopped.err).toContain("max_count");
  const goneOn = await typedBy(account, ["apply", await file(4), "--yes"]);
  expect(goneOn.code).toBe(exitCodes.done);
  expect(goneOn.out).toContain("2 to create");
});

test("a trait that a dataset has just made is changed and not made again", async () => {
  const account = await newAccount();
  const file = await written(
    "trait.yaml",
    `datasets:
  Rows:
    identity_sets: { buyer: { email: mail } }
    options: { type: hosted_csv, upload_directory: rows }
    output_to_traits: { tier: { column_name: tier } }
traits:
  tier: { literate: Club tier }
`,
  );
  expect((await typedBy(account, ["apply", file, "--yes"])).code).toBe(exitCodes.done);
  expect((await typedBy(account, ["plan", file])).out).toContain(
    "Nothing to change: 2 resources match the file.",
  );
});

test("nobody waits for what was refused, and the advice is printed", async () => {
  const account = await newAccount();
  await typedBy(account, [
    "upload",
    await written("rows.csv", "mail,when\na@b.c,2025-01-01\n"),
    "--directory",
    "rows",
  ]);
  const file = await written(
    "refused.yaml",
    `datasets:
  Rows:
    identity_sets: { buyer: { email: mail } }
    options: { type: hosted_csv, upload_directory: rows }
    output_to_streams: { order: { data_map: { datetime: day } } }
cohorts:
  Buyers: { stream_name: order }
`,
  );
  const applied = await typedBy(account, ["apply", file, "--yes", "--wait"]);
  expect([applied.code, applied.err]).toEqual([exitCodes.refused, expect.stringContaining("day")]);
  const waited = await typedBy(account, ["wait", "cohort", "Buyers"]);
  expect(waited.code).toBe(exitCodes.refused);
  expect(waited.err).toMatch(/Buyers waits for .*, which failed: .*day/);
  expect((await typedBy(account, ["errors"])).out).toMatch(/^dataset Rows\n {2}.*day/);
});
