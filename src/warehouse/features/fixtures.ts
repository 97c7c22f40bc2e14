// Event logs for the tests of features: rows of the streams `visit` and `refund`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { StreamResult } from "../../domain/data/stream.js";
import type { FeaturePlan } from "../../domain/outcome/features/feature.js";
import type { GoalEvents } from "../../domain/outcome/features/goal.js";
import type { GroupOptions } from "../../domain/outcome/features/group.js";
import { planFeatures, type TraitSummary } from "../../domain/outcome/features/plan.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { StreamProperties } from "../cohorts/inputs.js";
import { type Engine, openEngine } from "../engine.js";
import { ident, join, type Relation, type Sql, type SqlValue, sql } from "../sql/sql.js";
import type { Spine } from "./frame-rows.js";
import { walk } from "./walk.js";

export interface VisitEvent {
  person: number;
  time: number;
  value?: number | null;
  category?: string | null;
  units?: number | null;
}

/** Midnight UTC, so that the tests can count in whole days. */
export const cutoff = 20_000 * secondsPerDay;
export const daysBefore = (days: number): number => cutoff - days * secondsPerDay;

const streamResult: StreamResult = {
  event_count: 100,
  people_count: 10,
  oldest: daysBefore(1000),
  newest: cutoff,
  hasValue: true,
  isDated: true,
  events_by_month: [],
  properties: {
    category: {
      type: "text",
      statistical_type: "categorical",
      breaks: [],
      categories: [
        { name: "Toys", count: 60 },
        { name: "Books", count: 40 },
      ],
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
};

const nothingBlocked = { blocklist: [], blockedProviders: [], excludeStreams: [], landmarkSpanDays: 500 };

export const planOf = (
  streams: readonly string[],
  traits: readonly TraitSummary[] = [],
  goal: GoalEvents | undefined = undefined,
  groups: GroupOptions | undefined = undefined,
) =>
  planFeatures(
    streams.map((name) => ({ name, result: streamResult })),
    traits,
    { ...nothingBlocked, goal, groups },
  );

/** An engine for the tests of one file. */
export const testEngine = (): (() => Engine) => {
  const tempDir = mkdtempSync(path.join(tmpdir(), "features-"));
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ memoryMb: 256, threads: 2, tempDir });
  });
  afterAll(() => {
    engine.close();
    rmSync(tempDir, { recursive: true });
  });
  return () => engine;
};

export const eventsRelation = (events: readonly VisitEvent[]): Relation => sql`(
  select cast(person_id as bigint) as person_id, cast(event_time as bigint) as event_time, cast(0 as bigint) as arrival_time,
    cast(value as double) as value, cast(p_category as varchar) as p_category, cast(p_units as double) as p_units
  from (${rowsOf(
    ["person_id", "event_time", "value", "p_category", "p_units"],
    events.map(({ person, time, value, category, units }) => [
      person,
      time,
      value ?? null,
      category ?? null,
      units ?? null,
    ]),
  )}))`;

export type TraitRow = readonly [person: number, trait: string, value: string | null];

export const traitsRelation = (
  traits: readonly TraitRow[],
): Relation => sql`(select cast(person_id as bigint) as person_id, cast(trait as varchar) as trait, cast(value as varchar) as value
    from (${rowsOf(["person_id", "trait", "value"], traits)}))`;

/** Spine of one landmark with all of `people`. */
const spineOf = (people: readonly number[], cutoff: number): Spine => ({
  cutoff,
  people: sql`
    select cast(person_id as bigint) as person_id
    from (${rowsOf(
      ["person_id"],
      people.map((person) => [person]),
    )})`,
});

const properties: StreamProperties = new Map([
  ["category", { name: "category", type: "text" }],
  ["units", { name: "units", type: "number" }],
]);

/** Features by person, of the streams `visit` (`events`) and `refund`. */
export interface Log {
  events: readonly VisitEvent[];
  refunds?: readonly VisitEvent[];
  traits?: readonly TraitRow[];
}
export type Features = Record<string, number | null>;

/** The features of people at each of the cutoffs, read in small parts. */
export const measureAt = async (
  engine: Engine,
  plan: FeaturePlan,
  log: Log,
  people: readonly number[],
  cutoffs: readonly number[],
): Promise<Map<number, Features>[]> => {
  const streams: Record<string, Relation> = {
    visit: eventsRelation(log.events),
    refund: eventsRelation(log.refunds ?? []),
  };
  const relations = {
    events: (stream: string) => streams[stream]!,
    properties: () => properties,
    traits: traitsRelation(log.traits ?? []),
  };
  const spines = cutoffs.map((cutoff) => spineOf(people, cutoff));
  const found = cutoffs.map(() => new Map<number, Features>());
  for await (const frames of walk(engine, plan, relations, spines, { eventsPerPart: 30, eventsAtOnce: 9 }))
    frames.forEach((frame, i) => {
      frame.personId.forEach((person, row) => {
        found[i]!.set(Number(person), featuresOf(frame, row));
      });
    });
  return found;
};

const featuresOf = ({ names, columns }: Frame, row: number): Features =>
  Object.fromEntries(names.map((name, f) => [name, asWritten(columns[f]![row]!)]));

/** A number of a frame has seven digits; null where it is unknown. */
const asWritten = (number: number): number | null =>
  Number.isNaN(number) ? null : Number(number.toPrecision(7));

export const measure = async (
  engine: Engine,
  plan: FeaturePlan,
  log: Log,
  people: readonly number[],
  at = cutoff,
): Promise<Map<number, Features>> => (await measureAt(engine, plan, log, people, [at]))[0]!;

/** The features of person 1. */
export const measureOne = async (engine: Engine, plan: FeaturePlan, log: Log): Promise<Features> =>
  (await measure(engine, plan, log, [1])).get(1)!;

const rowsOf = (names: readonly string[], rows: readonly (readonly SqlValue[])[]): Sql => {
  const select = (values: readonly SqlValue[]) =>
    sql`select ${join(names.map((name, i) => sql`${values[i] ?? null} as ${ident(name)}`))}`;
  return rows.length === 0 ? sql`${select([])} where false` : join(rows.map(select), " union all ");
};
