// Receivers that go away and come back again and again: each message arrives once, or again with the same id.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDb } from "../../src/db/connection.js";
import { Troubles } from "../../src/errors/troubles.js";
import { announceByMail, announceToEndpoints } from "../../src/notify/announce.js";
import { type Answer, type Receiver, startMailServer, startReceiverAt } from "../../src/notify/fixtures.js";
import { createMailer } from "../../src/notify/mail.js";
import type { News } from "../../src/notify/messages.js";
import { deliverOne } from "../../src/notify/postman.js";
import { deliverWebhook, retryDelaysMs } from "../../src/notify/webhook-courier.js";
import { createWebhookSender } from "../../src/notify/webhook-send.js";
import { createQueue } from "../../src/queue/queue.js";
import { createAccount } from "../../src/store/accounts.js";
import { listOutbox } from "../../src/store/outbox.js";
import { findEndpoint, insertEndpoint, listDeliveries } from "../../src/store/webhooks.js";
import { reportFaults } from "../support/faults.js";

const times = 60;

/** A store with an account, and a clock that the test moves. */
const openShop = async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-receivers-"));
  const db = await openDb({ file: path.join(dir, "store.sqlite") });
  onTestFinished(async () => {
    await db.close();
    await rm(dir, { recursive: true });
  });
  const time = { now: Date.UTC(2026, 0, 1) };
  const clock = () => time.now;
  const queue = createQueue({ db, owner: "here", leaseMs: 60_000, clock });
  const { id } = await createAccount(
    db.kysely,
    { name: "Shop", email: "owner@example.com", emails: { builds: "each_resource" } },
    time.now,
  );
  return { db, time, clock, queue, accountId: id, troubles: new Troubles(clock) };
};

test("e-mails to a server that goes away 60 times arrive once each", async () => {
  const { db, time, clock, queue, accountId, troubles } = await openShop();
  const received: { to: string[]; raw: string }[] = [];
  let server = await startMailServer({ received });
  const port = Number(new URL(server.url).port);
  const mailer = createMailer(server.url, "bellwether@example.com");
  const deliver = () => deliverOne({ db, queue, mailer, clock, troubles, log: { error: () => {} } });
  for (let round = 0; round < times; round++) {
    await server.close();
    const news: News = {
      type: "cohorts",
      id: `c-${round}`,
      name: `Cohort ${round}`,
      status: "ready",
      statusError: null,
      result: { population_count: round },
    };
    await db.transaction((trx) => announceByMail(trx, { queue }, accountId, news, time.now));
    expect(await deliver()).toBe(true);
    expect(troubles.list()).toMatchObject([{ code: "mail-server-away" }]);
    server = await startMailServer({ received, port });
    time.now += 60_000;
    while (await deliver());
    expect(troubles.list()).toEqual([]);
  }
  await server.close();
  mailer.close();
  const ids = received.map(({ raw }) => /cohorts\/(c-\d+)/.exec(raw.replaceAll("=\r\n", ""))?.[1]);
  expect(ids).toEqual(Array.from({ length: times }, (_, round) => `c-${round}`));
  expect((await listOutbox(db.kysely, accountId)).every(({ sent_at }) => sent_at !== null)).toBe(true);
  reportFaults("receiver away", { faults: times, lost: 0, wrongBytes: 0 });
});

/** Receivers that are away: a port where nobody listens, and answers that are none. */
const absences: readonly ["refused" | Answer, says: string][] = [
  ["refused", "ECONNREFUSED"],
  [500, "it responded with 500"],
  ["silent", "no answer within 0.1 s"],
  ["broken", "socket hang up"],
];

test("webhooks to a receiver that goes away 60 times arrive, and those that are sent again have the same id", async () => {
  const { db, time, clock, queue, accountId, troubles } = await openShop();
  const log = { info: () => {}, error: () => {} };
  const deliver = (timeoutMs?: number) => {
    const send = createWebhookSender({ privateAddresses: true, ...(timeoutMs && { timeoutMs }) });
    const never = new AbortController().signal;
    return deliverWebhook({ db, queue, send, clock, troubles, log }, never);
  };
  const first = await startReceiverAt(0, 200);
  const port = Number(new URL(first.url).port);
  await first.close();
  const settings = { url: first.url, description: null, enabledEvents: ["resource.errored" as const] };
  const endpoint = await insertEndpoint(db.kysely, accountId, settings, time.now);
  const accepted: string[] = [];
  const sent: string[] = [];
  const idsOf = ({ received }: Receiver) => received.map(({ headers }) => String(headers["webhook-id"]));

  for (let round = 0; round < times; round++) {
    const [absence, says] = absences[round % absences.length]!;
    const away = absence === "refused" ? undefined : await startReceiverAt(port, absence);
    const news = { id: `c-${round}`, type: "cohorts", status: "error", accountId } as const;
    await db.transaction((trx) => announceToEndpoints(trx, queue, news, time.now));
    const attempts = 1 + (round % 3);
    for (let attempt = 0; attempt < attempts; attempt++) {
      expect(await deliver(absence === "silent" ? 100 : undefined)).toBe(true);
      expect(await deliver()).toBe(false);
      time.now += retryDelaysMs[attempt]!;
    }
    const [waits] = await listDeliveries(db.kysely, endpoint.id);
    expect(waits).toMatchObject({ state: "waiting", attempts, error: expect.stringContaining(says) });
    expect((await findEndpoint(db.kysely, endpoint.id))?.failingSince).not.toBe(null);
    if (away) sent.push(...idsOf(away));
    await away?.close();

    const back = await startReceiverAt(port, 200);
    expect(await deliver()).toBe(true);
    expect(await deliver()).toBe(false);
    expect(idsOf(back)).toEqual([waits!.id]);
    accepted.push(...idsOf(back));
    await back.close();
  }
  expect(new Set(accepted).size).toBe(times);
  expect(sent.filter((id) => !accepted.includes(id))).toEqual([]);
  expect(sent.length).toBeGreaterThan(times);
  expect(await findEndpoint(db.kysely, endpoint.id)).toMatchObject({ failingSince: null, disabledAt: null });
  reportFaults("receiver away", { faults: times, lost: 0, wrongBytes: 0 });
});
