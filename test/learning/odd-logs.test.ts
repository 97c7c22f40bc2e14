// Logs as nobody expects them: one event, one moment, thousands of years. A prediction of each is refused with the reason,
// and soon.

import path from "node:path";
import { expect, test } from "vitest";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import type { OutcomeConfig } from "../../src/domain/outcome/outcome.js";
import { type Event, personIdOf, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";
import { openWorkshop } from "../support/workshop.js";

const workshop = openWorkshop("odd-logs", 512);
const customers = { stream_name: "transaction" };

const at = (year: number, month = 0, day = 1): number => new Date(0).setUTCFullYear(year, month, day) / 1000;
const event = (person: number, time: number): Event => ({ person: personIdOf(person), time, value: 10 });
const each = (count: number, of: (i: number) => Event | Event[]): Event[] =>
  Array.from({ length: count }, (_, i) => of(i)).flat();
const logs: Record<string, Event[]> = {
  "one event": [event(0, at(2025))],
  "one person at one moment": each(50, () => event(0, at(2025))),
  "all people at one moment": each(200, (p) => event(p, at(2025))),
  "two moments, two thousand years apart": each(40, (p) => [event(p, at(25)), event(p, at(2025))]),
  "once a year for a thousand years": each(30, (p) => each(1_000, (y) => event(p, at(1025 + y)))),
  "leap days alone": each(40, (p) => each(10, (k) => event(p, at(1988 + 4 * k, 1, 29)))),
};
const horizons: readonly Partial<OutcomeConfig>[] = [
  { horizon_days: 1 },
  { horizon_days: 30 },
  { horizon_months: 1 },
  { horizon_through: "next_year" },
  {},
];

test.each(Object.entries(logs))("%s", async (name, events) => {
  const account = await writeAccount(workshop.engine, path.join(workshop.root, name), events);
  for (const horizon of horizons) {
    const config = { attainment_cohort_id: "a", recurring: true, ...horizon };
    const input = { config, attainment: customers, eligible: customers, attrition: null, account };
    const built = buildOutcome(input, stepTools(workshop.engine, path.join(workshop.root, name, "outcome")));
    await expect(built, JSON.stringify(horizon)).rejects.toThrow(/too short|hardly anything|too little/);
  }
});
