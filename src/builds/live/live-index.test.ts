// Live scores of random worlds, compared with a build of the same moment: cohorts, population, status, every family
// of features and the probability, bit for bit.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { StreamResult } from "../../domain/data/stream.js";
import { emptyFrame } from "../../domain/outcome/frame.js";
import { found, resolution } from "../../domain/people/fixtures.js";
import type { ScopeConfig } from "../../domain/pipeline/scope.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { fitCandidate } from "../../model/propensity/candidates/registry.js";
import { labelled } from "../../model/propensity/rows.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import {
  cutoff,
  daysBefore,
  eventsRelation,
  planOf,
  type TraitRow,
  traitsRelation,
  type VisitEvent,
} from "../../warehouse/features/fixtures.js";
import { outcomeFiles, peopleFiles, scopeFiles, streamFiles } from "../../warehouse/relations.js";
import { parquet, sql } from "../../warehouse/sql/sql.js";
import { buildCohort } from "../cohort/step.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import type { OutcomeSpec } from "../outcome/prediction-task.js";
import type { StoredModel } from "../outcome/stored-model.js";
import { scopeWith } from "../scope/step.js";
import { mayLackEvents } from "../scope/without-events.js";
import { LiveIndex } from "./live-index.js";

const root = mkdtempSync(path.join(tmpdir(), "live-index-"));
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 2, tempDir: mkdtempSync(path.join(root, "engine-")) });
  writeModel();
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const plan = planOf(
  ["visit", "refund"],
  [
    { name: "tier", type: "text", values: [{ name: "gold", count: 5 }] },
    { name: "age", type: "number", values: [] },
  ],
  { goal: { stream: "refund", conditions: [] }, active: { stream: "visit", conditions: [] } },
);

test("the plan of these tests has features of every family that is live", () => {
  expect(new Set(plan.features.map(({ over }) => over))).toEqual(
    new Set(["events", "days", "order", "goal", "traits", "calendar"]),
  );
});

/** Trees and a line, so that a bit of any feature tells. */
const writeModel = () => {
  const rows = 400;
  const names = plan.features.map(({ name }) => name);
  const noise = (row: number, feature: number) => Math.sin(row * 12.9898 + feature * 78.233) * 50;
  const columns = names.map((_, f) => Float32Array.from({ length: rows }, (_, row) => noise(row, f)));
  const label = Uint8Array.from({ length: rows }, (_, row) =>
    Number(columns[0]![row]! + columns[3]![row]! > 0),
  );
  const frame = labelled({
    ...emptyFrame(names),
    rows,
    label,
    columns,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row)),
    landmark: new Float64Array(rows),
  });
  const options = { rfm: [], visits: [], horizonDays: 30, seed: 1, averaged: 1 };
  const member = (name: "logistic" | "trees", weight: number) => ({
    name,
    weight,
    fitted: fitCandidate(name, frame, options, 20),
  });
  const stored: StoredModel = {
    plan,
    model: {
      features: names,
      members: [member("logistic", 0.6), member("trees", 0.4)],
      calibration: { map: { method: "identity" }, shift: -0.3 },
    },
    challengers: [],
    references: [],
    levelMargin: null,
  };
  mkdirSync(path.join(root, "outcome"));
  writeFileSync(outcomeFiles(path.join(root, "outcome")).model, JSON.stringify(stored));
};

interface World {
  visits: VisitEvent[];
  refunds: VisitEvent[];
  traits: TraitRow[];
}

const result = (events: readonly VisitEvent[]): StreamResult => ({
  event_count: events.length,
  people_count: 4,
  oldest: null,
  newest: Math.max(0, ...events.map(({ time }) => time)),
  hasValue: true,
  isDated: true,
  events_by_month: [],
  properties: {
    category: {
      type: "text",
      statistical_type: "categorical",
      breaks: [],
      categories: [],
      emitted_by_datasets: [],
    },
    units: {
      type: "number",
      statistical_type: "continuous",
      breaks: [],
      categories: [],
      emitted_by_datasets: [],
    },
  },
  event_contribution_by_dataset: {},
});

/** The files of a build of these events as of a moment. */
const writeAccount = async (
  people: readonly number[],
  { visits, refunds, traits }: World,
  dataThrough: number,
): Promise<AccountSnapshot> => {
  const dir = mkdtempSync(path.join(root, "account-"));
  await engine.createTableOf("everyone", { person_id: BigInt64Array.from(people, BigInt) });
  await engine.writeParquet(sql`select * from everyone`, peopleFiles(dir).people);
  await engine.writeParquet(
    sql`select person_id, person_id as identity_key, cast(0 as bigint) as first_seen from everyone`,
    peopleFiles(dir).persons,
  );
  await engine.writeParquet(
    sql`select * from ${traitsRelation(traits)} as t where t.person_id in (select e.person_id from everyone as e)`,
    peopleFiles(dir).traits,
  );
  const streams = [];
  for (const [name, events] of Object.entries({ visit: visits, refund: refunds })) {
    const own = path.join(dir, name);
    mkdirSync(own);
    await engine.writeParquet(
      sql`select * from ${eventsRelation(events)} as e order by e.person_id, e.event_time`,
      streamFiles(own).events,
    );
    streams.push({ name, dir: own, result: result(events) });
  }
  return {
    dataThrough,
    peopleDir: dir,
    people: {
      people_count: people.length,
      data_through: dataThrough,
      datasets: {},
      traits: [
        { name: "tier", type: "text", found },
        { name: "age", type: "number", found },
      ],
      resolution,
    },
    streams: streams.sort((a, b) => (a.name < b.name ? -1 : 1)),
    places: [],
  };
};

