import { expect, test } from "vitest";
import { limits } from "../../domain/resource/limits.js";
import type { EventOfStream } from "./events.js";
import { RecentEvents } from "./recent-events.js";

const start = Date.UTC(2026, 0, 1);
const shop = { accountId: "shop", name: "website" };

const events = (count: number, stream = "visit", more: Record<string, string> = {}): EventOfStream[] =>
  Array.from({ length: count }, (_, i) => ({
    stream,
    event: { id: `${i}`, row: new Map(Object.entries({ email: `p${i}@x.example`, ...more })), lists: [] },
  }));

const opened = () => {
  const clock = { now: start };
  const recent = new RecentEvents(() => clock.now, "one");
  const take = (sent: EventOfStream[], accountId = "shop") => {
    clock.now += 1_000;
    recent.taken(
      { ...shop, accountId },
      sent,
      sent.map(() => true),
      { taken: sent.length, repeated: 0 },
    );
  };
  const emails = (query = {}) => recent.arrivals("shop", query, 100).map(({ identity }) => identity.email);
  return { clock, recent, take, emails };
};

test("the newest come first, and no more than are shown", () => {
  const { take, emails } = opened();
  take(events(3));
  expect(emails()).toEqual(["p2@x.example", "p1@x.example", "p0@x.example"]);
  for (let i = 0; i < 30; i++) take(events(70));
  expect(emails()).toHaveLength(limits.recentEvents.is);
});

test("a stream with many events hides none with few, nor what was refused or tried", () => {
  const { take, recent } = opened();
  take(events(1, "order"));
  recent.refused(shop, [{ stream: "visit", line: 2, field: "value", note: "Send a number, such as 24.90." }]);
  recent.tested(shop, events(1, "visit", { channel: "test" }));
  for (let i = 0; i < 10; i++) take(events(500));
  expect(recent.arrivals("shop", { stream: "order" }, 100)).toHaveLength(1);
  expect(recent.arrivals("shop", { result: "refused" }, 100)).toMatchObject([
    { line: 2, field: "value", note: "Send a number, such as 24.90.", stream: "visit", sentBy: "website" },
  ]);
  expect(recent.arrivals("shop", { result: "tested" }, 100)).toMatchObject([
    { properties: { channel: "test" } },
  ]);
});

test("a refusal says who did it, as far as the event does", () => {
  const { recent } = opened();
  const sent = { userId: 7, email: "a@x.example", note: "secret", phone: { no: "text" } };
  recent.refused(shop, [{ line: 1, field: "value", note: "", sent }]);
  expect(recent.arrivals("shop", { person: "A@X" }, 100)[0]!.identity).toEqual({
    email: "a@x.example",
    customer_id: "7",
  });
  expect(recent.arrivals("shop", { person: "secret" }, 100)).toEqual([]);
});

test("accounts see their own alone, and nothing that is an hour old", () => {
  const { clock, take, recent, emails } = opened();
  take(events(2));
  expect(recent.arrivals("other", {}, 100)).toEqual([]);
  expect(recent.lastMinute("other").seconds).toEqual([]);
  clock.now += 3_600_001;
  expect(emails()).toEqual([]);
});

test("of more events than anybody can read some are kept, and all are counted", () => {
  const { clock, recent } = opened();
  for (let i = 0; i < 50; i++) {
    clock.now += 1;
    const sent = events(100, i % 2 === 0 ? "visit" : "order", { note: `${i}` });
    const areNew = sent.map(() => true);
    recent.taken(shop, sent, areNew, { taken: 100, repeated: 0 });
  }
  const notes = recent.arrivals("shop", {}, 1_000).map(({ properties }) => properties.note);
  expect(new Set(notes)).toEqual(new Set(["0", "1"]));
  expect(recent.lastMinute("shop").seconds).toEqual([[start / 1000, 5_000, 0, 0]]);
});

test("whatever is sent, an account's events take so much memory", () => {
  const { take, recent, emails } = opened();
  const half = limits.recentEventCharacters.is / 2;
  for (let i = 0; i < 5; i++) take(events(50, "visit", { note: "x".repeat(half - 100) }));
  expect(emails()).toHaveLength(2);
  take(events(1, "visit", { note: "x".repeat(3 * half) }));
  const [arrival, ...others] = recent.arrivals("shop", {}, 100);
  expect(others).toEqual([]);
  expect(arrival!.properties.note!.length).toBe(200);
  for (let i = 0; i < 3 * limits.recentStreams.is; i++) take(events(1, `s${i}`));
  expect(recent.arrivals("shop", {}, 1000)).toHaveLength(limits.recentStreams.is);
});

test("the accounts that had no event for longest make place for others", () => {
  const { take, emails } = opened();
  take(events(1));
  for (let i = 0; i < limits.recentAccounts.is; i++) take(events(1), `other ${i}`);
  expect(emails()).toEqual([]);
});
