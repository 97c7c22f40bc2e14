// The audit log as evidence: the chain as a file, its checkpoints, and what `bellwether audit verify` says of each
// change of the file and of the database.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { announceCheckpoints } from "../../src/notify/announce.js";
import { createAccount } from "../../src/store/accounts.js";
import { recordAudit } from "../../src/store/audit.js";
import { openNewStore } from "../support/new-store.js";
import { openApi, startApi } from "./harness.js";

const verify = async (environment: Record<string, string>, ...args: string[]) => {
  const { terminal, out, err } = quiet(environment);
  return { code: await run(["audit", "verify", ...args], terminal), out: out(), err: err() };
};

const fileOf = (text: string): string => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-audit-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "audit.jsonl");
  writeFileSync(file, text);
  return file;
};

let api: Awaited<ReturnType<typeof startApi>>;
let text: string;
let checkpoint: { account_id: string; position: number; hash: string };
let accountId: string;
beforeAll(async () => {
  api = await startApi();
  const caller = await api.signUp("Acme");
  accountId = caller.accountId;
  for (const name of ["a", "b", "c", "d"]) await caller.post("/traits", { name });
  checkpoint = (await caller.get("/accounts/current/audit/checkpoint")).body;
  await caller.post("/traits", { name: "e" });
  const { body, headers } = await caller.get("/accounts/current/audit.jsonl");
  expect(headers).toMatchObject({
    "content-disposition": 'attachment; filename="audit.jsonl"',
    "cache-control": "no-store",
  });
  text = String(body);
});
afterAll(() => api.close());

test("the export says who did what, and verifies, also against an earlier checkpoint", async () => {
  const [header, ...links] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({
    format: "bellwether-audit-1",
    account_id: accountId,
    head: { position: 7 },
  });
  expect(links.map(({ entry }) => [entry.action, entry.resource_name])).toEqual([
    ["sign_up", "Acme"],
    ...["a", "b", "c", "d", "e"].map((name) => ["create", name]),
    ["download", null],
  ]);
  const known = `${checkpoint.position}:${checkpoint.hash}`;
  expect(await verify({}, fileOf(text), "--checkpoint", known)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`7 links, no fault. The chain ends at 7:${header.head.hash}`),
  });
  const other = `${checkpoint.position}:${"0".repeat(64)}`;
  expect(await verify({}, fileOf(text), "--checkpoint", other)).toMatchObject({
    code: 5,
    err: expect.stringContaining("the chain was made again"),
  });
});

test("each change of one value, and each line that is removed, inserted or moved, is found and named", async () => {
  const [header = "", ...lines] = text.trim().split("\n");
  const faultOf = async (changed: readonly string[]) =>
    verify({}, fileOf(`${[header, ...changed].join("\n")}\n`));
  const at = fc.nat({ max: lines.length - 1 });
  await fc.assert(
    fc.asyncProperty(
      at,
      fc.nat(),
      fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
      async (i, n, value) => {
        const line = JSON.parse(lines[i]!);
        const places = [
          ...Object.keys(line.entry).map((field) => [line.entry, field]),
          [line, "hash"],
          [line, "position"],
        ];
        const [object, field] = places[n % places.length]!;
        if (object[field] === value) return;
        object[field] = value;
        expect(await faultOf(lines.with(i, JSON.stringify(line)))).toMatchObject({ code: 5 });
      },
    ),
    { numRuns: 150 },
  );
  for (let i = 0; i < lines.length; i++) {
    const removed = await faultOf(lines.filter((_, j) => j !== i));
    expect(removed).toMatchObject({ code: 5, err: expect.stringContaining(`position ${i + 1} was removed`) });
    const inserted = await faultOf([...lines.slice(0, i + 1), lines[i]!, ...lines.slice(i + 1)]);
    expect(inserted).toMatchObject({
      code: 5,
      err: expect.stringMatching(`position ${i + 1} .* was inserted`),
    });
    if (i === 0) continue;
    const moved = await faultOf([...lines.slice(0, i - 1), lines[i]!, lines[i - 1]!, ...lines.slice(i + 1)]);
    expect(moved).toMatchObject({ code: 5, err: expect.stringMatching(`position ${i} .* was moved`) });
  }
});

