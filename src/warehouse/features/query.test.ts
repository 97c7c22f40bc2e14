import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsPerDay } from "../../domain/resource.js";
import { parquet, table } from "../sql/sql.js";
import {
  cutoff,
  daysBefore,
  type Features,
  measure,
  measureOne,
  planOf,
  type TraitRow,
  testEngine,
  type VisitEvent,
} from "./fixtures.js";
import { oracle } from "./oracle.js";
import { featureQuery } from "./query.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const people = [1, 2, 3];

/** The cutoff and the starts of windows, where an off-by-one error shows. */
const edges = fc.constantFrom(0, 7, 30, 60, 90, 180, 275, 335, 365, 730);
const visit = fc.record({
  person: fc.constantFrom(...people),
  time: fc
    .tuple(fc.oneof(edges, fc.integer({ min: -5, max: 900 })), fc.constantFrom(-1, 0, 1, secondsPerDay / 2))
    .map(([days, seconds]) => daysBefore(days) + seconds),
  value: fc.option(fc.integer({ min: -500, max: 5000 }).map((cents) => cents / 100)),
  category: fc.option(fc.constantFrom("Toys", "Books", "Rare")),
  units: fc.option(fc.integer({ min: 0, max: 9 })),
});
const log = fc.array(visit, { maxLength: 40 });
/** A cutoff in the middle of a day splits visits. */
const anyCutoff = fc.constantFrom(cutoff, cutoff - 200 * secondsPerDay, cutoff - 3600 * 12);
const runs = { numRuns: 10 };

test("every measure equals that of the oracle, for any log and cutoff", async () => {
  await fc.assert(
    fc.asyncProperty(log, anyCutoff, async (events, at) => {
      const measured = await measure(engine(), plan, { events }, people, at);
      for (const person of people)
        expectClose(
          measured.get(person)!,
          expected(
            events.filter((event) => event.person === person),
            at,
          ),
        );
    }),
    runs,
  );
});

const everything = planOf(
  ["visit", "refund"],
  [
    { name: "tier", type: "text", values: [{ name: "gold", count: 5 }] },
    { name: "age", type: "number", values: [] },
  ],
);
const traitRows = fc.uniqueArray(fc.constantFrom(...people)).map((holders) =>
  holders.flatMap((who): TraitRow[] => [
    [who, "tier", "gold"],
    [who, "age", `${30 + who}`],
  ]),
);
const inPast = (events: readonly VisitEvent[], at: number) => events.filter(({ time }) => time < at);
const inFuture = (events: readonly VisitEvent[], at: number) =>
  events.map((event) => ({ ...event, time: at + Math.abs(event.time - at) }));

test("the plan of the leakage tests has features of every family", () => {
  expect(new Set(everything.features.map(({ over }) => over))).toEqual(
    new Set(["events", "days", "order", "traits", "calendar"]),
  );
});

test("no feature changes when events at or after the cutoff are removed or added", async () => {
  await fc.assert(
    fc.asyncProperty(log, log, log, traitRows, anyCutoff, async (events, refunds, more, traits, at) => {
      const features = (streams: { events: VisitEvent[]; refunds: VisitEvent[] }) =>
        measure(engine(), everything, { ...streams, traits }, people, at);
      const measured = await features({ events, refunds });
      const past = { events: inPast(events, at), refunds: inPast(refunds, at) };
      expect(await features(past)).toEqual(measured);
      const planted = inFuture(more, at);
      const grown = { events: [...past.events, ...planted], refunds: [...past.refunds, ...planted] };
      expect(await features(grown)).toEqual(measured);
    }),
    runs,
  );
});

test("a person's features do not depend on the other people in the spine", async () => {
  await fc.assert(
    fc.asyncProperty(log, async (events) => {
      const together = await measure(engine(), plan, { events }, people);
      const alone = await measure(engine(), plan, { events }, [2]);
      expect(alone.get(2)).toEqual(together.get(2));
    }),
    runs,
  );
});

