import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine } from "../engine.js";
import { chooseHorizon } from "./horizon.js";
import type { Objective } from "./inputs.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "horizon-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const day = secondsPerDay;
const customers: CohortConfig = { stream_name: "purchase" };
const repeaters: CohortConfig = { stream_name: "purchase", min_count: 2 };

/** Person i first buys on day i, and again after the i-th wait; one more person never does. */
const buyersWaiting = (...waits: number[]): Log => ({
  people: waits.map((_, i) => i),
  events: [
    ...waits.flatMap((wait, i) => [
      { person: i, at: i * day },
      { person: i, at: (i + wait) * day },
    ]),
    { person: waits.length, at: 0 },
  ],
});

const horizonOf = (objective: Partial<Objective>, log: Log, historyDays = 400): Promise<number> =>
  chooseHorizon(
    engine,
    {
      attainment: repeaters,
      eligible: customers,
      attrition: null,
      undecided: "not_attained",
      recurring: false,
      ...objective,
    },
    inputsOf(log),
    { oldest: 0, dataThrough: historyDays * day },
  );

test("the horizon covers the waits of four in five", async () => {
  expect(await horizonOf({}, buyersWaiting(90, 10, 40, 20, 30))).toBe(40);
  expect(await horizonOf({}, buyersWaiting(10, 20, 30, 90))).toBe(90);
});

test("it is at least a week and at most a quarter of the history", async () => {
  expect(await horizonOf({}, buyersWaiting(1, 2, 3))).toBe(7);
  expect(await horizonOf({}, buyersWaiting(200, 250))).toBe(100);
  expect(await horizonOf({}, buyersWaiting(5), 12)).toBe(7);
});

test("without an eligible cohort the wait begins with a person's first event in any stream", async () => {
  const log: Log = {
    people: [1],
    events: [
      { person: 1, at: 3 * day, stream: "cancellation" },
      { person: 1, at: 28 * day },
    ],
  };
  expect(await horizonOf({ eligible: null, attainment: customers }, log)).toBe(25);
  expect(await horizonOf({ eligible: { ...customers, max_count: 0 }, attainment: customers }, log)).toBe(25);
});

test("people who converted before they were eligible are not counted", async () => {
  const log: Log = {
    people: [1, 2],
    events: [
      { person: 1, at: 3 * day, stream: "cancellation" },
      { person: 1, at: 90 * day },
      { person: 2, at: 3 * day },
      { person: 2, at: 15 * day, stream: "cancellation" },
    ],
  };
  expect(await horizonOf({ attainment: { stream_name: "cancellation" } }, log)).toBe(12);
});

test("for a recurring outcome the wait lasts until the next conversion", async () => {
  const log = buyersWaiting(21, 21, 21);
  expect(await horizonOf({ attainment: customers, recurring: true }, log)).toBe(21);
});

test("the days of a recency cohort are its horizon", async () => {
  const gone: CohortConfig = { ...customers, recency: { occurrence: "last", min_days: 60 } };
  expect(await horizonOf({ attainment: gone }, buyersWaiting(10))).toBe(60);
});

test("without conversions the horizon is 30 days", async () => {
  expect(await horizonOf({}, buyersWaiting())).toBe(30);
});
