import { expect, test } from "vitest";
import type { CohortConfig } from "../cohort/cohort.js";
import { contradiction } from "./contradiction.js";

const buyers: CohortConfig = { stream_name: "purchase" };
const contradictionOf = (
  attainment: CohortConfig,
  eligible: CohortConfig | null,
  recurring = false,
  days = 30,
) => contradiction({ attainment, eligible, recurring }, days);

test("a cohort cannot be both eligible and the goal, in whatever order its fields are written", () => {
  const twice = {
    stream_name: "purchase",
    min_count: 2,
    stream_conditions: [{ property: "kind", _eq: "a" }],
  };
  const same = { stream_conditions: [{ _eq: "a", property: "kind" }], min_count: 2, stream_name: "purchase" };
  expect(contradictionOf(twice, same)).toEqual({ code: "cohorts_identical", figures: {} });
  expect(contradictionOf(twice, same, true)).toBeNull();
  expect(contradictionOf({ ...twice, min_count: 3 }, same)).toBeNull();
});

test("a count above the maximum of the goal cannot fall below it", () => {
  expect(contradictionOf({ ...buyers, max_count: 1 }, { ...buyers, min_count: 2 })).toEqual({
    code: "count_cannot_fall",
    figures: { stream: "purchase", min: 2, max: 1 },
  });
  expect(contradictionOf({ ...buyers, max_count: 0 }, buyers)).toMatchObject({ figures: { min: 1, max: 0 } });
  expect(contradictionOf({ ...buyers, max_count: 2 }, { ...buyers, min_count: 2 })).toBeNull();
  const ofKind = (kind: string) => ({ ...buyers, stream_conditions: [{ property: "kind", _eq: kind }] });
  expect(contradictionOf({ ...ofKind("a"), max_count: 1 }, { ...ofKind("b"), min_count: 2 })).toBeNull();
});

test("recently active people cannot be absent for longer than the horizon allows", () => {
  const active: CohortConfig = { ...buyers, recency: { occurrence: "last", max_days: 30 } };
  const absent: CohortConfig = { ...buyers, recency: { occurrence: "last", min_days: 90 } };
  expect(contradictionOf(absent, active, false, 30)).toMatchObject({
    code: "horizon_too_short",
    figures: { away_days: 90, reached_days: 60, needed_days: 60 },
  });
  expect(contradictionOf(absent, active, false, 60)).toBeNull();
});

test("cohorts of different streams, and all people as eligible, are no contradiction", () => {
  expect(contradictionOf({ stream_name: "cancellation" }, buyers)).toBeNull();
  expect(contradictionOf(buyers, null)).toBeNull();
  expect(contradictionOf({ ...buyers, min_count: 2 }, buyers)).toBeNull();
});
