import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine } from "../engine.js";
import type { Objective } from "./inputs.js";
import { attainedAfterEligible, busiestDay, eligibilityCounts, eventExtremes } from "./outcome-counts.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "census-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const day = secondsPerDay;
const customers: CohortConfig = { stream_name: "purchase" };
const cancelled: CohortConfig = { stream_name: "cancellation" };
const objective: Objective = {
  attainment: { ...customers, min_count: 2 },
  eligible: customers,
  attrition: cancelled,
  undecided: "not_attained",
  recurring: false,
};
const buy = (person: number, onDay: number, value = 1) => ({ person, at: onDay * day, value });
const cancel = (person: number, onDay: number) => ({ ...buy(person, onDay), stream: "cancellation" });
const inputs = (...events: Log["events"]) => inputsOf({ people: [1, 2, 3, 4], events });

test("counts cover known and eligible people, and eligible people who converted or attrited before the landmark", async () => {
  const log = inputs(buy(1, 5), buy(2, 5), buy(2, 6), buy(2, 10), cancel(1, 7), cancel(3, 7), buy(4, 10));
  expect(await engine.row(eligibilityCounts(objective, log, 10 * day))).toEqual({
    known: 3,
    eligible: 2,
    attained: 1,
    attrited: 1,
  });
  expect(
    await engine.row(eligibilityCounts({ ...objective, eligible: null, attrition: null }, log, 10 * day)),
  ).toEqual({
    known: 3,
    eligible: 3,
    attained: 1,
    attrited: 0,
  });
});

test("the extremes are those of one person within the span", async () => {
  const log = inputs(buy(1, 5, 4), buy(2, 5, 1), buy(2, 6, 1.5), buy(2, 10, 50));
  expect(await engine.row(eventExtremes(customers, log, { from: null, until: 10 * day }))).toEqual({
    people: 2,
    max_events: 2,
    max_value: 4,
    min_value: 2.5,
  });
  expect(await engine.row(eventExtremes(cancelled, log, { from: null, until: 10 * day }))).toMatchObject({
    people: 0,
    max_events: null,
  });
});

test("a person who converts on becoming eligible was not eligible before", async () => {
  const log = inputs(buy(1, 5), cancel(1, 5), buy(2, 5), cancel(2, 6), cancel(3, 4), cancel(4, 4), buy(4, 9));
  const question = { ...objective, attainment: cancelled, attrition: null };
  expect(await engine.row(attainedAfterEligible(question, log, 20 * day))).toEqual({
    attained: 4,
    eligible_before: 1,
  });
});

test("the busiest day is the earliest with the most events, and missing without events", async () => {
  const log = inputs(buy(1, 5), buy(2, 5), buy(2, 6.5), buy(3, 6.9), buy(1, 9));
  expect(await engine.rows(busiestDay(customers, log, 20 * day))).toEqual([
    { active_day: 5, events: 2, all_events: 5 },
  ]);
  expect(await engine.rows(busiestDay(cancelled, log, 20 * day))).toEqual([]);
});