interface Question {
  include: CohortConfig[];
  exclude: CohortConfig[];
  attainment: CohortConfig;
  eligible: CohortConfig | null;
  attrition: CohortConfig | null;
}

const specOf = ({ attainment, eligible, attrition }: Question): OutcomeSpec => ({
  config: { attainment_cohort_id: "a" },
  attainment,
  eligible,
  attrition,
});

/** The scores of everyone in the population by a build of the account. */
const built = async (account: AccountSnapshot, question: Question) => {
  const tools = (dir: string) => ({ engine, dir, now: 0, seed: 1, progress: () => {} });
  const cohort = async (config: CohortConfig | null) => {
    if (config === null) return null;
    const dir = mkdtempSync(path.join(root, "cohort-"));
    await buildCohort({ config, account }, tools(dir));
    return dir;
  };
  const all = async (configs: CohortConfig[]) => {
    const dirs: string[] = [];
    for (const config of configs) dirs.push((await cohort(config))!);
    return dirs;
  };
  const config: ScopeConfig = {
    population: { cohort_ids: [] },
    payload: { outcome_ids: ["o"] },
    preview: false,
  };
  const outcome = {
    id: "o",
    name: "Buys",
    dir: path.join(root, "outcome"),
    config: specOf(question).config,
    result: { mode: "point_in_time", landmarks: [], horizon_days: 30 } as never,
    spec: specOf(question),
    attainmentDir: (await cohort(question.attainment))!,
    eligibleDir: await cohort(question.eligible),
    attritionDir: await cohort(question.attrition),
  };
  const dir = mkdtempSync(path.join(root, "scope-"));
  const input = {
    config,
    includeDirs: await all(question.include),
    excludeDirs: await all(question.exclude),
    outcomes: [outcome],
    account,
    tracking: null,
  };
  await scopeWith([], input, tools(dir));
  const rows = await engine.rows<{ person_id: number; status_0: string; probability_0: number | null }>(
    sql`select s.person_id, s.status_0, s.probability_0 from ${parquet(scopeFiles(dir).scores)} as s`,
  );
  return new Map(
    rows.map((row) => [row.person_id, { status: row.status_0, probability: row.probability_0 }]),
  );
};

const known = [1, 2, 3, 4];
/** The fifth comes after the build. */
const people = [...known, 5];

const edges = fc.constantFrom(0, 7, 30, 60, 90, 180, 200, 275, 335, 365, 730);
const times = fc
  .tuple(fc.oneof(edges, fc.integer({ min: -5, max: 900 })), fc.constantFrom(-1, 0, 1, secondsPerDay / 2))
  .map(([days, seconds]) => daysBefore(days) + seconds);
const amounts = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -500, max: 5000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.constantFrom(0.1 + 0.2, 1.0000005, -1e-7, 1e300, 4e9) },
);
const visit = (who: readonly number[]) =>
  fc.record({
    person: fc.constantFrom(...who),
    time: times,
    value: fc.option(amounts),
    category: fc.option(fc.constantFrom("Toys", "Books", "Rare", "", "it's")),
    units: fc.option(fc.integer({ min: 0, max: 9 })),
  });
const events = (who: readonly number[]) => fc.array(visit(who), { maxLength: 25 });
const traits = fc.uniqueArray(fc.constantFrom(...known)).map((holders) =>
  holders.flatMap((who): TraitRow[] => [
    [who, "tier", who % 2 === 0 ? "gold" : "silver"],
    [who, "age", `${30 + who}`],
  ]),
);

const counts = fc.record(
  { min_count: fc.integer({ min: 0, max: 3 }), max_count: fc.integer({ min: 0, max: 4 }) },
  { requiredKeys: [] },
);
const bounds = fc.record(
  { min_value: fc.constantFrom(0, 0.3, 10, 24.90005, -3), max_value: fc.constantFrom(60, 0.30000001, 100) },
  { requiredKeys: [] },
);
const recency = fc.record({
  recency: fc.record(
    {
      occurrence: fc.constantFrom("first" as const, "last" as const),
      min_days: fc.constantFrom(0, 7, 30),
      max_days: fc.constantFrom(60, 90, 365),
    },
    { requiredKeys: ["occurrence"] },
  ),
});
const choices = fc.constantFrom<Partial<CohortConfig>>(
  {},
  { stream_conditions: [{ property: "category", _in: ["Toys", "Books"] }] },
  { stream_conditions: [{ property: "category", _null: true }] },
  { stream_conditions: [{ property: "units", _gte: 4 }] },
  { traits: [{ name: "tier", _eq: "gold" }] },
  { traits: [{ name: "tier", _null: true }] },
  { not_followed_by: ["refund"] },
  { not_followed_by: ["visit", "refund"] },
);
const ofEvents = fc
  .tuple(fc.constantFrom("visit", "refund"), fc.oneof(counts, bounds, recency), choices)
  .map(([stream_name, bound, choice]): CohortConfig => ({ stream_name, ...bound, ...choice }));
