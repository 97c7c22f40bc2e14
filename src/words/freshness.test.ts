import { expect, test } from "vitest";
import { english } from "./format.js";
import { expectedInFile, type FreshnessFigures, freshnessText, newerFilesText } from "./freshness.js";

const made = { built_at: "2026-12-09T09:12:00Z", data_through: "2026-12-09T00:00:00Z", is_stale: false };
const textOf = (figures: Partial<FreshnessFigures> = {}) =>
  freshnessText({ ...made, stale_reasons: [], ...figures });

test("a file says when it was made, from which data, until when it is good, and why", () => {
  const due = {
    code: "data_due",
    at: "2026-12-17T18:00:00Z",
    since: "2026-12-09T06:00:00Z",
    days: 7,
  } as const;
  expect(textOf({ stale_after: due.at, stale_reasons: [due] })).toBe(
    "Made on 9 December 2026 from data through 8 December 2026. Good until 17 December 2026. " +
      "Files come at least every 7 days, and the last came on 9 December 2026.",
  );
  expect(textOf({ stale_after: due.at, is_stale: true, stale_reasons: [{ ...due, days: 1 }] })).toMatch(
    /Out of date since 17 December 2026\. Files come at least every day,/,
  );
});

test("scores name the days that they are for", () => {
  const over = {
    code: "horizon_over",
    at: "2027-01-08T00:00:00Z",
    since: made.data_through,
    days: 30,
  } as const;
  expect(textOf({ stale_after: over.at, stale_reasons: [over] })).toMatch(
    /The scores are for the 30 days after 8 December 2026\.$/,
  );
});

test("where nothing tells, nothing is said of how long the file is good", () => {
  expect(textOf()).toBe("Made on 9 December 2026 from data through 8 December 2026.");
  expect(textOf({ data_through: undefined })).toBe("Made on 9 December 2026.");
});

test("each outcome says how many of the people in the file are expected, and how old its model is", () => {
  const outcome = {
    outcome_name: "Buys again",
    horizon_days: 90,
    model_trained_at: "2026-01-01T00:00:00Z",
    scored_count: 442,
    expected: 50.77,
    expected_low: 37.9,
    expected_high: 67.3,
  };
  expect(expectedInFile(outcome)).toBe(
    "Buys again: 51 of 442 people expected within 90 days (95 % interval 38 to 67). The model was fitted on 1 January 2026.",
  );
  expect(expectedInFile({ ...outcome, horizon_days: undefined, model_trained_at: undefined })).toBe(
    "Buys again: 442 people ranked.",
  );
});

test("scores that newer files are not in yet say so, with their age where it is known", () => {
  const text = (figures: { scored_at?: string; waiting_files?: number }) =>
    newerFilesText(figures, english, (at) => String(at).slice(0, 10));
  expect(text({ scored_at: "2026-12-09T10:40:00Z", waiting_files: 1000 })).toBe(
    "Scores of 2026-12-09. 1,000 newer files are not in them yet.",
  );
  expect(text({ waiting_files: 1 })).toBe("A newer file is not in them yet.");
  expect([text({ waiting_files: 0 }), text({})]).toEqual(["", ""]);
});
