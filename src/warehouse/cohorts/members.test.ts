import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { cohortMembers } from "./members.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "members-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const day = secondsPerDay;
const cutoff = 100 * day;

/** 1 bought once, 2 twice, 3 three times (once exactly at the cutoff); 4 only cancelled; 5 is known by traits alone. */
const log: Log = {
  people: [1, 2, 3, 4, 5],
  events: [
    { person: 1, at: 10 * day, value: 50, kind: "online" },
    { person: 2, at: 20 * day, value: 0.1, kind: "online" },
    { person: 2, at: 90 * day, value: 0.2, kind: "shop" },
    { person: 3, at: 60 * day, value: null, kind: null },
    { person: 3, at: 99 * day, value: 7, kind: "shop" },
    { person: 3, at: cutoff, value: 1000, kind: "online" },
    { person: 4, at: 5 * day, stream: "cancellation" },
  ],
  traits: [
    { person: 1, trait: "tier", value: "gold" },
    { person: 2, trait: "tier", value: "silver" },
    { person: 5, trait: "tier", value: "gold" },
    { person: 2, trait: "age", value: "41" },
    { person: 5, trait: "age", value: "9" },
  ],
};

const membersOf = async (definition: CohortConfig, of = log): Promise<number[]> => {
  const members = cohortMembers(definition, inputsOf(of), cutoff);
  const rows = await engine.rows<{ person_id: number }>(
    sql`select person_id from (${members}) order by person_id`,
  );
  return rows.map(({ person_id }) => person_id);
};
const purchase = { stream_name: "purchase" };

test.each<[string, CohortConfig, number[]]>([
  ["without bounds, at least one event makes a member", purchase, [1, 2, 3]],
  ["an upper bound alone still asks for one event", { ...purchase, max_count: 1 }, [1]],
  ["an event exactly at the cutoff is future", { ...purchase, min_count: 3 }, []],
  ["a lower bound of zero lets in who has no event", { ...purchase, min_count: 0, max_count: 1 }, [1, 4, 5]],
  ["an upper bound of zero selects people without events", { ...purchase, max_count: 0 }, [4, 5]],
  [
    "the sum of values reaches its lower bound, as 0.1 + 0.2 reaches 0.3",
    { ...purchase, min_value: 0.3 },
    [1, 2, 3],
  ],
  [
    "the sum of values does not pass its upper bound, as 0.1 + 0.2 does not pass 0.3",
    { ...purchase, max_value: 0.3 },
    [2],
  ],
  ["a missing value adds nothing", { ...purchase, min_value: 7, max_value: 7 }, [3]],
])("%s", async (_, definition, expected) => {
  expect(await membersOf(definition)).toEqual(expected);
});

test.each<[string, CohortConfig, number[]]>([
  [
    "conditions select the events that are counted",
    { ...purchase, min_count: 2, stream_conditions: [{ property: "kind", _nnull: true }] },
    [2],
  ],
  [
    "a condition can match events without the property",
    { ...purchase, stream_conditions: [{ property: "kind", _null: true }] },
    [3],
  ],
  [
    "a condition can compare the value like a property",
    { ...purchase, stream_conditions: [{ property: "value", _gt: 6 }] },
    [1, 3],
  ],
  [
    "a condition can compare the datetime as ISO text, where a plain date means its first second",
    {
      ...purchase,
      stream_conditions: [{ property: "datetime", _gte: "1970-03-02", _lt: "1970-04-01T00:00:00Z" }],
    },
    [3],
  ],
  [
    "recency is computed from the matching events",
    {
      ...purchase,
      stream_conditions: [{ property: "kind", _eq: "online" }],
      recency: { occurrence: "last", min_days: 80 },
    },
    [1, 2],
  ],
  [
    "days since the last event, both bounds inclusive",
    { ...purchase, recency: { occurrence: "last", min_days: 1, max_days: 10 } },
    [2, 3],
  ],
  [
    "days since the first event",
    { ...purchase, recency: { occurrence: "first", min_days: 41, max_days: 80 } },
    [2],
  ],
  [
    "a person without events has no recency, even if a count of zero is allowed",
    { ...purchase, min_count: 0, recency: { occurrence: "last", min_days: 1 } },
    [1, 2, 3],
  ],
])("%s", async (_, definition, expected) => {
  expect(await membersOf(definition)).toEqual(expected);
});

test.each<[string, CohortConfig, number[]]>([
  ["traits alone make a cohort", { traits: [{ name: "tier", _eq: "gold" }] }, [1, 5]],
  ["numbers in traits are compared as numbers", { traits: [{ name: "age", _gt: 10 }] }, [2]],
  ["_null asks for people without the trait", { traits: [{ name: "age", _null: true }] }, [1, 3, 4]],
  [
    "several traits must all hold",
    {
      traits: [
        { name: "tier", _eq: "gold" },
        { name: "age", _lt: 10 },
      ],
    },
    [5],
  ],
  [
    "one of several optional traits is enough",
    {
      traits: [
        { name: "tier", _eq: "silver", optional: true },
        { name: "age", _lt: 10, optional: true },
      ],
    },
    [2, 5],
  ],
  ["with a stream, both must hold", { ...purchase, traits: [{ name: "tier", _eq: "gold" }] }, [1]],
])("%s", async (_, definition, expected) => {
  expect(await membersOf(definition)).toEqual(expected);
});

test("part of a day is not yet a day", async () => {
  const of = (at: number) => ({ people: [1], events: [{ person: 1, at }] });
  const definition: CohortConfig = { ...purchase, recency: { occurrence: "last", min_days: 1, max_days: 1 } };
  expect(await membersOf(definition, of(cutoff - day + 1))).toEqual([]);
  expect(await membersOf(definition, of(cutoff - day))).toEqual([1]);
  expect(await membersOf(definition, of(cutoff - 2 * day + 1))).toEqual([1]);
  expect(await membersOf(definition, of(cutoff - 2 * day))).toEqual([]);
});

test("an undated stream counts all its events", async () => {
  const undated = { ...log, undatedStreams: ["purchase"] };
  expect(await membersOf({ ...purchase, min_count: 3 }, undated)).toEqual([3]);
});
