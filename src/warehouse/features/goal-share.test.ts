import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChosenEvents } from "../../domain/outcome/features/feature.js";
import {
  cutoff,
  daysBefore,
  type Features,
  measureAt,
  planOf,
  testEngine,
  type VisitEvent,
} from "./fixtures.js";

const engine = testEngine();
const toys: ChosenEvents = { stream: "visit", conditions: [{ property: "category", _eq: "Toys" }] };
const several: ChosenEvents = { stream: "visit", conditions: [{ property: "units", _gte: 2 }] };
const visits: ChosenEvents = { stream: "visit", conditions: [] };
const refunds: ChosenEvents = { stream: "refund", conditions: [] };
const goals = [
  { goal: toys, active: visits },
  { goal: toys, active: several },
  { goal: refunds, active: visits },
  { goal: refunds, active: toys },
];

const people = [1, 2, 3];
const moments = fc.integer({ min: -3, max: 40 }).map((days) => daysBefore(days / 2));
const log = fc.array(
  fc.record({
    person: fc.constantFrom(...people),
    time: moments,
    category: fc.option(fc.constantFrom("Toys", "Books")),
    units: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
  { maxLength: 60 },
);
const cutoffs = [cutoff, daysBefore(3), daysBefore(9.5), daysBefore(30)];

test.each(goals)("shares equal those counted moment by moment, for goal $goal of $active", async (chosen) => {
  const plan = planOf(["visit", "refund"], [], chosen);
  await fc.assert(
    fc.asyncProperty(log, log, async (events, refunds) => {
      const measured = await measureAt(engine(), plan, { events, refunds }, people, cutoffs);
      for (const [i, at] of cutoffs.entries())
        for (const person of people)
          expect(sharesOf(measured[i]!.get(person)!)).toEqual(
            [3, 10, 30].map((count) => {
              const of = (events: readonly VisitEvent[]) => events.filter((event) => event.person === person);
              return share(chosen, { visit: of(events), refund: of(refunds) }, at, count);
            }),
          );
    }),
    { numRuns: 15 },
  );
});

test.each(goals)(
  "events at or after the cutoff change no share, for goal $goal of $active",
  async (chosen) => {
    const plan = planOf(["visit", "refund"], [], chosen);
    const later = (events: readonly VisitEvent[]) =>
      events.map((event) => ({ ...event, time: cutoff + Math.abs(event.time - cutoff) }));
    const before = (events: readonly VisitEvent[]) => events.filter(({ time }) => time < cutoff);
    await fc.assert(
      fc.asyncProperty(log, log, log, async (events, refunds, more) => {
        const past = { events: before(events), refunds: before(refunds) };
        const planted = {
          events: [...past.events, ...later(more)],
          refunds: [...past.refunds, ...later(more)],
        };
        const [known] = await measureAt(engine(), plan, past, people, [cutoff]);
        const [grown] = await measureAt(engine(), plan, planted, people, [cutoff]);
        expect(grown).toEqual(known);
      }),
      { numRuns: 15 },
    );
  },
);

test("an event of the goal between two moments belongs to the first of them", async () => {
  const plan = planOf(["visit", "refund"], [], { goal: refunds, active: visits });
  const at = (days: number) => ({ person: 1, time: daysBefore(days) });
  const log = { events: [at(900), at(20), at(10), at(10), at(5)], refunds: [at(950), at(19), at(12), at(5)] };
  const [now, then] = await measureAt(engine(), plan, log, [1], [cutoff, daysBefore(5)]);
  expect(sharesOf(now!.get(1)!)).toEqual([0.6666667, 0.5, 0.5]);
  expect(sharesOf(then!.get(1)!)).toEqual([0.3333333, 0.3333333, 0.3333333]);
});

test("a goal that is reached at each of the events has no share", () => {
  const names = planOf(["visit"], [], { goal: visits, active: visits }).features.map(({ name }) => name);
  expect(names.filter((name) => name.includes("goal"))).toEqual([]);
});

const sharesOf = (features: Features) =>
  [3, 10, 30].map(
    (count) => Object.entries(features).find(([name]) => name.endsWith(`_goal_share_last_${count}`))![1],
  );

/** The definition, one moment after the other. */
const share = (
  { goal, active }: (typeof goals)[number],
  streams: Record<string, readonly VisitEvent[]>,
  at: number,
  count: number,
): number | null => {
  const timesOf = ({ stream, conditions }: ChosenEvents) => {
    const isChosen = (event: VisitEvent) =>
      conditions.every(({ property, _eq }) =>
        property === "category" ? event.category === _eq : (event.units ?? 0) >= 2,
      );
    const past = streams[stream]!.filter((event) => event.time < at && isChosen(event));
    return [...new Set(past.map(({ time }) => time))].sort((a, b) => a - b);
  };
  const [moments, reached] = [timesOf(active), timesOf(goal)];
  const own = moments.map((from, i) => {
    const until = moments[i + 1] ?? at;
    return reached.some((time) => time >= from && time < until);
  });
  const last = own.slice(-count);
  return last.length === 0 ? null : Number((last.filter(Boolean).length / last.length).toPrecision(7));
};
