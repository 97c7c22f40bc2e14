import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ActiveAggregation } from "../../domain/outcome/active-value.js";
import { seededRandom } from "../../model/numeric/random.js";
import { type Engine, openEngine } from "../engine.js";
import { activeValues, type DatedPeople, type OwnPastColumn, ownPast } from "./active-values.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "active-values-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const races: CohortConfig = { stream_name: "purchase" };
type Events = { person: number; at: number; value: number }[];
const logOf = (events: Events): Log => ({ people: [1, 2, 3, 4, 5], events });

/** People 1 to 5 at each cutoff; rows are numbered cutoff after cutoff. */
const dated = async (
  windows: readonly { from: number; until: number }[],
  ids = everyone,
): Promise<DatedPeople> => {
  const rows = windows.flatMap((window) => ids.map((id) => ({ id, ...window })));
  const times = (of: "from" | "until") => windows.map((window) => window[of]);
  return {
    rows: await engine.createTableOf("dated", {
      row: Int32Array.from(rows, (_, i) => i),
      person_id: BigInt64Array.from(rows, ({ id }) => BigInt(id)),
      cutoff: BigInt64Array.from(rows, ({ from }) => BigInt(from)),
      until: BigInt64Array.from(rows, ({ until }) => BigInt(until)),
    }),
    people: { from: BigInt(Math.min(...ids)), to: BigInt(Math.max(...ids)) },
    times: {
      from: Math.min(...times("from")),
      to: Math.max(...times("from")),
      until: Math.max(...times("until")),
    },
  };
};
const everyone = [1, 2, 3, 4, 5];

const within = async (
  events: Events,
  aggregation: ActiveAggregation,
  span: { from: number; until: number },
) => {
  const figure = { aggregation, property: null };
  const query = activeValues(races, inputsOf(logOf(events)), figure, await dated([span]));
  const rows = await engine.rows<{ row: number; value: number }>(query);
  return Object.fromEntries(rows.map(({ row, value }) => [row + 1, value]));
};

type Past = { row: number } & Record<OwnPastColumn, number>;
const before = async (events: Events, aggregation: ActiveAggregation, cutoff: number, ids = everyone) => {
  const people = await dated([{ from: cutoff, until: cutoff + 10 }], ids);
  const query = ownPast(races, inputsOf(logOf(events)), { aggregation, property: null }, people);
  const rows = await engine.rows<Past>(query);
  return Object.fromEntries(rows.map(({ row, ...past }) => [ids[row]!, past]));
};

const plain: Record<ActiveAggregation, (own: Events) => number> = {
  mean: (own) => own.reduce((sum, { value }) => sum + value, 0) / own.length,
  minimum: (own) => Math.min(...own.map(({ value }) => value)),
  maximum: (own) => Math.max(...own.map(({ value }) => value)),
  last: (own) => own.toSorted((a, b) => a.at - b.at || a.value - b.value).at(-1)!.value,
};
const aggregations = Object.keys(plain) as ActiveAggregation[];

const randomLog = (seed: number): Events => {
  const random = seededRandom(seed);
  return Array.from({ length: 60 }, () => ({
    person: 1 + Math.floor(5 * random()),
    at: Math.floor(60 * random()),
    value: Math.floor(20 * random()) - 10,
  }));
};

test.each(aggregations)("the %s is that of the events in the window alone", async (aggregation) => {
  for (let seed = 1; seed <= 8; seed++) {
    const events = randomLog(seed);
    const found = await within(events, aggregation, { from: 20, until: 35 });
    for (let person = 1; person <= 5; person++) {
      const own = events.filter((event) => event.person === person && event.at >= 20 && event.at < 35);
      if (own.length === 0) expect(found).not.toHaveProperty(`${person}`);
      else expect(found[person], `seed ${seed}`).toBeCloseTo(plain[aggregation](own), 9);
    }
  }
});

test("an event at the cutoff is in the window, and one at its end is not", async () => {
  const events = [
    { person: 1, at: 20, value: -3 },
    { person: 1, at: 35, value: 100 },
    { person: 2, at: 19, value: 7 },
  ];
  expect(await within(events, "mean", { from: 20, until: 35 })).toEqual({ 1: -3 });
  expect(Object.keys(await before(events, "mean", 20))).toEqual(["2"]);
});

