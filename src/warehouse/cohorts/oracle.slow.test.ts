// Cohort queries on random logs, compared with an oracle that evaluates one person at a time and tests labels
// after every event.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log, type LogEvent } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { undecidedRules } from "../../domain/outcome/outcome.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { attainedWithin, byEventsAlone } from "./attainment.js";
import { cohortMembers } from "./members.js";
import { spine } from "./spine.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "cohort-oracle-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

// Time runs in quarters of a day, so that events meet each other, the cutoff and the edges of days.
const quarter = secondsPerDay / 4;
const moment = fc.integer({ min: 0, max: 16 }).map((quarters) => quarters * quarter);
const tenths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 10);
const people = [1, 2, 3];
const person = fc.constantFrom(...people);

const logEvent: fc.Arbitrary<LogEvent> = fc.record({
  person,
  at: moment,
  value: fc.option(tenths(-20, 50), { nil: null }),
  kind: fc.constantFrom("a", "b", null),
  stream: fc.constantFrom("purchase", "purchase", "cancellation"),
});
const log: fc.Arbitrary<Log> = fc.record({
  people: fc.constant(people),
  events: fc.array(logEvent, { minLength: 6, maxLength: 24 }),
  withoutSummaries: fc.boolean(),
  traits: fc
    .uniqueArray(person)
    .map((holders) => holders.map((holder) => ({ person: holder, trait: "tier", value: "gold" }))),
});

// Each definition has one or two bounds: with all of them at once, there would hardly be a member.
const counts = fc.record(
  { min_count: fc.integer({ min: 0, max: 3 }), max_count: fc.integer({ min: 0, max: 4 }) },
  { requiredKeys: [] },
);
const values = fc.record({ min_value: tenths(-10, 30), max_value: tenths(0, 60) }, { requiredKeys: [] });
const recency = fc.record({
  recency: fc.record(
    {
      occurrence: fc.constantFrom("first" as const, "last" as const),
      min_days: fc.integer({ min: 0, max: 2 }),
      max_days: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ["occurrence"] },
  ),
});
const choices = fc.constantFrom<Partial<CohortConfig>>(
  {},
  { stream_conditions: [{ property: "kind", _in: ["a", "b"] }] },
  { stream_conditions: [{ property: "kind", _null: true }] },
  { traits: [{ name: "tier", _eq: "gold" }] },
  { not_followed_by: ["cancellation"] },
  {
    stream_conditions: [{ property: "kind", _eq: "a" }],
    not_followed_by: ["purchase", "cancellation"],
  },
);
const definition: fc.Arbitrary<CohortConfig> = fc
  .tuple(fc.oneof(counts, values, recency), fc.oneof(counts, fc.constant({})), choices)
  .map((parts) => Object.assign({ stream_name: "purchase" }, ...parts));

const chosenBy = ({ stream_conditions: [condition] = [] }: CohortConfig, { kind }: LogEvent) =>
  !condition ||
  (condition._eq === undefined ? (kind === null) === (condition._null ?? false) : kind === condition._eq);

/** Whether the person is a member at `until` if only events from `from` on count. */
const holds = (of: CohortConfig, { events, traits }: Log, who: number, until: number, from = 0): boolean => {
  const chosen = events.filter(
    (e) => e.person === who && e.stream === "purchase" && e.at >= from && e.at < until && chosenBy(of, e),
  );
  const total = Math.round(chosen.reduce((sum, { value }) => sum + (value ?? 0), 0) * 10) / 10;
  const least = of.min_count ?? (of.max_count === 0 ? 0 : 1);
  if (chosen.length < least || chosen.length > (of.max_count ?? Infinity)) return false;
  if (total < (of.min_value ?? -Infinity) || total > (of.max_value ?? Infinity)) return false;
  if (of.traits && !traits!.some((t) => t.person === who)) return false;
  if (of.not_followed_by) {
    const last = Math.max(...chosen.map(({ at }) => at));
    const isAfter = ({ person, stream, at }: LogEvent) =>
      person === who && of.not_followed_by!.includes(stream!) && at > last && at >= from && at < until;
    if (chosen.length === 0 || events.some(isAfter)) return false;
  }
  if (!of.recency) return true;
  if (chosen.length === 0) return false;
  const times = chosen.map(({ at }) => at);
  const time = of.recency.occurrence === "first" ? Math.min(...times) : Math.max(...times);
  const days = Math.floor((until - time) / secondsPerDay);
  return days >= (of.recency.min_days ?? 0) && days <= (of.recency.max_days ?? Infinity);
};

const attains = (
  of: CohortConfig,
  log: Log,
  who: number,
  cutoff: number,
  until: number,
  recurring: boolean,
) => {
  if (recurring) return holds(byEventsAlone(of), log, who, until, cutoff);
  if (of.recency) return holds(of, log, who, until);
  const moments = log.events.filter(
    (e) => e.person === who && e.stream === "purchase" && e.at >= cutoff && e.at < until && chosenBy(of, e),
  );
  return moments.some(({ at }) => holds(of, log, who, at + 1));
};

