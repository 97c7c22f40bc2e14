// Bills on the first of each month: of those who paid, 24 in 25 pay again a month later, and whoever did not
// never does.

import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { windowEnd } from "../../src/domain/outcome/label-window.js";
import type { OutcomeConfig } from "../../src/domain/outcome/outcome.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { outcomeFiles } from "../../src/warehouse/relations.js";
import { parquet, sql } from "../../src/warehouse/sql/sql.js";
import { type Event, personIdOf, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";
import { openWorkshop } from "../support/workshop.js";

const customers = { stream_name: "transaction" };
const workshop = openWorkshop("regular-dates", 512);
const stays = 0.96;

/** Bills of 450 people over two and a half years, the last one on 1 June 2025. */
const bills = (): Event[] => {
  const random = seededRandom(1);
  return Array.from({ length: 450 }, (_, person) => {
    const events: Event[] = [];
    for (let month = Math.floor(20 * random()); month < 30; month++) {
      events.push({ person: personIdOf(person), time: Date.UTC(2023, month, 1) / 1000, value: 20 });
      if (random() >= stays) break;
    }
    return events;
  }).flat();
};

let account: AccountSnapshot;
beforeAll(async () => {
  account = await writeAccount(workshop.engine, path.join(workshop.root, "account"), bills());
});

const input = (horizon: number | Pick<OutcomeConfig, "horizon_months" | "horizon_through">) => ({
  config: {
    attainment_cohort_id: "a",
    recurring: true,
    ...(typeof horizon === "number" ? { horizon_days: horizon } : horizon),
  },
  attainment: customers,
  eligible: customers,
  attrition: null,
  account,
});

test.each([30, 31, 62, 92, 182, 365])("people are seen right after a bill, %i days ahead", async (days) => {
  const { landmarks, quietPeriods } = await predictionTask(input(days), workshop.engine);
  expect(landmarks.length).toBeGreaterThan(2);
  expect(new Set(landmarks.map((at) => new Date(at * 1000).toISOString().slice(7)))).toEqual(
    new Set(["-01T00:00:01.000Z"]),
  );
  expect(quietPeriods).toEqual([]);
});

test.each([1, 3])("calendar months have as many bills wherever they begin: %i", async (horizon_months) => {
  const task = await predictionTask(input({ horizon_months }), workshop.engine);
  for (const landmark of task.landmarks) {
    expect(new Date(landmark * 1000).toISOString().slice(7)).toBe("-01T00:00:01.000Z");
    const end = new Date(windowEnd(landmark, task.horizon) * 1000).toISOString();
    expect(end.slice(7)).toBe("-01T00:00:01.000Z");
  }
  expect(task.landmarks.length).toBeGreaterThan(2);
});

test("one calendar month is never too short for the next bill, and 30 days are", async () => {
  const dir = (name: string) => path.join(workshop.root, name);
  const month = await buildOutcome(input({ horizon_months: 1 }), stepTools(workshop.engine, dir("month")));
  const days = await buildOutcome(input(30), stepTools(workshop.engine, dir("days")));
  expect(month).toMatchObject({ horizon_days: 30, horizon_months: 1, horizon_chosen_from_data: false });
  expect(month.warnings.map(({ code }) => code)).not.toContain("horizon_skips_dates");
  expect(days.warnings.map(({ code }) => code)).toContain("horizon_skips_dates");
  for (const { expected, attained } of month.origins)
    expect(Math.abs(expected / attained - 1)).toBeLessThan(0.06);
  expect(month.origins.length).toBeGreaterThan(1);
});

test("a period that has no bill left is refused with its reason", async () => {
  const through = { horizon_through: "this_month" } as const;
  const refused = buildOutcome(input(through), stepTools(workshop.engine, path.join(workshop.root, "rest")));
  await expect(refused).rejects.toThrow("0 reached the goal");
});

test("whoever paid the last bill is expected to pay the next as often as they do, and nobody else", async () => {
  const dir = path.join(workshop.root, "outcome");
  const { origins, warnings } = await buildOutcome(input(31), stepTools(workshop.engine, dir));
  for (const { expected, attained } of origins ?? [])
    expect(Math.abs(expected / attained - 1)).toBeLessThan(0.06);
  expect(origins?.length).toBeGreaterThan(0);
  expect(warnings.map(({ code }) => code)).not.toContain("few_landmarks");
  const rows = await workshop.engine.rows<{ probability: number }>(
    sql`select t.probability from ${parquet(outcomeFiles(dir).test)} as t`,
  );
  const [active, others] = [true, false].map((is) =>
    rows.map(({ probability }) => probability).filter((p) => p > 0.5 === is),
  );
  expect(mean(active!)).toBeGreaterThan(stays - 0.02);
  expect(mean(active!)).toBeLessThan(stays + 0.02);
  expect(Math.min(...active!)).toBeGreaterThan(stays - 0.1);
  expect(Math.max(...others!)).toBeLessThan(0.05);
});

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

test("a horizon that may end before the next bill is named, with one that does not", async () => {
  const dir = path.join(workshop.root, "week");
  const refused = buildOutcome(input(7), stepTools(workshop.engine, dir));
  await expect(refused).rejects.toThrow("Choose a horizon of at least 31 days");
});
