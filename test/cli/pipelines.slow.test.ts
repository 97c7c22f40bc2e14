// Example pipelines on a sample shop, run against the real service by the commands that their opening comments give.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import { readCsv } from "../../src/cli/csv.js";
import { exitCodes, Interrupted } from "../../src/cli/exit.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { eventually } from "../support/eventually.js";
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

const runAs = async (apiKey: string, args: readonly string[], answer: boolean | null = null) => {
  const { terminal, out, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: apiKey }, answer);
  return { code: await run(args, terminal), out: out(), err: err() };
};
const runCommand = (...args: string[]) => runAs(key, args);

/** Output of a command that succeeds. */
const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await runCommand(...args);
  expect(code, err).toBe(exitCodes.done);
  return out;
};

const newAccount = async (): Promise<string> => {
  const { out } = await runAs("", ["account", "create", "--name", "Shop", "--email", "me@example.com"]);
  return out.trim();
};

const written = async (name: string, content: string): Promise<string> => {
  const file = path.join(dir, name);
  await writeFile(file, content);
  return file;
};
const rowsOf = (file: string) => Readable.from(readCsv(file)).toArray();

test("workflow A runs from upload and apply to the download", async () => {
  const file = await written("transactions.csv.gz", "");
  await writeFile(file, gzipSync(await readFile(shop.transactions)));
  await done("upload", file, "--directory", "transactions");
  expect(await done("uploads", "list")).toContain("transactions/transactions.csv.gz");

  expect(await done("plan", repeatPurchase)).toContain("7 to create");
  expect((await runAs(key, ["apply", repeatPurchase], false)).code).toBe(exitCodes.misused);
  expect(await done("target", "list", "--json")).toBe("[]\n");
  const applied = await runAs(key, ["apply", repeatPurchase, "--wait"], true);
  expect(applied.err).toContain("target Repeat purchase CSV is ready");

  const out = path.join(dir, "repeat.csv");
  await done("download", "Repeat purchase CSV", "--out", out);
  expect((await rowsOf(out)).length).toBeGreaterThan(100);
});

test("a second apply changes nothing", async () => {
  expect(await done("apply", repeatPurchase, "--yes")).toBe(
    "Nothing to change: 7 resources match the file.\n",
  );
  expect((await runCommand("plan", repeatPurchase, "--check")).code).toBe(exitCodes.done);
});

test("waiting for a file ends once everything in it is built, and says what is not in use or failed", async () => {
  await done("cohort", "force-update", "Repeat purchasers");
  expect((await runCommand("wait", repeatPurchase)).err).toMatch(/7 resources are ready\n$/);
  const records = JSON.parse(await done("wait", repeatPurchase, "--json"));
  expect(records.map(({ status }: { status: string }) => status)).toEqual(Array(7).fill("ready"));
  const saved = path.join(dir, "nothing.json");
  await done("plan", repeatPurchase, "--out", saved);
  expect((await runCommand("wait", saved)).err).toMatch(/7 resources are ready\n$/);

  const account = await newAccount();
  const missing = await runAs(account, ["wait", repeatPurchase]);
  expect([missing.code, missing.err]).toEqual([exitCodes.misused, "There is no dataset Transactions.\n"]);
  await runAs(account, ["stream", "create", "order"]);
  const file = await written("waits.yaml", "cohorts:\n  Buyers: { stream_name: order }\n");
  await runAs(account, ["apply", file, "--yes"]);
  const late = await runAs(account, ["wait", file, "--timeout", "1"]);
  expect([late.code, late.err]).toEqual([
    exitCodes.refused,
    expect.stringContaining("Buyers is still new after 1 s."),
  ]);
  await runAs(account, ["cohort", "archive", "Buyers"]);
  const archived = await runAs(account, ["wait", file]);
  expect([archived.code, archived.err]).toEqual([
    exitCodes.misused,
    expect.stringContaining("cohort Buyers is archived"),
  ]);
});

test("workflow B runs in the same account, is enabled by its file, and is downloaded in full", async () => {
  await done("upload", shop.cancellations, "--directory", "cancellations");
  await done("apply", churn, "--yes", "--wait");
  expect(await done("plan", repeatPurchase)).toContain("Nothing to change");

  const enabled = (await readFile(churn, "utf8")).replace("preview: true", "preview: false");
  const file = await written("enabled.yaml", enabled);
  const plan = await runCommand("plan", file, "--check");
  expect(plan.code).toBe(exitCodes.different);
  expect(plan.out).toContain("preview: true -> false");
  expect(plan.out).toMatch(/Rebuild, because.*\n {4}target Churn CSV/);
  await done("apply", file, "--yes", "--wait");

  const out = path.join(dir, "churn.csv");
  await done("download", "Churn CSV", "--out", out);
  const [scope] = JSON.parse(await done("scope", "list", "--json"));
  expect(scope).toMatchObject({ name: "Churn scoring", preview: false });
  expect(await rowsOf(out)).toHaveLength(scope.population_count);
});

