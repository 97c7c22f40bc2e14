// Bills on the first of each month: of those who paid, 24 in 25 pay again a month later, and whoever did not
// never does.

import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
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

const input = (horizon_days: number) => ({
  config: { attainment_cohort_id: "a", recurring: true, horizon_days },
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
