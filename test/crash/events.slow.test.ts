// Service that is killed again and again while events arrive. The client repeats what had no answer. In the end
// every event that was acknowledged is built, and none twice.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { randomFor } from "../../examples/shop/random.js";
import { amountOf } from "../run/amounts.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";

const kills = amountOf("crashes", { whole: 100, sample: 6 });
/** Acknowledged, in all. */
const least = amountOf("crashes", { whole: 1_000_000, sample: 1_000 });
const longestLifeMs = 1_500;
const senders = 4;
const eventsAtOnce = amountOf("crashes", { whole: 250, sample: 25 });

interface Counts {
  event_counts?: Record<
    string,
    { events: number; value_total?: number; rows: number; rows_read: number; left_out_by?: object }
  >;
}

test(`${kills} kills lose no event that was acknowledged and double none`, async () => {
  const env = { BELLWETHER_EVENT_SECONDS: "1" };
  let service = await startService({ env });
  const { dataDir, port } = service;
  onTestFinished(async () => {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { client, key } = await signUp(service.url);
  let isOver = false;
  let sent = 0;
  let total = 0;
  let repeated = 0;
  /** Of a file with the same events. */
  const rows = ["customer_id,datetime,value,event_id"];

  const send = async (sender: number): Promise<void> => {
    for (let request = 0; !isOver; request++) {
      const events = Array.from({ length: eventsAtOnce }, (_, i) => ({
        customer_id: `c${i}`,
        datetime: Date.UTC(2026, 0, 1) + request * 1000 + i,
        value: 1 + i,
        event_id: `${sender}-${request}-${i}`,
      }));
      for (let isAnswered = false; !isAnswered; ) {
        const answer = await fetch(`${service.url}/v1/streams/order/events`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}` },
          body: JSON.stringify(events),
        }).catch(() => null);
        const body = answer?.ok
          ? ((await answer.json().catch(() => null)) as { taken: number; repeated: number } | null)
          : null;
        isAnswered = body !== null;
        if (!body) {
          await sleep(20);
          continue;
        }
        expect(body.taken + body.repeated).toBe(eventsAtOnce);
        repeated += body.repeated;
      }
      sent += eventsAtOnce;
      for (const { customer_id, datetime, value, event_id } of events)
        rows.push(`${customer_id},${new Date(datetime).toISOString()},${value},${event_id}`);
      total += events.reduce((sum, { value }) => sum + value, 0);
    }
  };

  const sending = Promise.all(Array.from({ length: senders }, (_, i) => send(i)));
  const random = randomFor(7);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(longestLifeMs * random());
    await service.kill();
    service = await startService({ dataDir, port, env });
  }
  await eventually("enough events are acknowledged", async () => sent >= least || undefined);
  isOver = true;
  await sending;
  const built = await eventually("all events are built", async () => {
    const [dataset] = await client.get<Counts[]>("/datasets").catch(() => []);
    const counts = dataset?.event_counts?.order;
    return counts && counts.events >= sent ? counts : undefined;
  });
  expect(built).toMatchObject({ events: sent, value_total: total });
  expect(sent).toBeGreaterThanOrEqual(least);
  // Rows of events that were taken twice are counted as read.
  const { rows: _, rows_read: __, left_out_by: ___, ...ofFile } = await countsOfFile(service.url, rows);
  expect(built).toMatchObject(ofFile);
  // A repetition after a lost answer is named, unless the process that knew the ID was killed.
  expect(repeated).toBeLessThanOrEqual(sent);
  reportFaults("service killed", { faults: kills, lost: 0, wrongBytes: 0 });
});

/** What a build makes of the rows of one file, in an account of its own. */
const countsOfFile = async (url: string, rows: readonly string[]) => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-events-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = path.join(dir, "orders.csv");
  await writeFile(file, `${rows.join("\n")}\n`);
  const { client } = await signUp(url);
  await client.upload("orders", "orders.csv", file);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "customer_id" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "datetime" }, value: "value" } },
  });
  return eventually("the file is built", async () => {
    const [dataset] = await client.get<Counts[]>("/datasets");
    return dataset?.event_counts?.order;
  });
};
