import { expect, test } from "vitest";
import { monthsSince } from "./incrementality.js";

const at = (day: string) => Date.parse(`${day}Z`) / 1000;
const shown = (from: string, until: string) =>
  monthsSince(at(from), at(until)).map(({ start, end }) =>
    [start, end].map((second) => new Date(1000 * second).toISOString().slice(0, 13)).join(" "),
  );

test("the first month begins with the draw", () => {
  expect(shown("2026-07-10T12:00", "2026-09-03T00:00")).toEqual([
    "2026-07-10T12 2026-08-01T00",
    "2026-08-01T00 2026-09-01T00",
    "2026-09-01T00 2026-09-03T00",
  ]);
});

test("a draw on the last days of a month belongs to the next month, once that has begun", () => {
  expect(shown("2026-07-31T23:00", "2026-09-03T00:00")).toEqual([
    "2026-07-31T23 2026-09-01T00",
    "2026-09-01T00 2026-09-03T00",
  ]);
  expect(shown("2026-07-31T22:00", "2026-07-31T23:00")).toEqual(["2026-07-31T22 2026-07-31T23"]);
  expect(shown("2026-07-25T00:00", "2026-08-03T00:00")).toHaveLength(2);
});
