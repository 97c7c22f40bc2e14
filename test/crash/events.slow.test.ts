// Service that is killed again and again while events arrive. The client repeats what had no answer. In the end
// every event that was acknowledged is built, and none twice.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { randomFor } from "../../examples/shop/random.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";

const kills = 6;
const longestLifeMs = 1_500;
const senders = 4;
const eventsAtOnce = 25;

interface Counts {
  event_counts?: Record<string, { events: number; value_total?: number }>;
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
  isOver = true;
  await sending;
  const built = await eventually("all events are built", async () => {
    const [dataset] = await client.get<Counts[]>("/datasets").catch(() => []);
    const counts = dataset?.event_counts?.order;
    return counts && counts.events >= sent ? counts : undefined;
  });
  expect(built).toMatchObject({ events: sent, value_total: total });
  expect(sent).toBeGreaterThan(1000);
  // A repetition after a lost answer is named, unless the process that knew the ID was killed.
  expect(repeated).toBeLessThanOrEqual(sent);
  reportFaults("service killed", { faults: kills, lost: 0, wrongBytes: 0 });
});