test("a file that is no export is refused with what to give", async () => {
  for (const wrong of ["", "at,times\n", `{"format":"bellwether-audit-1"}\n`])
    expect(await verify({}, fileOf(wrong))).toMatchObject({
      code: 2,
      err: expect.stringContaining("no audit log that bellwether audit export wrote"),
    });
  expect(await verify({}, "/nowhere/audit.jsonl")).toMatchObject({ code: 2 });
});

test("of the store, the command names the entry that somebody changed in the database file, and the account", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-audit-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "bellwether.sqlite");
  const db = await openNewStore(file);
  const ids: string[] = [];
  for (const name of ["Shop", "Other"]) {
    const { id } = await createAccount(db.kysely, { name, email: "" }, 1);
    ids.push(id);
    for (const at of [1, 2, 3, 4, 5])
      await recordAudit(
        db.kysely,
        {
          accountId: id,
          actor: { type: "key", name: "nightly" },
          action: "update",
          subject: { type: "cohorts", id: "c", name: `Cohort ${at}` },
        },
        at,
      );
  }
  await db.close();
  const [id, other] = ids as [string, string];
  const own = { BELLWETHER_DATA: dir };
  const right = await verify(own, "--account", id);
  expect(right.out).toMatch(
    new RegExp(`^Account ${id}: 5 links, no fault. The chain ends at 5:[0-9a-f]{64}\n$`),
  );
  const end = right.out.trim().split(" ").at(-1)!;
  expect(await verify(own, "--account", id, "--checkpoint", end)).toMatchObject({ code: 0 });
  for (const misused of [
    ["--checkpoint", end],
    ["--account", id, "--checkpoint", "9:abc"],
    ["--account", "nobody"],
  ])
    expect(await verify(own, ...misused)).toMatchObject({ code: 2 });
  const raw = new DatabaseSync(file);
  raw.prepare("update audit_entry set resource_name = 'Mine' where at = 4 and account_id = ?").run(id);
  raw.close();
  const wrong = await verify(own);
  expect(wrong).toMatchObject({
    code: 5,
    out: expect.stringContaining(`Account ${other}: 5 links, no fault.`),
  });
  expect(wrong.err).toContain(
    `Account ${id}: The entry at position 4 (1970-01-01T00:00:00.004Z, update cohorts “Mine” by nightly, ID `,
  );
  expect(wrong.err).toContain(") was changed.");
});

test("endpoints that want it get the end of the chain once a day, if the log has grown", async () => {
  const own = await openApi();
  const caller = await own.signUp("Shop");
  const endpoint = { url: "https://example.com/in", enabled_events: ["audit.checkpoint"] };
  const { id } = (await caller.post("/webhook_endpoints", endpoint)).body;
  await (await own.signUp("Other")).post("/webhook_endpoints", { url: "https://example.com/builds" });
  const announced = async () => {
    await announceCheckpoints(own.db, own.queue, own.now());
    return (await caller.get(`/webhook_endpoints/${id}/deliveries`)).body.length;
  };
  expect([await announced(), await announced()]).toEqual([1, 1]);
  const { body } = await caller.get("/accounts/current/audit/checkpoint");
  const [delivery] = (await caller.get(`/webhook_endpoints/${id}/deliveries`)).body;
  expect(JSON.parse(delivery.body)).toMatchObject({
    type: "audit.checkpoint",
    data: { account_id: caller.accountId, position: body.position, hash: body.hash },
  });
  own.tick(86_400_000);
  expect(await announced(), "nothing was added").toBe(1);
  await caller.post("/traits", { name: "a" });
  expect(await announced()).toBe(2);
});
