// Live scores through the real service, on public logs: events that programs send change a person's score before any
// build, to what the build that follows says, bit for bit.

import { readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import { ready, signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { hasPublicData, publicFile } from "../support/public-data.js";
import { startService } from "../support/service.js";

interface Sent {
  customer_id: string;
  datetime: string;
  value?: number;
  event_id: string;
  [property: string]: string | number | undefined;
}

interface Log {
  name: string;
  stream: string;
  file: string;
  read(cells: Record<string, string>, row: number): Sent;
  /** The last events, of the last day alone, come after the first build: so no model is fitted again between both. */
  late: { from: string; most: number };
}

const logs: Log[] = [
  {
    name: "CDNOW",
    stream: "transaction",
    file: "cdnow/transactions.csv",
    read: ({ customer_id, date, cds, value }, row) => ({
      customer_id: customer_id!,
      datetime: `${date}T00:00:00Z`,
      value: Number(value),
      cds: Number(cds),
      event_id: `e${row}`,
    }),
    late: { from: "1998-06-30T00:00:00Z", most: 30 },
  },
  {
    name: "donations of a business school's case",
    stream: "transaction",
    file: "logs/essec_purchases.csv.gz",
    read: ({ customer_id, purchase_amount, date }, row) => ({
      customer_id: customer_id!,
      datetime: `${date}T12:00:00Z`,
      value: Number(purchase_amount),
      event_id: `e${row}`,
    }),
    late: { from: "2015-12-31T00:00:00Z", most: 150 },
  },
];

interface LiveScores {
  data_through: string;
  built_through: string;
  newer_events: number;
  waiting_records: number;
  people: {
    found: boolean;
    person_id: string;
    is_new: boolean;
    newer_events: number;
    scores: { status: string; probability?: number; explanation?: { sentence: string }[] }[];
  }[];
}

for (const log of logs)
  test.runIf(hasPublicData())(
    `${log.name}: live scores are those of the next build, also of newcomers and after a restart`,
    async () => {
      const env = { BELLWETHER_REQUESTS_PER_MINUTE: "100000" };
      let service = await startService({ env });
      const { dataDir, port } = service;
      onTestFinished(async () => {
        await service.kill();
        await rm(dataDir, { recursive: true, force: true });
      });
      const { client, key } = await signUp(service.url);
      const events = await eventsOf(log);
      const first = Math.max(
        events.length - log.late.most,
        events.findIndex(({ datetime }) => datetime >= log.late.from),
      );
      const [early, known] = [events.slice(0, first), events.slice(first)];
      const last = known.at(-1)!.datetime;
      // Their numbers and values are such as the log has: others would wait for the build.
      const newcomers = [1, 2, 3].flatMap((person) =>
        Array.from({ length: person }, (_, i) => ({
          customer_id: `99000${person}`,
          datetime: last,
          value: 12,
          event_id: `new-${person}-${i}`,
        })),
      );
      const late = [...known, ...newcomers];
      const send = (some: readonly Sent[]) => sendTo(service.url, key, log.stream, some);
      await send(early);
      const scope = await setUp(client, log.stream);
      await waitForEvents(client, early.length);
      await ready(client, `/scopes/${scope.id}`);
      await ready(client, `/targets/${scope.target}`);

      const people = [...new Set(late.map(({ customer_id }) => customer_id))].slice(-100);
      const ask = () =>
        client.post<LiveScores>("/people/live_scores", {
          people: people.map((customer_id) => ({ customer_id })),
        });
      // The build is read in before: on a slow machine, the next could have the events before anybody can ask.
      await eventually("live scores are ready", () => ask().catch(() => undefined));
      await send(late);
      const wanted = await eventually("the events are in the scores", async () => {
        const found = await ask().catch(() => null);
        if (found) expect(found.waiting_records).toBe(0);
        return found?.newer_events === late.length ? found : undefined;
      });
      await expectSameBySingle(client, scope.target, people[0]!, wanted.people[0]!);
      await expectSameBySingle(client, scope.target, people.at(-1)!, wanted.people.at(-1)!);
      await service.kill();
      service = await startService({ env, dataDir, port });
      await waitForEvents(client, early.length + late.length);
      await ready(client, `/scopes/${scope.id}`);
      for (const person of wanted.people) {
        const built = await client.get<{ status: string; probability?: number; scored_through: string }[]>(
          `/people/${person.person_id}/scores`,
        );
        expect(built[0]!.scored_through).toBe(wanted.data_through);
        expect({ id: person.person_id, ...scoreOf(person.scores[0]) }).toEqual({
          id: person.person_id,
          ...scoreOf(built[0]),
        });
      }
      const before = new Set(early.map(({ customer_id }) => customer_id));
      expect(wanted.people.map(({ is_new }) => is_new)).toEqual(people.map((id) => !before.has(id)));
    },
  );

/** One person's scores, and a look-up, say the same. */
const expectSameBySingle = async (
  client: Client,
  target: string,
  customer_id: string,
  person: LiveScores["people"][number],
): Promise<void> => {
  type Entry = LiveScores["people"][number]["scores"][number] & { live: { is_new: boolean } };
  const at = `/people/${person.person_id}/scores?live=true&reasons=true`;
  const [own] = await client.get<Entry[]>(at);
  expect(scoreOf(own)).toEqual(scoreOf(person.scores[0]));
  expect(own!.live.is_new).toBe(person.is_new);
  expect(own!.explanation?.length).toBeGreaterThan(0);
  const { live } = await client.post<{ live: LiveScores["people"][number] }>(`/targets/${target}/lookup`, {
    customer_id,
  });
  expect(scoreOf(live.scores[0])).toEqual(scoreOf(person.scores[0]));
};

const scoreOf = (score: { status: string; probability?: number } | undefined) => ({
  status: score?.status,
  probability: score?.probability,
});

const eventsOf = async ({ file, read }: Log): Promise<Sent[]> => {
  const bytes = await readFile(publicFile(file));
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header, ...lines] = text.trimEnd().split("\n");
  const names = header!.trim().split(",");
  return lines
    .map((line, row) =>
      read(
        Object.fromEntries(
          line
            .trim()
            .split(",")
            .map((cell, i) => [names[i]!, cell]),
        ),
        row,
      ),
    )
    .sort((a, b) => (a.datetime < b.datetime ? -1 : a.datetime > b.datetime ? 1 : 0));
};

const sendTo = async (url: string, key: string, stream: string, events: readonly Sent[]): Promise<void> => {
  for (let from = 0; from < events.length; from += 10_000) {
    const body = events
      .slice(from, from + 10_000)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join("");
    const answer = await fetch(`${url}/v1/streams/${stream}/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    expect(answer.status).toBe(200);
  }
};

const setUp = async (client: Client, stream: string): Promise<{ id: string; target: string }> => {
  const cohort = await client.post<{ id: string }>("/cohorts", { name: "Buyers", stream_name: stream });
  const outcome = await client.post<{ id: string }>("/outcomes", {
    name: "Buys again",
    attainment_cohort_id: cohort.id,
    eligible_cohort_id: cohort.id,
    recurring: true,
    horizon_days: 30,
  });
  const scope = await client.post<{ id: string }>("/scopes", {
    name: "Everyone",
    population: { cohort_ids: [] },
    payload: { outcome_ids: [outcome.id] },
  });
  const target = await client.post<{ id: string }>("/targets", {
    name: "Live",
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "lookup_api", live: true },
  });
  return { id: scope.id, target: target.id };
};

/** Waits until a build has so many events, and nothing is built any more. */
const waitForEvents = (client: Client, count: number): Promise<boolean> =>
  eventually("the events are built", async () => {
    await sleep(300);
    const streams = await client.get<{ event_count?: number }[]>("/streams");
    const scopes = await client.get<{ status: string }[]>("/scopes");
    const total = streams.reduce((sum, stream) => sum + (stream.event_count ?? 0), 0);
    return total === count && scopes.every(({ status }) => status === "ready") ? true : undefined;
  });