const cohort = fc.oneof(
  { weight: 6, arbitrary: ofEvents },
  { weight: 1, arbitrary: fc.constant<CohortConfig>({ traits: [{ name: "age", _gte: 32 }] }) },
  { weight: 1, arbitrary: fc.constant<CohortConfig>({ traits: [{ name: "tier", _null: true }] }) },
);
const question: fc.Arbitrary<Question> = fc.record({
  include: fc.array(cohort, { maxLength: 2 }),
  exclude: fc.array(cohort, { maxLength: 1 }),
  attainment: ofEvents.map((definition) => ({ ...definition, min_count: definition.min_count ?? 3 })),
  eligible: fc.option(cohort, { freq: 2 }),
  attrition: fc.option(cohort, { freq: 1 }),
});
const moment = fc.constantFrom(cutoff, cutoff + 1, daysBefore(-6), daysBefore(200), daysBefore(0.5));

test("a live score is that of a build of the same moment, in every bit", async () => {
  let [scored, withoutEvents] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.record({ visits: events(known), refunds: events(known), traits }),
      fc.array(fc.record({ visits: events(people), refunds: events(people) }), { maxLength: 3 }),
      question,
      moment,
      async (before, arrivals, wanted, at) => {
        const oldest = Math.min(cutoff, at);
        const account = await writeAccount(known, before, oldest);
        const spec = specOf(wanted);
        const outcome = {
          id: "o",
          name: "Buys",
          dir: path.join(root, "outcome"),
          spec,
          mayLackEvents: mayLackEvents(spec, account),
        };
        const pipeline = {
          id: "s",
          name: "All",
          include: wanted.include,
          exclude: wanted.exclude,
          outcomes: [outcome],
        };
        const dir = mkdtempSync(path.join(root, "index-"));
        const index = await LiveIndex.make(engine, dir, account, [pipeline]);
        for (const { visits, refunds } of arrivals) {
          await index.add("visit", eventsRelation(visits));
          await index.add("refund", eventsRelation(refunds));
        }
        const after = {
          traits: before.traits,
          visits: [...before.visits, ...arrivals.flatMap(({ visits }) => visits)],
          refunds: [...before.refunds, ...arrivals.flatMap(({ refunds }) => refunds)],
        };
        const batch = await built(await writeAccount(people, after, at), wanted);
        const live = index.score(people.map(BigInt), at, false);
        for (const [i, person] of people.entries()) {
          const own = live[i]![0]?.outcomes[0];
          const { status, probability, obstacle } = own ?? nobody;
          if (obstacle === "no_events" || batch.get(person)?.status === "no_events") {
            expect({ person, obstacle, ...batch.get(person) }).toMatchObject({
              obstacle: "no_events",
              status: "no_events",
            });
            withoutEvents++;
          }
          if (status === "unavailable") continue;
          expect({ person, status, probability }).toEqual({
            person,
            status: undefined,
            probability: undefined,
            ...batch.get(person),
          });
          if (status === "scored") scored++;
        }
        index.close();
      },
    ),
    { numRuns: 60 },
  );
  expect(scored).toBeGreaterThan(30);
  expect(withoutEvents).toBeGreaterThan(2);
});

const nobody = { status: undefined, probability: undefined, obstacle: undefined };

test("where the index would take too much disk, scores are unavailable and say so", async () => {
  const visits = [1, 2, 3].map((person) => ({ person, time: daysBefore(person), value: 1 }));
  const account = await writeAccount(known, { visits, refunds: [], traits: [] }, cutoff);
  const attainment = { stream_name: "visit", min_count: 3 };
  const spec = specOf({ include: [], exclude: [], attainment, eligible: null, attrition: null });
  const outcome = { id: "o", name: "Buys", dir: path.join(root, "outcome"), spec, mayLackEvents: true };
  const pipelines = [{ id: "s", name: "All", include: [], exclude: [], outcomes: [outcome] }];
  const statusWith = async (bytes: number) => {
    const dir = mkdtempSync(path.join(root, "index-"));
    const index = await LiveIndex.make(engine, dir, account, pipelines, [], bytes);
    const { status, obstacle } = index.score([1n], cutoff, false)[0]![0]!.outcomes[0]!;
    index.close();
    return { status, obstacle };
  };
  expect(await statusWith(100)).toEqual({ status: "unavailable", obstacle: "too_many_events" });
  expect(await statusWith(10_000)).toEqual({ status: "scored", obstacle: undefined });
});
