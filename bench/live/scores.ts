// Live scores of a shop: how long an answer takes at a steady rate, with many people who have new events, and how
// soon an event that is sent is in a score.

import { createWriteStream } from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFor } from "../../examples/shop/random.js";
import { type Client, createClient } from "../../src/cli/client.js";
import type { RunningService } from "../../src/cli/demo/service.js";
import { type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";
import { processorSecondsOf } from "../program/process-tree.js";

export interface Shop {
  events: number;
  people: number;
  /** People who have new events. */
  active: number;
  /** Questions per second. */
  rate: number;
  seconds: number;
}

export const warmUpSeconds = 10;

export interface ScoresFound {
  /** From the first question to its answer, with the index of the build. */
  firstMs: number;
  /** Ascending, from the moment at which a question was due. */
  times: number[];
  /** Likewise of the first seconds, in which the engine of the language has yet to compile what runs most. */
  firstTimes: number[];
  failed: number;
  /** Of the service's process alone, and with the process of the scores, for each answer. */
  serviceMs: number;
  allMs: number;
  /** Ascending: from sending an event to a score with it, at 1,000 events per second. */
  eventMs: number[];
}

const days = 720;
const end = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** Writes orders whose customers differ in how often they buy. */
const writeOrders = async (file: string, { events, people }: Shop): Promise<void> => {
  const random = randomFor(7);
  const out = createWriteStream(file);
  out.write("customer_id,datetime,value,channel\n");
  let text = "";
  for (let event = 0; event < events; event++) {
    const person = Math.floor(people * random() ** 1.4);
    const at = new Date(end - Math.floor(days * dayMs * random()) - 1000).toISOString().slice(0, 19);
    text += `c${person},${at}Z,${(5 + 95 * random()).toFixed(2)},${random() < 0.3 ? "app" : "web"}\n`;
    if (text.length < 1 << 20) continue;
    if (!out.write(text)) await new Promise<void>((drained) => out.once("drain", () => drained()));
    text = "";
  }
  out.end(text);
  await finished(out);
};

export const measureScores = async (
  service: RunningService,
  key: string,
  dir: string,
  shop: Shop,
  say: (line: string) => void,
): Promise<ScoresFound> => {
  const client = createClient({ url: service.url, key });
  const file = path.join(dir, "orders.csv");
  await writeOrders(file, shop);
  say("Building");
  await build(client, file, service, key);
  const at = performance.now();
  const first = await answerOf(client, ["c1"]);
  const firstMs = performance.now() - at;
  const sent = await sendEvents(service, key, shop.active);
  say(`Read in, and ${sent} events sent`);
  await until(async () => (await answerOf(client, ["c1"])).newer_events >= first.newer_events + sent);
  const ids = await idsOf(client, shop.people);
  say(`Asking ${shop.rate} times a second`);
  const warmUp = await askSteadily(service, key, ids, { ...shop, seconds: warmUpSeconds });
  const before = processorSecondsOf(service.pid);
  const { times, failed } = await askSteadily(service, key, ids, shop);
  const after = processorSecondsOf(service.pid);
  say("Sending 1,000 events a second");
  const eventMs = await eventToScore(service, key, client, ids);
  return {
    firstMs,
    firstTimes: warmUp.times,
    times,
    failed: warmUp.failed + failed,
    serviceMs: (1000 * (after.own - before.own)) / times.length,
    allMs: (1000 * (after.all - before.all)) / times.length,
    eventMs,
  };
};

interface Answer {
  newer_events: number;
  people: { found: boolean; person_id: string; newer_events: number }[];
}

const answerOf = async (client: Client, people: readonly string[]): Promise<Answer> => {
  for (;;) {
    const answer = await client
      .post<Answer>("/people/live_scores", { people: people.map((customer_id) => ({ customer_id })) })
      .catch(() => null);
    if (answer) return answer;
    await sleep(500);
  }
};

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await sleep(20);
};

const build = async (client: Client, file: string, service: RunningService, key: string): Promise<void> => {
  await client.upload("orders", "orders.csv", file);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { person: { customer_id: "customer_id" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: {
      transaction: {
        data_map: {
          datetime: { column_name: "datetime", format: "date_iso8601" },
          value: { column_name: "value" },
          channel: { column_name: "channel" },
        },
      },
    },
  });
  await post(service, key, "/streams/transaction/events", [eventOf(1, 0)]);
  const scope = await predictBuyers(client);
  await waitUntilReady(client, `/scopes/${scope.id}`, { report: () => {} });
  // The first event became a file, and a build of its own.
  await until(async () => {
    const streams = await client.get<{ status: string }[]>("/streams");
    const datasets = await client.get<{ status: string }[]>("/datasets");
    const scopes = await client.get<{ status: string }[]>("/scopes");
    await sleep(500);
    return (
      datasets.length === 2 && [...streams, ...datasets, ...scopes].every(({ status }) => status === "ready")
    );
  });
};

