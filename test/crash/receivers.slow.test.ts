// Receivers that go away and come back again and again: each message arrives once.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDb } from "../../src/db/connection.js";
import { Troubles } from "../../src/errors/troubles.js";
import { announceByMail } from "../../src/notify/announce.js";
import { startMailServer } from "../../src/notify/fixtures.js";
import { createMailer } from "../../src/notify/mail.js";
import type { News } from "../../src/notify/messages.js";
import { deliverOne } from "../../src/notify/postman.js";
import { createQueue } from "../../src/queue/queue.js";
import { createAccount } from "../../src/store/accounts.js";
import { listOutbox } from "../../src/store/outbox.js";
import { reportFaults } from "../support/faults.js";

const times = 60;

test("e-mails to a server that goes away 60 times arrive once each", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-receivers-"));
  const db = await openDb({ file: path.join(dir, "store.sqlite") });
  onTestFinished(async () => {
    await db.close();
    await rm(dir, { recursive: true });
  });
  let now = 1_000;
  const clock = () => now;
  const queue = createQueue({ db, owner: "here", leaseMs: 60_000, clock });
  const account = await createAccount(db.kysely, { name: "Shop", email: "owner@example.com" }, now);
  const received: { to: string[]; raw: string }[] = [];
  let server = await startMailServer({ received });
  const port = Number(new URL(server.url).port);
  const mailer = createMailer(server.url, "bellwether@example.com");
  const troubles = new Troubles(clock);
  const deliver = () => deliverOne({ db, queue, mailer, clock, troubles, log: { error: () => {} } });
  for (let round = 0; round < times; round++) {
    await server.close();
    const news: News = {
      ...{ type: "cohorts", id: `c-${round}`, name: `Cohort ${round}`, status: "ready", statusError: null },
      result: { population_count: round },
    };
    await db.transaction((trx) => announceByMail(trx, { queue }, account.id, news, now));
    expect(await deliver()).toBe(true);
    expect(troubles.list()).toMatchObject([{ code: "mail-server-away" }]);
    server = await startMailServer({ received, port });
    now += 60_000;
    while (await deliver());
    expect(troubles.list()).toEqual([]);
  }
  await server.close();
  mailer.close();
  const ids = received.map(({ raw }) => /cohorts\/(c-\d+)/.exec(raw.replaceAll("=\r\n", ""))?.[1]);
  expect(ids).toEqual(Array.from({ length: times }, (_, round) => `c-${round}`));
  expect((await listOutbox(db.kysely, account.id)).every(({ sent_at }) => sent_at !== null)).toBe(true);
  reportFaults("receiver away", { faults: times, lost: 0, wrongBytes: 0 });
});
