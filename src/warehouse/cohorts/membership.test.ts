import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log, type LogEvent } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine } from "../engine.js";
import { cohortMembers } from "./members.js";
import { membershipCounts } from "./membership.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "membership-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const day = secondsPerDay;
const over = (definition: CohortConfig, log: Log, cutoffs: number[]) =>
  engine.rows<{ cutoff: number; members: number }>(membershipCounts(definition, inputsOf(log), cutoffs));
const purchase = { stream_name: "purchase" };

test("one-time purchasers enter with their first purchase and leave with their second", async () => {
  const events = [
    { person: 1, at: 10 * day },
    { person: 2, at: 12 * day },
    { person: 1, at: 14 * day },
  ];
  const cutoffs = [10, 11, 13, 14, 15].map((days) => days * day);
  const counts = await over({ ...purchase, max_count: 1 }, { people: [1, 2], events }, cutoffs);
  expect(counts.map(({ members }) => members)).toEqual([0, 1, 2, 2, 1]);
});

test("people enter a cohort of two days' inactivity through elapsed time alone", async () => {
  const away: CohortConfig = { ...purchase, recency: { occurrence: "last", min_days: 2, max_days: 3 } };
  const events = [{ person: 1, at: 10 * day }];
  const cutoffs = [11, 12, 13, 14].map((days) => days * day);
  expect((await over(away, { people: [1], events }, cutoffs)).map(({ members }) => members)).toEqual([
    0, 1, 1, 0,
  ]);
});

test("subscribers leave with the cancellation that follows, and return with the next subscription", async () => {
  const active: CohortConfig = { ...purchase, not_followed_by: ["cancellation"] };
  const gone: CohortConfig = { stream_name: "cancellation", not_followed_by: ["purchase"] };
  const events = [
    { person: 1, at: 10 * day },
    { person: 1, at: 12 * day, stream: "cancellation" },
    { person: 1, at: 14 * day },
    { person: 2, at: 11 * day },
  ];
  const cutoffs = [10, 11, 12, 13, 15].map((days) => days * day);
  const sizes = async (of: CohortConfig) =>
    (await over(of, { people: [1, 2], events }, cutoffs)).map(({ members }) => members);
  expect(await sizes(active)).toEqual([0, 1, 2, 1, 2]);
  expect(await sizes(gone)).toEqual([0, 0, 0, 1, 0]);
});

const quarter = day / 4;
const moment = fc.integer({ min: 0, max: 16 }).map((quarters) => quarters * quarter);
const logEvent: fc.Arbitrary<LogEvent> = fc.record({
  person: fc.constantFrom(1, 2, 3),
  at: moment,
  value: fc.constantFrom(-2, 0.1, 3, null),
  kind: fc.constantFrom("a", null),
  stream: fc.constantFrom("purchase", "purchase", "cancellation"),
});
const days = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
const bound = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
const definition = fc
  .record({
    min_count: bound,
    max_count: bound,
    min_value: fc.constantFrom(undefined, undefined, 0.2),
    recency: fc.option(
      fc.record({ occurrence: fc.constantFrom("first", "last"), min_days: days, max_days: days }),
    ),
    stream_conditions: fc.constantFrom(undefined, [{ property: "kind", _eq: "a" }]),
    traits: fc.constantFrom(undefined, undefined, [{ name: "tier", _eq: "gold" }]),
    not_followed_by: fc.constantFrom(undefined, undefined, ["cancellation"], ["purchase", "cancellation"]),
  })
  .map((drawn) => ({
    ...purchase,
    ...(JSON.parse(JSON.stringify(drawn, (_, value) => value ?? undefined)) as CohortConfig),
  }));

test("every count equals the number of members as of its cutoff", async () => {
  await fc.assert(
    fc.asyncProperty(
      definition,
      fc.array(logEvent, { maxLength: 12 }),
      fc.uniqueArray(moment, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (of, events, cutoffs, withoutSummaries) => {
        const traits = [{ person: 1, trait: "tier", value: "gold" }];
        const log: Log = { people: [1, 2, 3], events, traits, withoutSummaries };
        const expected = [];
        for (const cutoff of [...cutoffs].sort((a, b) => a - b)) {
          const members = await engine.rows(cohortMembers(of, inputsOf(log), cutoff));
          expected.push({ cutoff, members: members.length });
        }
        expect(await over(of, log, cutoffs)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});
