import { expect, test } from "vitest";
import { type Event, historyOf, type StreamFacts } from "./history.js";

const plain: StreamFacts = { isRecurring: () => false, isList: () => false };

const bought = (day: number, value: number, product: string): Event => ({
  datetime: `2026-01-0${day}T00:00:00.000Z`,
  stream_name: "transaction",
  value,
  properties: { product, currency: "EUR", weight: 2 },
});

test("events are in order of time, with what was spent and what was chosen most", () => {
  const events = [bought(3, 10, "soap"), bought(2, 5, "lamp"), bought(1, 2.5, "soap")];
  const { dated, spent, favourites } = historyOf(events, plain);
  expect(dated.map(({ datetime }) => datetime.slice(8, 10))).toEqual(["01", "02", "03"]);
  expect(spent).toBe(17.5);
  expect(favourites).toEqual({
    property: "product",
    values: [
      { value: "soap", count: 2 },
      { value: "lamp", count: 1 },
    ],
  });
});

test("without values, dates or anything that repeats, nothing is said of them", () => {
  const event: Event = { stream_name: "visit", properties: { page: "a" } };
  expect(historyOf([event, { ...event, properties: { page: "b" } }], plain)).toEqual({
    dated: [],
    spent: null,
    favourites: null,
  });
});

test("of the items of an order each is chosen for itself", () => {
  const events = [bought(1, 5, "soap"), bought(2, 9, "lamp;soap"), bought(3, 9, "lamp;soap;tea")];
  const isList: StreamFacts["isList"] = (stream, property) =>
    stream === "transaction" && property === "product";
  expect(historyOf(events, { ...plain, isList }).favourites?.values).toEqual([
    { value: "soap", count: 3 },
    { value: "lamp", count: 2 },
    { value: "tea", count: 1 },
  ]);
});

test("first payments of subscriptions are not all that was spent", () => {
  const begun = { ...bought(1, 29, "pro"), stream_name: "subscription" };
  const facts: StreamFacts = { ...plain, isRecurring: (stream) => stream === "subscription" };
  expect(historyOf([begun], facts).spent).toBeNull();
  expect(historyOf([begun, bought(2, 5, "mug")], facts).spent).toBe(5);
});
