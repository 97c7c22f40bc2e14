import { expect, test } from "vitest";
import { countedWith, countingFrom, type LastMinute, propertiesText, whoIs } from "./arrivals.js";

const start = Date.UTC(2026, 0, 1);

/** A minute that ends so many seconds after the start, with events in some of its seconds. */
const minute = (end: number, taken: Record<number, number>): LastMinute => ({
  taken: 0,
  repeated: 0,
  refused: 0,
  people: 0,
  has_more_people: false,
  per_second: Array.from({ length: 60 }, (_, i) => ({ taken: taken[end - 59 + i] ?? 0, refused: 0 })),
  through: new Date(start + 1000 * end).toISOString(),
});

test("each second counts once, and when it is over", () => {
  const taken = { 0: 100, 1: 1, 2: 2, 3: 3, 4: 4 };
  let counted = countingFrom(minute(0, taken));
  counted = countedWith(counted, minute(2, taken));
  expect(counted.events).toBe(1);
  counted = countedWith(counted, minute(2, taken));
  counted = countedWith(counted, minute(4, taken));
  expect(counted).toEqual({ events: 6, through: start + 3000, isLeast: false });
});

test("whoever does not look for more than a minute learns the least", () => {
  const counted = countedWith(countingFrom(minute(0, {})), minute(90, { 20: 5, 80: 7 }));
  expect(counted).toMatchObject({ events: 7, isLeast: true });
});

test("an event is said by who did it and its properties", () => {
  expect(whoIs({ identity: { customer_id: "7", email: "a@x.example", city: "Bonn" } })).toBe(
    "7 · a@x.example",
  );
  expect(propertiesText({ properties: { channel: "web", items: "2" } })).toBe("channel: web · items: 2");
});