test("an interrupted download continues where it stopped", async () => {
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

test("a pipeline file with a hold-out and economics names their prediction", async () => {
  const campaign = `preview: false
    holdout: { share: 0.1, outcome_id: Likelihood to churn, campaigns: [{ contacted_at: 2026-01-01 }] }
    economics: { cost_per_contact: 1, value_per_conversion: 20, outcome_id: Likelihood to churn }`;
  const text = (await readFile(churn, "utf8"))
    .replace(/preview: true.*$/m, campaign)
    .replace("{ type: hosted_csv }\n", "{ type: hosted_csv, track_changes: true }\n");
  const file = await written("campaign.yaml", text);
  await done("apply", file, "--yes", "--wait");
  expect(await done("plan", file)).toContain("Nothing to change");
  const [scope] = JSON.parse(await done("scope", "list", "--json"));
  const [outcome] = scope.payload.outcome_ids;
  expect(scope.holdout).toMatchObject({ outcome_id: outcome, campaigns: [{ contacted_at: "2026-01-01" }] });
  expect(scope.economics).toMatchObject({ outcome_id: outcome, value_per_conversion: 20 });
  const out = path.join(dir, "campaign.csv");
  await done("download", "Churn CSV", "--out", out);
  const rows = (await rowsOf(out)) as Record<string, string>[];
  const arms = rows.map(({ fdy_holdout_arm: arm }) => arm).filter((arm) => arm !== "");
  expect(new Set(arms)).toEqual(new Set(["contact", "held_out"]));
  expect(rows.some(({ fdy_economics_contact: isContacted }) => isContacted === "true")).toBe(true);
});

test("what changed in a file is downloaded since a build, and its manifest is printed", async () => {
  expect((await runCommand("download", "Churn CSV", "--changes", "--since", "x")).code).toBe(
    exitCodes.misused,
  );
  const out = path.join(dir, "changes.csv");
  const { err } = await runCommand("download", "Churn CSV", "--changes", "--out", out);
  const manifest = JSON.parse(await done("manifest", "Churn CSV"));
  expect(await rowsOf(out)).toHaveLength(manifest.row_count);
  expect(err).toContain(`Next time: --since ${manifest.build}`);
  await done("download", "Churn CSV", "--since", manifest.build, "--out", out);
  expect(await rowsOf(out)).toEqual([]);
});

test("an export makes the same pipeline in another account, and changes nothing where it comes from", async () => {
  const file = path.join(dir, "exported.yaml");
  await done("export", "--out", file);
  expect(await done("plan", file, "--prune")).toMatch(/^Nothing to change: \d+ resources match/);
  const other = await newAccount();
  const applied = await runAs(other, ["apply", file, "--yes", "--json"]);
  expect(applied.code, applied.err).toBe(exitCodes.done);
  const { actions, applied: made } = JSON.parse(applied.out);
  expect(made).toHaveLength(actions.length);
  expect(made.at(-1)).toEqual({
    type: "targets",
    name: expect.any(String),
    at: "create",
    id: expect.any(String),
  });
  expect((await runAs(other, ["plan", file, "--check", "--prune"])).code).toBe(exitCodes.done);
  expect((await runAs(other, ["export"])).out).toBe(await readFile(file, "utf8"));
});

test("a saved plan is applied as it was reviewed, and refused once it is out of date or in another account", async () => {
  const account = await newAccount();
  const as = (...args: string[]) => runAs(account, args);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the file.
  const cohort = "  Buyers:\n    stream_name: order\n    min_count: ${LEAST:-2}\n";
  const file = await written("saved.yaml", `cohorts:\n${cohort}`);
  await as("stream", "create", "order");
  const saved = path.join(dir, "plan.json");
  expect((await as("plan", file, "--out", saved)).code).toBe(exitCodes.done);
  expect((await runCommand("apply", saved)).err).toContain(
    "is for the account Shop, and the key is that of another one",
  );
  expect((await as("apply", saved)).out).toContain("1 to create");
  const [made] = JSON.parse((await as("cohort", "list", "--json")).out);
  expect(made).toMatchObject({ name: "Buyers", min_count: 2 });
  expect(await as("apply", saved)).toMatchObject({
    code: exitCodes.misused,
    err: expect.stringMatching(/has changed since this plan was made.*Nothing was changed.*bellwether plan/),
  });
});

test("a webhook is forwarded with a valid signature, the log has the build, and waiting for all ends", async () => {
  const messages: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    messages.push({ headers: request.headers, body: await textOf(request) });
    response.end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  const interrupt = new AbortController();
  const started = (args: string[]) => {
    const { terminal, out, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: key });
    return { ended: run(args, { ...terminal, signal: interrupt.signal }), out, err };
  };
  const forwarding = started(["listen", "--forward-to", `127.0.0.1:${port}/hook`]);
  const log = started(["logs"]);
  try {
    const signing = /whsec_(\S+)/;
    const secret = await eventually("the secret", async () => signing.exec(forwarding.err())?.[1]);
    const { id } = JSON.parse(await done("cohort", "get", "Churned customers", "--json"));
    await done("cohort", "force-update", "Churned customers");
    const isOfCohort = ({ body }: { body: string }) => JSON.parse(body).data.resource_id === id;
    const { headers, body } = await eventually("the message", async () => messages.find(isOfCohort));
    expect(JSON.parse(body)).toMatchObject({
      type: "resource.ready_with_update",
      data: { resource_type: "cohorts" },
    });
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    const forwarded = "cohorts Churned customers: 200";
    await eventually("its line", async () => forwarding.out().includes(forwarded) || undefined);
    const built = "cohort Churned customers is ready";
    await eventually("the log", async () => log.out().includes(built) || undefined);
    expect((await runCommand("wait", "--all")).err).toMatch(/\d+ resources are ready\n$/);
  } finally {
    interrupt.abort(new Interrupted());
    receiver.closeAllConnections();
    receiver.close();
  }
  expect(await forwarding.ended).toBe(exitCodes.interrupted);
  expect(await log.ended).toBe(exitCodes.interrupted);
});

test("the graph leads from the datasets to the targets, and no request was refused", async () => {
  const tree = await done("graph");
  expect(tree).toMatch(/^dataset Cancellations: ready\n└ stream Cancellation: ready\n {2}└ cohort Churned/);
  expect(tree).toContain("└ target Churn CSV: ready");
  expect(await done("errors")).toBe("No errors.\n");
});

test("resources are created from flags, JSON and files by name, and can be changed, archived, restored and deleted", async () => {
  await done("cohort", "create", "--name", "Big spenders", "--stream", "Transaction", "--min-value", "200");
  expect(await done("stream", "create", "Refunds")).toContain("stream Refunds exists: ");
  const outcome = { name: "Spenders leave", attainment: "Churned customers", eligible: "Big spenders" };
  const made = JSON.parse(await done("outcome", "create", "--json", JSON.stringify(outcome)));
  expect(made).toMatchObject({ eligible_cohort_name: "Big spenders" });
  const file = await written("scope.yaml", "name: Spenders\npopulation: { include: [Big spenders] }\n");
  await done("scope", "create", "--file", file, "--outcome", "Spenders leave");
  await done("cohort", "update", "big spenders", "--json", '{"min_value": 300, "max_value": null}');
  expect(await done("cohort", "get", "Big spenders")).toContain("min_value: 300");

  const inUse = await runCommand("cohort", "delete", "Big spenders");
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

test("--prune deletes resources that are not in the file, and changes no other", async () => {
  expect(await done("apply", churn, "--yes", "--prune")).toContain("- cohort Repeat purchasers");
  expect(await done("cohort", "list")).not.toContain("Repeat purchasers");
  expect(await done("plan", churn, "--prune")).toContain("Nothing to change: 7 resources match the file.");
});

test("keys are issued, listed and revoked", async () => {
  const issued = JSON.parse(await done("keys", "create", "--name", "script", "--json"));
  expect((await runAs(issued.api_key, ["cohort", "list"])).code).toBe(exitCodes.done);
  expect(await done("keys", "list")).toContain("script");
  await done("keys", "delete", issued.id);
  expect((await runAs(issued.api_key, ["cohort", "list"])).code).toBe(exitCodes.refused);
});

test("a key with a scope does nothing else", async () => {
  const { api_key } = JSON.parse(
    await done("keys", "create", "--name", "reader", "--scope", "read", "--json"),
  );
  expect(await done("keys", "list")).toMatch(/reader +….{4} +read/);
  expect((await runAs(api_key, ["cohort", "list"])).code).toBe(exitCodes.done);
  expect((await runAs(api_key, ["keys", "create"])).code).toBe(exitCodes.refused);
});

test("an apply that stops in the middle reports what was done, and the next apply continues", async () => {
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
  const stopped = await runAs(account, ["apply", await file(2), "--yes"]);
  expect(stopped.code).toBe(exitCodes.refused);
  expect(stopped.err).toContain("Stopped at cohort Second: 2 of 4 actions were completed and stay.");
  expect(stopped.err).toContain("max_count");
  const continued = await runAs(account, ["apply", await file(4), "--yes"]);
  expect(continued.code).toBe(exitCodes.done);
  expect(continued.out).toContain("2 to create");
});

test("a trait that the dataset has just created is changed and not created again", async () => {
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
  expect((await runAs(account, ["apply", file, "--yes"])).code).toBe(exitCodes.done);
  expect((await runAs(account, ["plan", file])).out).toContain(
    "Nothing to change: 2 resources match the file.",
  );
});

test("waiting ends when a build is refused, and the advice is printed", async () => {
  const account = await newAccount();
  await runAs(account, [
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
  const applied = await runAs(account, ["apply", file, "--yes", "--wait"]);
  expect([applied.code, applied.err]).toEqual([exitCodes.refused, expect.stringContaining("day")]);
  const all = await runAs(account, ["wait", "--all"]);
  expect([all.code, all.err]).toEqual([exitCodes.refused, expect.stringMatching(/Rows failed: .*day/)]);
  const waited = await runAs(account, ["wait", "cohort", "Buyers"]);
  expect(waited.code).toBe(exitCodes.refused);
  expect(waited.err).toMatch(/Buyers waits for .*, which failed: .*day/);
  expect((await runAs(account, ["errors"])).out).toMatch(/^dataset Rows\n {2}.*day/);
});
