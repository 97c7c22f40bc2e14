// Live triggers through the real service: people whose events arrive are reported within seconds, by the score that a
// look-up says, with no build in between; the build that follows reports nobody twice.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import { startReceiver } from "../../src/notify/fixtures.js";
import { day, lastDay, orders } from "../api/orders.js";
import { ready, signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { startService } from "../support/service.js";

interface Reported {
  person_id: string;
  customer_id?: string;
  direction?: string;
  from: number | null;
  to: number;
  text: string;
  reasons?: string[];
}

interface Message {
  type: string;
  data: { trigger_name: string; data_through: string; text: string; people: Reported[]; more: number };
}

interface LiveScores {
  data_through: string;
  newer_events: number;
  people: { person_id: string; scores: { scope_name: string; probability?: number }[] }[];
}

const eventOf = (row: string, event_id: string) => {
  const [customer_id, email, date, total] = row.split(",");
  return { customer_id, email, datetime: `${date}T00:00:00Z`, value: Number(total), event_id };
};

/** Customers with so few orders that three more make a difference. */
const buyers = [3, 4, 9, 14, 24, 34];
const news = (p: number, n: number) => ({
  customer_id: `C${p}`,
  email: `ann${p}@example.com`,
  datetime: `${day(lastDay + n)}T00:00:00Z`,
  value: 15.5,
  event_id: `new-${p}-${n}`,
});

const setUp = async (client: Client, webhook_endpoint_id: string) => {
  const made = async (at: string, body: object) => (await client.post<{ id: string }>(at, body)).id;
  const customers = await made("/cohorts", { name: "Customers", stream_name: "order" });
  const regulars = await made("/cohorts", { name: "Regulars", stream_name: "order", min_count: 6 });
  const outcome_id = await made("/outcomes", {
    name: "Buys again",
    attainment_cohort_id: customers,
    eligible_cohort_id: customers,
    horizon_days: 60,
    recurring: true,
  });
  const scope = async (name: string, more: object) =>
    made("/scopes", {
      name,
      population: { cohort_ids: [customers] },
      payload: { outcome_ids: [outcome_id], explainability: true },
      ...more,
    });
  const scope_id = await scope("All", {});
  const heldOut = await scope("Held out", { holdout: { share: 0.5 } });
  const trigger = (name: string, when: object) =>
    made("/triggers", { name, when, quiet_hours: 0, webhook_endpoint_id });
  const crosses = { outcome_id, probability: 0.3, margin: 0.02, direction: "both", live: true };
  return {
    triggers: [
      await trigger("Likely", { crosses: { ...crosses, scope_id } }),
      await trigger("Regulars", { cohort: { cohort_id: regulars, live: true } }),
      await trigger("Contacts", { crosses: { ...crosses, scope_id: heldOut } }),
    ],
    builtOnly: await trigger("At builds", { cohort: { cohort_id: regulars } }),
  };
};

test("people are reported within seconds of their events, and not again by the build", async () => {
  const receiver = await startReceiver(200);
  onTestFinished(receiver.close);
  const messages = () => receiver.received.map(({ body }) => JSON.parse(body) as Message);
  const of = (name: string) =>
    messages().flatMap(({ type, data }) =>
      data.trigger_name === name ? data.people.map((person) => ({ type, ...person })) : [],
    );
  const env = (seconds: number) => ({
    BELLWETHER_EVENT_SECONDS: String(seconds),
    BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES: "always",
  });
  let service = await startService({ env: env(1) });
  const { dataDir, port } = service;
  onTestFinished(async () => {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { client } = await signUp(service.url);
  const events = orders().map((row, i) => eventOf(row, `e${i}`));
  await client.post("/streams/order/events", events);
  const { id: endpoint } = await client.post<{ id: string }>("/webhook_endpoints", {
    url: receiver.url,
    enabled_events: ["resource.errored"],
  });
  const { triggers, builtOnly } = await setUp(client, endpoint);
  for (const id of [...triggers, builtOnly]) await ready(client, `/triggers/${id}`);
  await eventually("all events are built", async () => {
    const [stream] = await client.get<{ event_count?: number; status: string }[]>("/streams");
    return stream?.event_count === events.length || undefined;
  });
  for (const id of [...triggers, builtOnly]) await ready(client, `/triggers/${id}`);
  expect(messages()).toEqual([]);

  // From here on no events become a file, so nothing is built.
  await service.stop();
  service = await startService({ dataDir, port, env: env(3600) });
  const scores = () =>
    client.post<LiveScores>("/people/live_scores", {
      people: buyers.map((p) => ({ customer_id: `C${p}` })),
    });
  await eventually("live scores are ready", () => scores().catch(() => undefined));
  const before = await scores();
  const sentAt = performance.now();
  const added = buyers.flatMap((p) => [1, 2, 3].map((n) => news(p, n)));
  await client.post("/streams/order/events", added);
  const regulars = buyers.filter((p) => 1 + ((p * 7) % 5) + 3 >= 6).map((p) => `C${p}`);
  await eventually(
    "the regulars are reported",
    async () => of("Regulars").length >= regulars.length || undefined,
  );
  const seconds = (performance.now() - sentAt) / 1000;
  console.log(`reported ${seconds.toFixed(2)} s after the events`);
  expect(of("Regulars").map(({ type, customer_id }) => [type, customer_id])).toEqual(
    expect.arrayContaining(regulars.map((id) => ["people.entered", id])),
  );
  const after = await scores();
  expect(after.newer_events).toBe(added.length);
  const probability = (all: LiveScores, at: number, name: string) =>
    all.people[at]!.scores.find(({ scope_name }) => scope_name === name)?.probability;
  const moved = buyers.flatMap((p, at) => {
    const [from, to] = [probability(before, at, "All")!, probability(after, at, "All")!];
    const direction = to >= 0.3 ? "up" : "down";
    return from < 0.28 === to >= 0.3 ? [{ customer_id: `C${p}`, direction, from, to }] : [];
  });
  expect(moved.length).toBeGreaterThan(0);
  await eventually("whoever moved is reported", async () => of("Likely").length >= moved.length || undefined);
  for (const person of moved) {
    const reported = of("Likely").find(({ customer_id }) => customer_id === person.customer_id)!;
    expect(reported).toMatchObject({ type: "people.crossed", ...person });
    expect(reported.text).toMatch(/^(Rose|Fell) from .* 3 new orders\./);
  }
  expect(of("At builds")).toEqual([]);
  // About half of the people are held out, and no message is about them.
  await sleep(2_000);
  expect(of("Contacts").length).toBeLessThan(moved.length);

  const live = messages().length;
  const newsBefore = new Map(["Regulars", "Likely"].map((name) => [name, of(name)]));
  await service.kill();
  service = await startService({ dataDir, port, env: env(1) });
  await eventually("the events are built", async () => {
    const [stream] = await client.get<{ event_count?: number }[]>("/streams").catch(() => []);
    return stream?.event_count === events.length + added.length || undefined;
  });
  for (const id of [...triggers, builtOnly]) await ready(client, `/triggers/${id}`);
  await eventually(
    "the build reports to the trigger of builds",
    async () => of("At builds").length >= regulars.length || undefined,
  );
  // Time for the judgements to be settled by the index of the new build.
  await sleep(8_000);
  const unique = new Map(
    receiver.received.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body) as Message]),
  );
  const again = [...unique.values()]
    .slice(live)
    .flatMap(({ data }) =>
      data.trigger_name === "At builds" ? [] : data.people.map(({ customer_id }) => customer_id),
    );
  for (const name of ["Regulars", "Likely"])
    for (const { customer_id } of newsBefore.get(name)!) expect(again).not.toContain(customer_id);
  expect(service.output()).not.toContain("live triggers were not judged");
});
