import { expect, test } from "vitest";
import { periodsThrough } from "./lasting-holdout.js";

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const config = { share: 0.05, stream_name: "transaction", rotation_months: 6 };
const first = { since: at("2025-01-15"), due: at("2025-01-15") };

test("the first build draws, and a group stays until the rotation is due", () => {
  expect(periodsThrough(at("2025-01-15"), [], config)).toEqual([first]);
  expect(periodsThrough(at("2025-07-14"), [first], config)).toEqual([first]);
});

test("the first build after the day draws again, and the next draw is due by the day and not by that build", () => {
  const later = periodsThrough(at("2025-08-02"), [first], config);
  expect(later).toEqual([first, { since: at("2025-08-02"), due: at("2025-07-15") }]);
  expect(periodsThrough(at("2026-01-14"), later, config)).toEqual(later);
  expect(periodsThrough(at("2026-01-15"), later, config)).toHaveLength(3);
});

test("a build after a long pause draws once", () => {
  const later = periodsThrough(at("2026-09-01"), [first], config);
  expect(later).toEqual([first, { since: at("2026-09-01"), due: at("2026-07-15") }]);
});

test("another time of rotation counts from the last draw, and never goes back to an earlier one", () => {
  const periods = periodsThrough(at("2025-08-02"), [first], config);
  expect(periodsThrough(at("2025-09-01"), periods, { ...config, rotation_months: 24 })).toEqual(periods);
  expect(periodsThrough(at("2025-11-01"), periods, { ...config, rotation_months: 3 })).toHaveLength(3);
});

test("data that end earlier than before draw nobody", () => {
  expect(periodsThrough(at("2024-12-01"), [first], config)).toEqual([first]);
});
