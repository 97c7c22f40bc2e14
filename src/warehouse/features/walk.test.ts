import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { parquet, table } from "../sql/sql.js";
import { eventsQuery, fieldsOf } from "./events.js";
import {
  cutoff,
  daysBefore,
  type Features,
  measure,
  measureAt,
  measureOne,
  planOf,
  type TraitRow,
  testEngine,
  type VisitEvent,
} from "./fixtures.js";
import { oracle } from "./oracle.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const people = [1, 2, 3];

/** The cutoffs, and the starts of their windows, where an off-by-one error shows. */
const edges = fc.constantFrom(0, 7, 30, 60, 90, 180, 200, 275, 335, 365, 730);
const times = fc
  .tuple(fc.oneof(edges, fc.integer({ min: -5, max: 900 })), fc.constantFrom(-1, 0, 1, secondsPerDay / 2))
  .map(([days, seconds]) => daysBefore(days) + seconds);
const amounts = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -500, max: 5000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 53, -(2 ** 53), 1e300, 9e9, -9e9) },
);
const categories = ["Toys", "Books", "Rare", "", "日本 🎁", "it's"];
const visit = fc.record({
  person: fc.constantFrom(...people),
  time: times,
  value: fc.option(amounts),
  category: fc.option(fc.oneof(fc.constantFrom(...categories), fc.string({ unit: "grapheme" }))),
  units: fc.option(fc.integer({ min: 0, max: 9 })),
});
const log = fc.array(visit, { maxLength: 40 });
/** A cutoff in the middle of a day splits visits; one before 1970 has negative times. */
const anyCutoff = fc.constantFrom(cutoff, daysBefore(200), daysBefore(0.5), daysBefore(20_400));
const runs = { numRuns: 10 };

test("every measure equals that of the oracle, for any log and any cutoffs at once", async () => {
  await fc.assert(
    fc.asyncProperty(log, fc.uniqueArray(anyCutoff, { minLength: 1 }), async (events, cutoffs) => {
      const measured = await measureAt(engine(), plan, { events }, people, cutoffs);
      for (const [i, at] of cutoffs.entries())
        for (const person of people) {
          const own = events.filter((event) => event.person === person);
          expectClose(measured[i]!.get(person)!, expected(own, at));
        }
    }),
    { numRuns: 25 },
  );
});

test("one walk over several cutoffs gives what a walk for each gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      log,
      log,
      traitRows,
      fc.uniqueArray(anyCutoff),
      async (events, refunds, traits, more) => {
        const cutoffs = [cutoff, ...more];
        const all = { events, refunds, traits };
        const together = await measureAt(engine(), everything, all, people, cutoffs);
        for (const [i, at] of cutoffs.entries())
          expect(together[i]).toEqual(await measure(engine(), everything, all, people, at));
      },
    ),
    runs,
  );
});

const everything = planOf(
  ["visit", "refund"],
  [
    { name: "tier", type: "text", values: [{ name: "gold", count: 5 }] },
    { name: "age", type: "number", values: [] },
  ],
  { goal: { stream: "refund", conditions: [] }, active: { stream: "visit", conditions: [] } },
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
    new Set(["events", "days", "order", "goal", "traits", "calendar"]),
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
  expect(year_sin! ** 2 + year_cos! ** 2).toBeCloseTo(1, 6);
});

test("a plan without features returns the spine", async () => {
  expect(await measureOne(engine(), { features: [] }, { events: [] })).toEqual({});
});

test("the statement that reads a stream", () => {
  const wanted = ["visit_count_30d", "visit_value_sum", "visit_category_books_share", "visit_units_mean"];
  const measures = planOf(["visit"]).features.flatMap((feature) =>
    wanted.includes(feature.name) && feature.over === "events" ? [feature.measure] : [],
  );
  const few = { relation: table("few"), count: 9, range: { from: 5n, until: 1000n } };
  const statement = eventsQuery({ events: parquet("events.parquet") }, few, cutoff, fieldsOf(measures));
  expect(statement.text).toMatchInlineSnapshot(`
    "
      select p.place,
        cast(event.event_time as double) as event_time,
        coalesce(cast(try_cast(round((event.value) * 1000000) as bigint) as double), 'nan') as value,
        coalesce(cast(try_cast(round(("event"."p_units") * 1000000) as bigint) as double), 'nan') as "number_0",
        if("event"."p_category" is null, 0, 2 + case "event"."p_category" when 'Books' then 1 else 0 end) as "bits_0"
      from read_parquet('events.parquet') as event join "few" as p on p.person_id = event.person_id
      where event.event_time < 1728000000 and event.person_id >= 5 and event.person_id < 1000
      order by all"
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
    else expect(Math.abs(measured[name]! - value), name).toBeLessThan(1e-5 + 1e-6 * Math.abs(value));
};
