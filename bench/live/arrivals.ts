// Arrivals of a shop: many small requests of events, each of which becomes a file and is built, beside the same events
// in one file. What the disk holds afterwards, and what one more arrival costs.

import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFor } from "../../examples/shop/random.js";
import { type Client, createClient } from "../../src/cli/client.js";
import { startServiceProcess } from "../../src/cli/demo/service.js";
import { type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";
import { signUp } from "../http/accounts.js";
import { builtIn } from "../program/service-log.js";
import { predictBuyers } from "./scores.js";

export interface Arrivals {
  count: number;
  eventsEach: number;
  people: number;
}

export interface Held {
  /** Of uploads and results, each file once however often it is linked. */
  bytes: number;
  /** Of the builds after one more arrival. */
  cpuSeconds: number;
}

const begin = Date.UTC(2024, 0, 1);
const days = 700;

interface Event {
  customer_id: string;
  datetime: string;
  value: number;
  event_id: string;
}

/** The events of an arrival; later arrivals have later events. */
const eventsOf = (arrival: number, { count, eventsEach, people }: Arrivals): Event[] => {
  const random = randomFor(arrival);
  return Array.from({ length: eventsEach }, (_, i) => ({
    customer_id: `c${Math.floor(people * random() ** 1.4)}`,
    datetime: new Date(begin + (days * 86_400_000 * (arrival + i / eventsEach)) / count).toISOString(),
    value: Math.round(500 + 9_500 * random()) / 100,
    event_id: `e${arrival}-${i}`,
  }));
};

/** Sends each arrival once the one before is a file. */
export const holdArrivals = (dir: string, arrivals: Arrivals, say: (line: string) => void): Promise<Held> =>
  withShop(path.join(dir, "arrivals"), async (shop) => {
    await shop.send(eventsOf(0, arrivals));
    await shop.predict();
    for (let arrival = 1; arrival < arrivals.count; arrival++) {
      await shop.send(eventsOf(arrival, arrivals));
      await sleep(1_200);
      if (arrival % 100 === 0) say(`${arrival} arrivals`);
    }
    return shop.measure(arrivals);
  });

/** All events but those of the first arrival come in one file. */
export const holdOneFile = (dir: string, arrivals: Arrivals): Promise<Held> =>
  withShop(path.join(dir, "one-file"), async (shop) => {
    await shop.send(eventsOf(0, arrivals));
    await shop.send(Array.from({ length: arrivals.count - 1 }, (_, i) => eventsOf(i + 1, arrivals)).flat());
    await shop.predict();
    return shop.measure(arrivals);
  });

interface RunningShop {
  send(events: readonly Event[]): Promise<void>;
  predict(): Promise<unknown>;
  measure(arrivals: Arrivals): Promise<Held>;
}

const withShop = async (dir: string, work: (shop: RunningShop) => Promise<Held>): Promise<Held> => {
  const service = await startServiceProcess(dir, {
    BELLWETHER_EVENT_SECONDS: "1",
    BELLWETHER_REQUESTS_PER_MINUTE: "1000000",
  });
  try {
    const { key } = await signUp(service.url, "shop");
    const client = createClient({ url: service.url, key });
    let sent = 0;
    const send = async (events: readonly Event[]) => {
      const answer = await fetch(`${service.url}/v1/streams/transaction/events`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" },
        body: events.map((event) => `${JSON.stringify(event)}\n`).join(""),
      });
      if (!answer.ok) throw new Error(await answer.text());
      sent += events.length;
    };
    const secondsOfBuilds = async () =>
      builtIn(await readFile(service.logFile, "utf8")).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    return await work({
      send,
      predict: () => predictBuyers(client),
      async measure(arrivals) {
        await settled(client, sent);
        const bytes = await bytesIn(dir);
        const before = await secondsOfBuilds();
        await send(eventsOf(arrivals.count, arrivals));
        await settled(client, sent);
        return { bytes, cpuSeconds: (await secondsOfBuilds()) - before };
      },
    });
  } finally {
    await service.stop();
  }
};

/** Waits until all events are built, and for the sweep of what they replaced. */
const settled = async (client: Client, events: number): Promise<void> => {
  for (;;) {
    await sleep(500);
    const streams = await client.get<{ event_count?: number }[]>("/streams");
    const scopes = await client.get<BuildRecord[]>("/scopes");
    if (streams[0]?.event_count !== events || scopes.some(({ status }) => status === "error")) continue;
    for (const { id } of scopes) await waitUntilReady(client, `/scopes/${id}`, { report: () => {} });
    if ((await client.get<BuildRecord[]>("/scopes")).every(({ status }) => status === "ready")) break;
  }
  await sleep(sweptMs);
};

/** Results that were replaced go in the next tick of the housekeeper. */
const sweptMs = 65_000;

const bytesIn = async (dir: string): Promise<number> => {
  const seen = new Map<number, number>();
  for (const entry of await readdir(dir, { recursive: true })) {
    if (entry.startsWith("service.log") || entry.startsWith("bellwether.sqlite")) continue;
    const { ino, blocks, isFile } = await lstat(path.join(dir, entry)).then(
      (found) => ({ ino: found.ino, blocks: found.blocks, isFile: found.isFile() }),
      () => ({ ino: 0, blocks: 0, isFile: false }),
    );
    if (isFile) seen.set(ino, 512 * blocks);
  }
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
};
