import { expect, test } from "vitest";
import { periods, type SpanName } from "./calendar.js";

const at = (iso: string) => Date.parse(iso) / 1000;
const shown = (span: SpanName, from: string, until: string) =>
  periods(span, at(from), at(until)).map(({ start, end }) =>
    [start, end].map((moment) => new Date(moment * 1000).toISOString().slice(0, 16)),
  );

test("weeks begin on Mondays, even before 1970, and the newest week ends with the history", () => {
  expect(shown("weeks", "2025-01-05T12:00Z", "2025-01-08T06:00Z")).toEqual([
    ["2024-12-30T00:00", "2025-01-06T00:00"],
    ["2025-01-06T00:00", "2025-01-08T06:00"],
  ]);
  expect(shown("weeks", "1969-12-28T00:00Z", "1969-12-30T00:00Z").map(([start]) => start)).toEqual([
    "1969-12-22T00:00",
    "1969-12-29T00:00",
  ]);
});

test("months are calendar months", () => {
  expect(shown("months", "2024-01-31T00:00Z", "2024-03-01T00:00Z")).toEqual([
    ["2024-01-01T00:00", "2024-02-01T00:00"],
    ["2024-02-01T00:00", "2024-03-01T00:00"],
  ]);
});

test("a long history keeps its newest periods, and an empty one has none", () => {
  const [from, until] = [at("1990-01-01T00:00Z"), at("2025-06-15T13:00Z")];
  const counts = (["days", "weeks", "months"] as const).map((span) => periods(span, from, until).length);
  expect(counts).toEqual([90, 104, 60]);
  expect(periods("days", from, until).at(-1)).toEqual({ start: at("2025-06-15T00:00Z"), end: until });
  expect(periods("days", until, until)).toEqual([]);
});
