import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import type { Db } from "../db/connection.js";
import { Troubles } from "../errors/troubles.js";
import { createQueue, type Queue } from "../queue/queue.js";
import { type Account, createAccount } from "../store/accounts.js";
import { listOutbox } from "../store/outbox.js";
import { announceByMail } from "./announce.js";
import { type MailServer, startMailServer } from "./fixtures.js";
import { createMailer, type Mailer } from "./mail.js";
import { messageFor, type News } from "./messages.js";
import { deliverOne } from "./postman.js";

let db: Db;
let queue: Queue;
let server: MailServer;
let mailer: Mailer;
let account: Account;
let now = 1_000;

beforeEach(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "post-"));
  db = await openNewStore(path.join(dir, "store.sqlite"));
  queue = createQueue({ db, owner: "here", leaseMs: 60_000, clock: () => now });
  server = await startMailServer();
  mailer = createMailer(server.url, "bellwether@example.com");
  account = await createAccount(
    db.kysely,
    { name: "Shop", email: "owner@example.com", emails: { builds: "each_resource" } },
    now,
  );
});
afterEach(async () => {
  mailer.close();
  await server.close();
  await db.close();
});

const ready: News = {
  type: "cohorts",
  id: "c-1",
  name: "Customers",
  status: "ready",
  statusError: null,
  result: { population_count: 1234 },
};

let troubles: Troubles;
beforeEach(() => {
  troubles = new Troubles(() => now);
});
const deliver = (through = mailer) =>
  deliverOne({
    db,
    queue,
    mailer: through,
    clock: () => now,
    troubles,
    log: { error: () => {} },
  });

test("an announcement becomes one mail, which is sent once with its time in the outbox", async () => {
  await db.transaction((trx) => announceByMail(trx, { queue }, account.id, ready, now));
  expect(await deliver()).toBe(true);
  expect(await deliver()).toBe(false);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.raw).toContain("1,234 people.");
  expect(await listOutbox(db.kysely, account.id)).toMatchObject([
    { recipient: "owner@example.com", sent_at: now },
  ]);
});

test("the mail about a failure says what to do", async () => {
  const failed: News = {
    ...ready,
    status: "error",
    statusError: "Column x is not in the files.",
    result: null,
  };
  await db.transaction((trx) => announceByMail(trx, { queue }, account.id, failed, now));
  await deliver();
  expect(server.received[0]?.raw).toContain("Column x is not in the files.");
});

test("an announcement in a rolled-back transaction is never sent", async () => {
  const undone = db.transaction(async (trx) => {
    await announceByMail(trx, { queue }, account.id, ready, now);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await deliver()).toBe(false);
  expect(await listOutbox(db.kysely, account.id)).toEqual([]);
});

test("a mail waits for a server that is away for weeks, says so, and is sent once when it answers", async () => {
  const nowhere = createMailer("smtp://127.0.0.1:1", "bellwether@example.com");
  await db.transaction((trx) => announceByMail(trx, { queue }, account.id, ready, now));
  for (let times = 0; times < 60; times++, now += 86_400_000) expect(await deliver(nowhere)).toBe(true);
  const message = "The mail server does not answer. E-mails wait, and are sent when it does.";
  expect(await listOutbox(db.kysely, account.id)).toMatchObject([
    { sent_at: null, error: null, waiting_for: message, attempts: 60 },
  ]);
  expect(troubles.list()).toMatchObject([{ code: "mail-server-away", message }]);
  expect(await deliver()).toBe(true);
  expect(server.received).toHaveLength(1);
  expect(await listOutbox(db.kysely, account.id)).toMatchObject([{ waiting_for: null, sent_at: now }]);
  expect(troubles.list()).toEqual([]);
});

test("a mail that the server refuses is given up in the end, with the error of the server", async () => {
  const refusing = await startMailServer({ refuse: true });
  const through = createMailer(refusing.url, "bellwether@example.com");
  await db.transaction((trx) => announceByMail(trx, { queue }, account.id, ready, now));
  for (let times = 0; times < 30; times++, now += 600_000) expect(await deliver(through)).toBe(true);
  expect(await deliver(through)).toBe(false);
  expect(await queue.pending()).toMatchObject({ queued: 0, failed: 1 });
  const [mail] = await listOutbox(db.kysely, account.id);
  expect(mail).toMatchObject({ waiting_for: null, error: expect.stringContaining("no such mailbox") });
  expect(troubles.list()).toEqual([]);
  through.close();
  await refusing.close();
});

test("without a mail server the mail stays in the outbox, without a job", async () => {
  await db.transaction((trx) => announceByMail(trx, { queue: null }, account.id, ready, now));
  expect(await queue.pending()).toMatchObject({ queued: 0 });
  expect(await listOutbox(db.kysely, account.id)).toMatchObject([{ subject: "Cohort “Customers” is ready" }]);
});

test("nothing goes to an address that is not confirmed, where that is asked for; later news do", async () => {
  const rules = { queue, isRequired: true };
  await db.transaction((trx) => announceByMail(trx, rules, account.id, ready, now));
  expect(await deliver()).toBe(false);
  expect((await listOutbox(db.kysely, account.id))[0]?.error).toContain("was not confirmed");
  await db.kysely.updateTable("account").set({ email_confirmed_at: now }).execute();
  await db.transaction((trx) => announceByMail(trx, rules, account.id, ready, now));
  expect([await deliver(), await deliver()]).toEqual([true, false]);
  expect(server.received).toHaveLength(1);
});

test("the mail about a dataset that maps nothing says so", () => {
  const config = {
    name: "Orders",
    identity_sets: {},
    output_to_streams: {},
    output_to_traits: {},
    options: { type: "hosted_csv", upload_directory: "orders" },
  };
  const result = { streams: {}, funnel: { total: 3 }, identities: 0, rejected_count: 0, rejects: [] };
  const { body } = messageFor({ ...ready, type: "datasets", name: "Orders", config, result });
  expect(body).toContain("Warning: No column is mapped, so nothing is used from this dataset");
});
