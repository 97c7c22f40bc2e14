import { expect, test } from "vitest";
import { type Event, historyOf } from "./history.js";

const bought = (day: number, value: number, product: string): Event => ({
  datetime: `2026-01-0${day}T00:00:00.000Z`,
  stream_name: "transaction",
  value,
  properties: { product, currency: "EUR", weight: 2 },
});

test("events are in order of time, with what was spent and what was chosen most", () => {
  const events = [bought(3, 10, "soap"), bought(2, 5, "lamp"), bought(1, 2.5, "soap")];
  const { dated, spent, favourites } = historyOf(events);
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
  expect(historyOf([event, { ...event, properties: { page: "b" } }])).toEqual({
    dated: [],
    spent: null,
    favourites: null,
  });
});
