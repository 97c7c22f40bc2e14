// A service with triggers that is killed again and again while people enter and leave a cohort, with a receiver
// that fails now and then: each change of a person arrives once and in order.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { randomFor } from "../../examples/shop/random.js";
import { startReceiver } from "../../src/notify/fixtures.js";
import { amountOf } from "../run/amounts.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";
import { insist, insistent } from "./insistent-client.js";
import { allReady } from "./shop-account.js";

const kills = amountOf("crashes", { whole: 40, sample: 10 });
const people = 12;
const arrivals = 8;
/** Members are those whose last order is at most so many whole days ago. */
const memberDays = 3;

const random = randomFor(20_110_303);
const email = (person: number): string => `p${person}@example.com`;
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);

/** Who orders on each day: about a quarter of the people, and person 0 always, so that days pass. */
const buyers = Array.from({ length: arrivals }, () =>
  Array.from({ length: people }, (_, person) => person).filter((person) => person === 0 || random() < 0.25),
);

interface Message {
  id: string;
  type: string;
  people: { person_id: string; email: string }[];
  more: number;
}

test.each([
  { how: "files", live: false },
  { how: "live events", live: true },
])(
  "after kills while $how arrive, each person's news arrived once and in order",
  async ({ live }) => {
    const dir = await mkdtemp(path.join(tmpdir(), "bellwether-triggers-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    // The next attempt at a message succeeds: after a second failure it would wait for minutes.
    const answers = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 500 : 200));
    const receiver = await startReceiver(...answers, 200);
    onTestFinished(receiver.close);
    const env = { BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES: "always", BELLWETHER_EVENT_SECONDS: "2" };
    let service = await startService({ env });
    onTestFinished(() => service.kill());
    const { client: plain } = await signUp(service.url);
    const client = insistent(plain);
    const upload = async (name: string, rows: readonly string[]) => {
      const events = rows.map((row, i) => {
        const [mail, datetime] = row.split(",");
        return { email: mail, datetime, event_id: `${name}-${i}` };
      });
      if (live) return void (await insist(() => plain.post("/v1/streams/order/events", events)));
      const file = path.join(dir, `${name}.csv`);
      await writeFile(file, ["mail,day", ...rows, ""].join("\n"));
      await client.upload("orders", `${name}.csv`, file);
    };
    const made = async (url: string, body: object) =>
      (await client.post<{ id: string }>(`/v1${url}`, body)).id;

    await upload(
      "first",
      Array.from({ length: people }, (_, person) => `${email(person)},${dayOf(person === 0 ? -1 : -30)}`),
    );
    if (!live)
      await made("/datasets", {
        name: "Orders",
        identity_sets: { buyer: { email: "mail" } },
        options: { type: "hosted_csv", upload_directory: "orders" },
        output_to_streams: { order: { data_map: { datetime: "day" } } },
      });
    const recency = { occurrence: "last", max_days: memberDays };
    const cohort = await made("/cohorts", { name: "Recent", stream_name: "order", recency });
    const endpoint = await made("/webhook_endpoints", {
      url: receiver.url,
      enabled_events: ["resource.errored"],
    });
    const trigger = await made("/triggers", {
      name: "Recent buyers",
      when: { cohort: { cohort_id: cohort, ...(live && { live }) } },
      quiet_hours: 0,
      webhook_endpoint_id: endpoint,
    });
    await eventually("the trigger is ready", async () => {
      const { status } = await client.get<{ status: string }>(`/v1/triggers/${trigger}`);
      return status === "ready" || undefined;
    });

    const hasMessages = async () =>
      (await client.get<unknown[]>(`/v1/triggers/${trigger}/messages`)).length > 0 || undefined;
    const sending = (async () => {
      for (const [i, names] of buyers.entries()) {
        await upload(
          `day-${i}`,
          names.map((person) => `${email(person)},${dayOf(i)}`),
        );
        await sleep(4_000 * random());
        // On a busy machine all days would be one build, and one message.
        if (i === arrivals / 2) await eventually("a first message", hasMessages);
      }
    })();
    let killed = 0;
    for (; killed < kills; killed++) {
      await sleep(1_500 * random() ** 2 + (killed % 4 === 0 ? 3_000 : 0));
      const { dataDir, port } = service;
      await service.kill();
      service = await startService({ dataDir, port, env });
    }
    await sending;
    await allReady(client);
    const lastDays = buyers.slice(-memberDays - 1);
    const isMember = (person: number) => lastDays.some((names) => names.includes(person));
    const messages = await eventually("all is delivered", async () => {
      const { status } = await client.get<{ status: string }>(`/v1/triggers/${trigger}`);
      const found = await client.get<(Message & { deliveries: { state: string }[] })[]>(
        `/v1/triggers/${trigger}/messages`,
      );
      const areDelivered = found.every(({ deliveries }) =>
        deliveries.every(({ state }) => state === "delivered"),
      );
      // Whoever was judged by an event that no build had is judged again a few seconds after the build that has it.
      const named = found
        .toReversed()
        .flatMap(({ type, people: some }) => some.map((each) => ({ type, ...each })));
      const isSettled = Array.from({ length: people }, (_, person) => person).every((person) => {
        const last = named.findLast((each) => each.email === email(person));
        return !last || person === 0 || (last.type === "people.entered") === isMember(person);
      });
      return (status === "ready" && areDelivered && isSettled && found) || undefined;
    });

    // A message that is sent again has the same id; what arrived first counts.
    const arrived = new Map<string, { type: string; emails: string[] }>();
    receiver.received.forEach(({ headers, body }, i) => {
      if ((answers[i] ?? 200) !== 200) return;
      const { type, data } = JSON.parse(body) as { type: string; data: Message };
      const id = String(headers["webhook-id"]);
      if (!arrived.has(id)) arrived.set(id, { type, emails: data.people.map((person) => person.email) });
    });
    const newsOf = (sent: Iterable<{ type: string; emails: string[] }>, of: string): string[] =>
      [...sent].flatMap(({ type, emails }) => emails.filter((each) => each === of).map(() => type));
    const recorded = messages
      .toReversed()
      .map(({ type, people: named }) => ({ type, emails: named.map((person) => person.email) }));
    expect(arrived.size).toBe(messages.length);
    expect(messages.length).toBeGreaterThan(1);
    // Person 0 is a member from the first evaluation to the last.
    expect(newsOf(arrived.values(), email(0))).toEqual([]);
    for (let person = 1; person < people; person++) {
      const news = newsOf(arrived.values(), email(person));
      expect(news, email(person)).toEqual(newsOf(recorded, email(person)));
      // Nobody else was a member at first, so news alternate from the first entry on, and end with where the person is.
      expect(news).toEqual(news.map((_, i) => (i % 2 === 0 ? "people.entered" : "people.left")));
      if (isMember(person) || news.length > 0)
        expect(news.at(-1)).toBe(isMember(person) ? "people.entered" : "people.left");
    }
    await service.stop();
    await rm(service.dataDir, { recursive: true });
    reportFaults("service killed", { faults: killed, lost: 0, wrongBytes: 0 });
  },
  600_000,
);
