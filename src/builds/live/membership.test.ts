// Membership of one person, compared with the engine's for random cohorts and logs whose events meet the cutoff and the
// edges of days.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type LogEvent } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { stagePeople } from "../../warehouse/live/event-table.js";
import { LiveCohorts } from "./live-cohorts.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "live-membership-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const quarter = secondsPerDay / 4;
const moment = fc.integer({ min: 0, max: 12 }).map((quarters) => quarters * quarter);
const people = [1, 2, 3];
const logEvent: fc.Arbitrary<LogEvent> = fc.record({
  person: fc.constantFrom(...people),
  at: moment,
  value: fc.option(
    fc.integer({ min: -20, max: 50 }).map((n) => n / 10),
    { nil: null },
  ),
  kind: fc.constantFrom("a", "b", null),
  stream: fc.constantFrom("purchase", "purchase", "cancellation"),
});
const tenths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 10);
const definition = fc
  .tuple(
    fc.record(
      {
        min_count: fc.integer({ min: 0, max: 3 }),
        max_count: fc.integer({ min: 0, max: 4 }),
        min_value: tenths(-10, 30),
        max_value: tenths(0, 60),
        recency: fc.record(
          {
            occurrence: fc.constantFrom("first" as const, "last" as const),
            min_days: fc.integer({ min: 0, max: 2 }),
            max_days: fc.integer({ min: 0, max: 3 }),
          },
          { requiredKeys: ["occurrence"] },
        ),
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom<Partial<CohortConfig>>(
      {},
      { stream_conditions: [{ property: "kind", _in: ["a", "b"] }] },
      { stream_conditions: [{ property: "kind", _null: true }] },
      { not_followed_by: ["cancellation"] },
      { not_followed_by: ["purchase", "cancellation"] },
    ),
  )
  .map(([bounds, choice]): CohortConfig => ({ stream_name: "purchase", ...bounds, ...choice }));

test("somebody is a member as the engine says, at any moment", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(logEvent, { maxLength: 20 }),
      fc.array(definition, { minLength: 6, maxLength: 6 }),
      async (events, definitions) => {
        const inputs = inputsOf({ people, events, withoutSummaries: true });
        const staged = await stagePeople(engine, "live people", inputs.people);
        const own = mkdtempSync(path.join(dir, "cohorts-"));
        const room = { bytes: 1e9 };
        const tools = { engine, dir: own, people: staged, room };
        const cohorts = await LiveCohorts.make(definitions, inputs, 0, tools);
        for (const cutoff of [quarter, 4 * quarter, 5 * quarter, 13 * quarter])
          for (const each of definitions) {
            const { columns } = await engine.columns(cohortMembers(each, inputs, cutoff));
            const members = new Set(columns.person_id as BigInt64Array);
            for (const person of [1n, 2n, 3n])
              expect([each, person, cohorts.testsOf(person, cutoff)(each)]).toEqual([
                each,
                person,
                members.has(person),
              ]);
          }
        for (const history of cohorts.histories.values()) history.close();
      },
    ),
    { numRuns: 12 },
  );
});