/** A prediction of who buys again, in a pipeline for everyone, which it returns. */
export const predictBuyers = async (client: Client): Promise<BuildRecord> => {
  const cohort = await client.post<BuildRecord>("/cohorts", { name: "Buyers", stream_name: "transaction" });
  const outcome = await client.post<BuildRecord>("/outcomes", {
    name: "Buys again",
    attainment_cohort_id: cohort.id,
    eligible_cohort_id: cohort.id,
    recurring: true,
    horizon_days: 30,
  });
  return client.post<BuildRecord>("/scopes", {
    name: "Everyone",
    population: { cohort_ids: [] },
    payload: { outcome_ids: [outcome.id] },
  });
};

let lastEvent = 0;

const eventOf = (person: number, afterMs: number) => ({
  customer_id: `c${person}`,
  datetime: new Date(end + afterMs).toISOString(),
  value: 20.5,
  channel: "web",
  event_id: `event-${++lastEvent}`,
});

const sendEvents = async (service: RunningService, key: string, active: number): Promise<number> => {
  const batch = 500;
  for (let from = 0; from < active; from += batch)
    await post(
      service,
      key,
      "/streams/transaction/events",
      Array.from({ length: Math.min(batch, active - from) }, (_, i) => eventOf(from + i, 1000 * (from + i))),
    );
  return active;
};

/** Ids of some hundred people: half of those who have new events. */
const idsOf = async (client: Client, people: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let from = 0; from < 1000; from += 100) {
    const places = Array.from({ length: 100 }, (_, i) =>
      i % 2 === 0 ? from + i : Math.floor(((from + i) * people) / 1000),
    );
    const { people: found } = await answerOf(
      client,
      places.map((place) => `c${place}`),
    );
    ids.push(...found.flatMap((person) => (person.found ? [person.person_id] : [])));
  }
  return ids;
};

/** Asks at a steady rate, whatever the answers take. */
const askSteadily = async (
  { url }: RunningService,
  key: string,
  ids: readonly string[],
  { rate, seconds }: Shop,
): Promise<{ times: number[]; failed: number }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const waiting: Promise<void>[] = [];
  for (let question = 0; question < rate * seconds; question++) {
    const due = begun + (1000 * question) / rate;
    if (due > performance.now()) await sleep(Math.max(0, due - performance.now()));
    const id = ids[(question * 7919) % ids.length]!;
    waiting.push(
      get(agent, `${url}/v1/people/${id}/scores?live=true`, key).then((isGood) => {
        times.push(performance.now() - due);
        if (!isGood) failed++;
      }),
    );
  }
  await Promise.all(waiting);
  agent.destroy();
  return { times: times.sort((a, b) => a - b), failed };
};

const get = (agent: Agent, url: string, key: string): Promise<boolean> =>
  new Promise((resolve) => {
    request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
    })
      .once("error", () => resolve(false))
      .end();
  });

/** While 1,000 events a second come, one person's score is asked for until it has each of their own. */
const eventToScore = async (
  service: RunningService,
  key: string,
  client: Client,
  ids: readonly string[],
): Promise<number[]> => {
  let isOver = false;
  const others = (async () => {
    for (let round = 0; !isOver; round++) {
      const due = performance.now() + 100;
      const batch = Array.from({ length: 100 }, (_, i) => eventOf(round * 100 + i, 30_000_000 + round * 100));
      await post(service, key, "/streams/transaction/events", batch);
      await sleep(Math.max(0, due - performance.now()));
    }
  })();
  const found: number[] = [];
  await sleep(1000);
  const at = `/people/${ids[0]}/scores?live=true`;
  type Live = { live: { newer_events: number } }[];
  for (let tries = 0; tries < 20; tries++) {
    const [before] = await client.get<Live>(at);
    const begun = performance.now();
    await post(service, key, "/streams/transaction/events", [eventOf(0, 40_000_000 + tries)]);
    await until(async () => (await client.get<Live>(at))[0]!.live.newer_events > before!.live.newer_events);
    found.push(performance.now() - begun);
  }
  isOver = true;
  await others;
  return found.sort((a, b) => a - b);
};

const post = async ({ url }: RunningService, key: string, at: string, body: unknown): Promise<void> => {
  const answer = await fetch(`${url}/v1${at}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
};
