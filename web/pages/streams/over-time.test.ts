import { expect, test } from "vitest";
import { withoutGaps } from "./over-time.js";

const month = (name: string, events: number) => ({ month: name, event_count: events, people_count: events });

test("months without events are filled in, across a year's end too", () => {
  expect(withoutGaps([month("2024-11", 3), month("2025-01", 1)])).toEqual([
    month("2024-11", 3),
    month("2024-12", 0),
    month("2025-01", 1),
  ]);
});

test("without events there are no months", () => {
  expect(withoutGaps([])).toEqual([]);
});
