import { expect, test } from "vitest";
import type { CohortConfig } from "./cohort.js";
import { contradiction } from "./contradiction.js";

const buyers: CohortConfig = { stream_name: "purchase" };
const asked = (attainment: CohortConfig, eligible: CohortConfig | null, recurring = false, days = 30) =>
  contradiction({ attainment, eligible, recurring }, days);

test("who is eligible by the same definition has attained, in whatever order it is written", () => {
  const twice = {
    stream_name: "purchase",
    min_count: 2,
    stream_conditions: [{ property: "kind", _eq: "a" }],
  };
  const same = { stream_conditions: [{ _eq: "a", property: "kind" }], min_count: 2, stream_name: "purchase" };
  expect(asked(twice, same)).toEqual({ code: "cohorts_identical", figures: {} });
  expect(asked(twice, same, true)).toBeNull();
  expect(asked({ ...twice, min_count: 3 }, same)).toBeNull();
});

test("a count that is above the attainment's bound does not fall back below it", () => {
  expect(asked({ ...buyers, max_count: 1 }, { ...buyers, min_count: 2 })).toEqual({
    code: "count_cannot_fall",
    figures: { stream: "purchase", min: 2, max: 1 },
  });
  expect(asked({ ...buyers, max_count: 0 }, buyers)).toMatchObject({ figures: { min: 1, max: 0 } });
  expect(asked({ ...buyers, max_count: 2 }, { ...buyers, min_count: 2 })).toBeNull();
  const ofKind = (kind: string) => ({ ...buyers, stream_conditions: [{ property: "kind", _eq: kind }] });
  expect(asked({ ...ofKind("a"), max_count: 1 }, { ...ofKind("b"), min_count: 2 })).toBeNull();
});

test("who must have been here lately cannot be away for longer than the horizon allows", () => {
  const lately: CohortConfig = { ...buyers, recency: { occurrence: "last", max_days: 30 } };
  const away: CohortConfig = { ...buyers, recency: { occurrence: "last", min_days: 90 } };
  expect(asked(away, lately, false, 30)).toMatchObject({
    code: "horizon_too_short",
    figures: { away_days: 90, reached_days: 60, needed_days: 60 },
  });
  expect(asked(away, lately, false, 60)).toBeNull();
});

test("other streams and everyone known leave the question open", () => {
  expect(asked({ stream_name: "cancellation" }, buyers)).toBeNull();
  expect(asked(buyers, null)).toBeNull();
  expect(asked({ ...buyers, min_count: 2 }, buyers)).toBeNull();
});
