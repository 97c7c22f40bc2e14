// Events of programs at two nodes behind a balancer: an event that reaches both at once counts once, and while one of
// them is killed again and again nothing is lost or doubled, nor is anybody reported twice.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { randomFor } from "../../examples/shop/random.js";
import type { Client } from "../../src/cli/client.js";
import { type Receiver, startReceiver } from "../../src/notify/fixtures.js";
import { insist } from "../crash/insistent-client.js";
import { amountOf } from "../run/amounts.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { postgresBin } from "../support/postgres.js";
import { s3Program, startS3 } from "../support/s3.js";
import type { RunningService, ServiceOptions } from "../support/service.js";
import { balance } from "./balancer.js";
import { newInstallation } from "./installation.js";

const [bin, program] = [postgresBin(), s3Program()];
const kills = amountOf("crashes", { whole: 12, sample: 4 });
const senders = 3;
const eventsAtOnce = 20;
const people = 25;

interface Sent {
  email: string;
  datetime: number;
  value: number;
  event_id: string;
}

const eventsOf = (sender: number, request: number): Sent[] =>
  Array.from({ length: eventsAtOnce }, (_, i) => ({
    email: `p${(request * 7 + i) % people}@example.com`,
    datetime: Date.UTC(2026, 0, 1) + request * 1000 + i,
    value: 1 + i,
    event_id: `${sender}-${request}-${i}`,
  }));

/** Sends until there is an answer; returns it. */
const send = async (url: () => string, key: string, events: readonly Sent[]) => {
  for (;;) {
    const answer = await fetch(`${url()}/v1/streams/order/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(events),
    }).catch(() => null);
    const body = answer?.ok ? await answer.json().catch(() => null) : null;
    if (body) return body as { taken: number; repeated: number };
    await sleep(20);
  }
};

const builtOf = async (client: Client) => {
  const datasets = await insist(() =>
    client.get<{ event_counts?: Record<string, { events: number; value_total?: number }> }[]>("/datasets"),
  );
  return datasets[0]?.event_counts?.order;
};

/** A trigger for people who have ordered at least this often. */
const watchBuyers = async (client: Client, receiver: Receiver, min_count: number): Promise<string> => {
  const made = async (at: string, body: object) => (await client.post<{ id: string }>(at, body)).id;
  const cohort_id = await made("/cohorts", { name: "Buyers", stream_name: "order", min_count });
  const webhook_endpoint_id = await made("/webhook_endpoints", {
    url: receiver.url,
    enabled_events: ["resource.errored"],
  });
  return made("/triggers", {
    name: "Buyers",
    when: { cohort: { cohort_id, on: "enters", live: true } },
    webhook_endpoint_id,
  });
};

const disturb = async (first: RunningService, start: (port: number) => Promise<RunningService>) => {
  const random = randomFor(11);
  let node = first;
  for (let kill = 0; kill < kills; kill++) {
    await sleep(500 + 2_500 * random());
    await node.kill();
    await sleep(1_000 * random());
    node = await start(node.port);
  }
  return node;
};

const env = { BELLWETHER_EVENT_SECONDS: "1", BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES: "always" };

/** Both nodes get every event, one of them is killed; in the end each event is there once. */
const sendToBoth = async (
  start: (name: string, options?: ServiceOptions) => Promise<RunningService>,
): Promise<void> => {
  const receiver = await startReceiver(200);
  onTestFinished(receiver.close);
  const steady = await start("steady", { env });
  const weak = await start("weak", { env });
  const shared = await balance([steady.url, weak.url]);
  const { client, key } = await signUp(steady.url);
  const firsts = Array.from({ length: people }, (_, p) => ({
    email: `p${p}@example.com`,
    datetime: Date.UTC(2025, 11, 1),
    value: 1,
    event_id: `first-${p}`,
  }));
  await send(() => steady.url, key, firsts);
  const trigger = await watchBuyers(client, receiver, 10);
  await eventually("the trigger is ready", async () => {
    const { status } = await client.get<{ status: string }>(`/triggers/${trigger}`);
    return (status === "ready" && (await builtOf(client))?.events === people) || undefined;
  });

  let isOver = false;
  let requests = 0;
  let total = people;
  const sending = Array.from({ length: senders }, async (_, sender) => {
    for (let request = 0; !isOver; request++) {
      const events = eventsOf(sender, request);
      // At both nodes at once, and once more through the balancer.
      await Promise.all([
        send(() => steady.url, key, events),
        send(() => weak.url, key, events),
        send(() => shared, key, events),
      ]);
      requests++;
      total += events.reduce((sum, { value }) => sum + value, 0);
      await sleep(50);
    }
  });
  const last = await disturb(weak, (port) => start("weak", { env, port }));
  isOver = true;
  await Promise.all(sending);
  const sent = people + requests * eventsAtOnce;
  const counts = await eventually("all events are built", async () => {
    const built = await builtOf(client);
    return built && built.events >= sent ? built : undefined;
  });
  expect(counts).toMatchObject({ events: sent, value_total: total });
  // Nothing more comes: each event that was taken twice is counted once, also in the files of the other node.
  await sleep(5_000);
  expect(await builtOf(client)).toMatchObject({ events: sent, value_total: total });

  const entered = () => {
    const messages = new Map(receiver.received.map(({ headers, body }) => [headers["webhook-id"], body]));
    return [...messages.values()].flatMap((body) =>
      (JSON.parse(body) as { data: { people: { email: string }[] } }).data.people.map(({ email }) => email),
    );
  };
  await eventually("everyone is reported", async () => new Set(entered()).size === people || undefined);
  expect(entered().sort()).toEqual([...new Set(entered())].sort());
  for (const node of [steady, last]) expect(node.output()).not.toContain("live triggers were not judged");
  reportFaults("node killed", { faults: kills, lost: 0, wrongBytes: 0 });
};

describe("two nodes", needing("PostgreSQL", bin !== undefined), () => {
  test("that share a directory count an event that reaches both once, and lose none when one is killed", async () => {
    const installation = await newInstallation(bin!);
    await sendToBoth(installation.start);
  });
});

describe(
  "two nodes over a bucket",
  needing("the S3 server", bin !== undefined && program !== undefined),
  () => {
    test("count an event that reaches both once, and lose none when one is killed", async () => {
      const server = await startS3(program!);
      onTestFinished(server.stop);
      const installation = await newInstallation(bin!);
      // Each node keeps its disk, also when it is killed.
      const disks = new Map<string, string>();
      await sendToBoth(async (name, options = {}) => {
        const dataDir = disks.get(name) ?? (await mkdtemp(path.join(tmpdir(), "bellwether-disk-")));
        if (!disks.has(name)) onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
        disks.set(name, dataDir);
        return installation.start(name, { ...options, dataDir, env: { ...server.env, ...options.env } });
      });
    });
  },
);