const idsOf = async (relation: Relation): Promise<number[]> => {
  const rows = await engine.rows<{ person_id: number }>(
    sql`select person_id from (${relation}) order by person_id`,
  );
  return rows.map(({ person_id }) => person_id);
};
const membersOf = (of: CohortConfig, log: Log, cutoff: number) =>
  idsOf(cohortMembers(of, inputsOf(log), cutoff));
const before = (log: Log, cutoff: number): Log => ({
  ...log,
  events: log.events.filter(({ at }) => at < cutoff),
});

test("members are the oracle's members", async () => {
  await fc.assert(
    fc.asyncProperty(definition, log, moment, async (of, log, cutoff) => {
      const expected = people.filter((who) => holds(of, log, who, cutoff));
      expect(await membersOf(of, log, cutoff)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("dropping all events at or after the cutoff changes no membership", async () => {
  await fc.assert(
    fc.asyncProperty(definition, log, moment, async (of, log, cutoff) => {
      expect(await membersOf(of, before(log, cutoff), cutoff)).toEqual(await membersOf(of, log, cutoff));
    }),
  );
});

test("an event added at the cutoff changes no membership", async () => {
  await fc.assert(
    fc.asyncProperty(definition, log, moment, logEvent, async (of, log, cutoff, event) => {
      const planted = { ...log, events: [...log.events, { ...event, at: cutoff }] };
      expect(await membersOf(of, planted, cutoff)).toEqual(await membersOf(of, log, cutoff));
    }),
  );
});

test("people convert within the horizon exactly when the oracle says so", async () => {
  await fc.assert(
    fc.asyncProperty(
      definition,
      log,
      moment,
      moment,
      fc.boolean(),
      async (of, log, cutoff, horizon, recurring) => {
        const isCandidate = (who: number) => recurring || !holds(of, log, who, cutoff);
        const expected = people.filter((who) => attains(of, log, who, cutoff, cutoff + horizon, recurring));
        const attained = await idsOf(attainedWithin(of, inputsOf(log), cutoff, cutoff + horizon, recurring));
        expect(attained.filter(isCandidate)).toEqual(expected.filter(isCandidate));
      },
    ),
    { numRuns: 200 },
  );
});

const anyObjective = fc.record({
  attainment: definition,
  eligible: fc.option(definition),
  attrition: fc.option(definition),
  undecided: fc.constantFrom(...undecidedRules),
  recurring: fc.boolean(),
});

test("a spine holds and labels the people who are known and eligible and have neither converted nor attrited", async () => {
  await fc.assert(
    fc.asyncProperty(anyObjective, log, moment, moment, async (objective, log, landmark, horizon) => {
      const { attainment, eligible, attrition, undecided, recurring } = objective;
      const until = landmark + horizon;
      const doesAttain = (who: number) => attains(attainment, log, who, landmark, until, recurring);
      const isLeftOut = (who: number) =>
        undecided === "left_out" &&
        attrition !== null &&
        !doesAttain(who) &&
        !attains(attrition, log, who, landmark, until, false);
      const spinePeople = people
        .filter((who) => log.events.some((e) => e.person === who && e.at < landmark))
        .filter((who) => !eligible || holds(eligible, log, who, landmark))
        .filter((who) => !attrition || !holds(attrition, log, who, landmark))
        .filter((who) => recurring || !holds(attainment, log, who, landmark))
        .filter((who) => !isLeftOut(who));
      const expected = spinePeople.map((who) => ({
        person_id: who,
        landmark,
        label: Number(doesAttain(who)),
      }));
      const relation = spine(objective, inputsOf(log), landmark, landmark + horizon);
      expect(await engine.rows(sql`select * from (${relation}) order by person_id`)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("events at or after the landmark do not change the spine, and events after the window change no label", async () => {
  await fc.assert(
    fc.asyncProperty(anyObjective, log, moment, moment, async (objective, log, landmark, horizon) => {
      const rowsOf = (of: Log, horizonSeconds: number | null) =>
        engine.rows(
          sql`select * from (${spine(objective, inputsOf(of), landmark, horizonSeconds === null ? null : landmark + horizonSeconds)}) order by person_id`,
        );
      expect(await rowsOf(before(log, landmark), null)).toEqual(await rowsOf(log, null));
      expect(await rowsOf(before(log, landmark + horizon), horizon)).toEqual(await rowsOf(log, horizon));
    }),
  );
});

test("events at or after the end of the label window change no label", async () => {
  await fc.assert(
    fc.asyncProperty(
      definition,
      log,
      moment,
      moment,
      fc.boolean(),
      async (of, log, cutoff, horizon, recurring) => {
        const labels = (of_: Log) =>
          idsOf(attainedWithin(of, inputsOf(of_), cutoff, cutoff + horizon, recurring));
        expect(await labels(before(log, cutoff + horizon))).toEqual(await labels(log));
      },
    ),
  );
});