test.each(aggregations)(
  "nothing at or after the cutoff is in people's own past (%s)",
  async (aggregation) => {
    for (let seed = 1; seed <= 8; seed++) {
      const events = randomLog(seed);
      const known = events.filter(({ at }) => at < 40);
      expect(await before(events, aggregation, 40)).toEqual(await before(known, aggregation, 40));
    }
  },
);

test("the past is counted in windows back from the cutoff, those without an event left out", async () => {
  const events = [
    { person: 1, at: 39, value: 4 },
    { person: 1, at: 30, value: 6 },
    { person: 1, at: 29, value: 1 },
    { person: 1, at: 3, value: 3 },
    { person: 2, at: 0, value: -8 },
  ];
  expect(await before(events, "mean", 40)).toMatchObject({
    1: { windows: 3, own_mean: 3, own_recent: 3, own_last: 5 },
    2: { windows: 1, own_mean: -8, own_recent: -8, own_last: -8 },
  });
  expect(await before(events, "last", 40, [1])).toMatchObject({ 1: { own_last: 4 } });
  expect(Object.keys(await before(events, "last", 40, [2]))).toEqual(["2"]);
});

test("the mean of the newest five windows is recent", async () => {
  const events = Array.from({ length: 8 }, (_, i) => ({ person: 1, at: 10 * i, value: i }));
  expect(await before(events, "maximum", 80)).toMatchObject({
    1: { windows: 8, own_mean: 3.5, own_recent: 5, own_last: 7 },
  });
});

test("means over the last few events are those of the events before the cutoff, whenever they were", async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const events = randomLog(seed);
    const found = await before(events, "mean", 40);
    for (let person = 1; person <= 5; person++) {
      const values = events
        .filter((event) => event.person === person && event.at < 40)
        .toSorted((a, b) => b.at - a.at || b.value - a.value)
        .map(({ value }) => value);
      const mean = (own: number[]) => own.reduce((sum, value) => sum + value, 0) / own.length;
      if (values.length === 0) continue;
      const { events: count, own_last_3, own_last_10, own_last_30, own_trend, ...past } = found[person]!;
      expect(count).toBe(values.length);
      expect(own_last_3).toBeCloseTo(mean(values.slice(0, 3)), 9);
      expect(own_last_10).toBeCloseTo(mean(values.slice(0, 10)), 9);
      expect(own_last_30).toBeCloseTo(mean(values.slice(0, 30)), 9);
      expect(own_trend).toBeCloseTo(own_last_3 - own_last_10, 9);
      expect(past.own_least).toBe(Math.min(...values.slice(0, 10)));
      expect(past.own_most).toBe(Math.max(...values.slice(0, 10)));
    }
  }
});

test("an event without a number is no event", async () => {
  const missing = { person: 1, at: 21, value: null as unknown as number };
  const events = [missing, { person: 1, at: 22, value: 5 }, { ...missing, person: 2 }];
  expect(await within(events, "maximum", { from: 20, until: 35 })).toEqual({ 1: 5 });
});

test("each row is as of its own cutoff, whichever others are read with it", async () => {
  const events = randomLog(9);
  const windows = [10, 25, 40].map((from) => ({ from, until: from + 10 }));
  const figure = { aggregation: "mean", property: null } as const;
  const inputs = inputsOf(logOf(events));
  const values = await engine.rows<Past>(ownPast(races, inputs, figure, await dated(windows)));
  const had = await engine.rows<{ row: number; value: number }>(
    activeValues(races, inputs, figure, await dated(windows)),
  );
  for (const [i, window] of windows.entries()) {
    const own = <R extends { row: number }>(rows: R[]) =>
      rows.filter(({ row }) => Math.floor(row / everyone.length) === i);
    const person = (row: number) => (row % everyone.length) + 1;
    const pasts = own(values).map(({ row, ...past }) => [person(row), past] as const);
    expect(Object.fromEntries(pasts)).toEqual(await before(events, "mean", window.from));
    const alone = own(had).map(({ row, value }) => [person(row), value] as const);
    expect(Object.fromEntries(alone)).toEqual(await within(events, "mean", window));
  }
});