test("a log shifted in time by whole days gives the same features at the shifted cutoff", async () => {
  await fc.assert(
    fc.asyncProperty(log, async (events) => {
      const shift = 100 * secondsPerDay;
      const later = events.map((event) => ({ ...event, time: event.time + shift }));
      const lasting = { features: plan.features.filter(({ over }) => over !== "calendar") };
      expect(await measure(engine(), lasting, { events: later }, people, cutoff + shift)).toEqual(
        await measure(engine(), lasting, { events }, people),
      );
    }),
    runs,
  );
});

test("the order of two streams is a number of days, and null where one is missing", async () => {
  const both = planOf(["visit", "refund"]);
  const events = [{ person: 1, time: daysBefore(10) }];
  const refunds = [{ person: 1, time: daysBefore(12.5) }];
  const name = "days_from_last_refund_to_last_visit";
  expect((await measureOne(engine(), both, { events, refunds }))[name]).toBe(2.5);
  expect((await measureOne(engine(), both, { events }))[name]).toBeNull();
});

test("the time of year is a point on the circle", async () => {
  const { year_sin, year_cos } = await measureOne(engine(), plan, { events: [] });
  expect(year_sin! ** 2 + year_cos! ** 2).toBeCloseTo(1, 12);
});

test("a plan without features returns the spine", async () => {
  expect(await measureOne(engine(), { features: [] }, { events: [] })).toEqual({});
});

test("the statement of a small plan", () => {
  const wanted = ["transaction_count_30d", "days_since_last_transaction", "transaction_gap_mean"];
  const small = { features: planOf(["transaction"]).features.filter(({ name }) => wanted.includes(name)) };
  const relations = { events: () => parquet("events.parquet"), traits: parquet("traits.parquet") };
  const statement = featureQuery(small, relations, table("eligible"), cutoff, { from: 0n, until: 1000n });
  expect(statement.text).toMatchInlineSnapshot(`
    "with "frame spine" as (select s.* from "eligible" as s where s.person_id >= 0 and s.person_id < 1000),
    "transaction past" as (
      select e.person_id, e.event_time
      from read_parquet('events.parquet') as e
      where e.event_time < 1728000000 and e.person_id >= 0 and e.person_id < 1000
        and e.person_id in (select s.person_id from "frame spine" as s)),
    "transaction events" as (
      select e.person_id,
        max(e.event_time) as last_time,
        count(*) filter (where e.event_time >= 1725408000) as "transaction_count_30d",
        cast((1728000000 - max(e.event_time)) as double) / 86400 as "days_since_last_transaction"
      from "transaction past" as e
      group by e.person_id),
    "transaction visits" as (
      select d.*, d.day - lag(d.day) over visits as gap,
        lag(d.day) over visits is null as is_first, lead(d.day) over visits is null as is_last
      from (
        select e.person_id, e.event_time // 86400 as day, max(e.event_time) as last_time
        from "transaction past" as e
        group by e.person_id, e.event_time // 86400
      ) as d
      window visits as (partition by d.person_id order by d.day)),
    "transaction days" as (
      select v.person_id,
        cast(sum(v.gap) as double) / nullif(cast(count(v.gap) as double), 0) as "transaction_gap_mean"
      from "transaction visits" as v
      group by v.person_id)
    select s.*,
      cast(coalesce("transaction events"."transaction_count_30d", 0) as double) as "transaction_count_30d",
      cast("transaction events"."days_since_last_transaction" as double) as "days_since_last_transaction",
      cast("transaction days"."transaction_gap_mean" as double) as "transaction_gap_mean"
    from "frame spine" as s
    left join "transaction events" on "transaction events"."person_id" = s.person_id
    left join "transaction days" on "transaction days"."person_id" = s.person_id
    order by s.person_id"
  `);
});

const expected = (events: readonly VisitEvent[], at: number): Features =>
  Object.fromEntries(
    plan.features.flatMap((feature) =>
      feature.over === "events" || feature.over === "days"
        ? [[feature.name, oracle(feature.measure, events, at)]]
        : [],
    ),
  );

const expectClose = (measured: Features, wanted: Features) => {
  for (const [name, value] of Object.entries(wanted))
    if (value === null) expect(measured[name], name).toBeNull();
    else expect(measured[name], name).toBeCloseTo(value, 4);
};
