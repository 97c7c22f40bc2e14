import fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupKey } from "../../domain/outcome/features/feature.js";
import type { GroupOptions } from "../../domain/outcome/features/group.js";
import {
  cutoff,
  daysBefore,
  type Features,
  measureAt,
  planOf,
  type TraitRow,
  testEngine,
  traitsRelation,
  type VisitEvent,
} from "./fixtures.js";
import { groupsOfTraits } from "./groups.js";

const engine = testEngine();
const people = [1, 2, 3, 4];
const shop: GroupKey = { stream: "visit", name: "category" };
const home: GroupKey = { stream: "visit", name: "home", isTrait: true };
const traits: TraitRow[] = [
  [1, "home", "a"],
  [2, "home", "a"],
  [3, "home", "b"],
];
const many = { stream: "visit", conditions: [{ property: "units", _gte: 2 }] };
const refunded = { stream: "refund", conditions: [] };
const number = { of: "units" };
const options: GroupOptions[] = [
  { keys: [shop, home], goal: many, horizonDays: null, number },
  { keys: [shop, home], goal: many, horizonDays: 3 },
  { keys: [shop], goal: refunded, horizonDays: 5, number: { of: null } },
];

/** No two events of a person are of one instant, so that one is the latest. */
const log = fc.uniqueArray(
  fc.record({
    person: fc.constantFrom(...people),
    time: fc.integer({ min: -3, max: 60 }).map((days) => daysBefore(days / 2)),
    category: fc.option(fc.constantFrom("Toys", "Books")),
    units: fc.option(fc.integer({ min: 0, max: 3 })),
    value: fc.option(fc.integer({ min: -5, max: 5 })),
  }),
  { maxLength: 60, selector: ({ person, time }) => `${person} ${time}` },
);
const cutoffs = [cutoff, daysBefore(4), daysBefore(9.5), daysBefore(30)];
const ofGroups = (features: Features): Features =>
  Object.fromEntries(Object.entries(features).filter(([name]) => name.includes("_group_")));

test.each(options)("measures equal those counted event by event: %#", async (groups) => {
  const plan = planOf(["visit", "refund"], [], undefined, groups);
  await fc.assert(
    fc.asyncProperty(log, log, async (events, refunds) => {
      const measured = await measureAt(engine(), plan, { events, refunds, traits }, people, cutoffs);
      for (const [i, at] of cutoffs.entries())
        for (const person of people)
          expect(ofGroups(measured[i]!.get(person)!)).toEqual(
            counted(groups, { events, refunds }, person, at),
          );
    }),
    { numRuns: 12 },
  );
});

test.each(options)(
  "events at or after the cutoff, and a person’s own, change nothing: %#",
  async (groups) => {
    const plan = planOf(["visit", "refund"], [], undefined, groups);
    const later = (events: readonly VisitEvent[]) =>
      events.map((event) => ({ ...event, time: cutoff + Math.abs(event.time - cutoff) }));
    const before = (events: readonly VisitEvent[]) => events.filter(({ time }) => time < cutoff);
    const ownOf = (events: readonly VisitEvent[]) => events.map((event) => ({ ...event, person: 1 }));
    await fc.assert(
      fc.asyncProperty(log, log, log, async (events, refunds, more) => {
        const past = { events: before(events), refunds: before(refunds), traits };
        const planted = {
          ...past,
          events: [...past.events, ...later(more)],
          refunds: [...past.refunds, ...later(more)],
        };
        const [known] = await measureAt(engine(), plan, past, people, [cutoff]);
        const [grown] = await measureAt(engine(), plan, planted, people, [cutoff]);
        expect(grown).toEqual(known);

        const latest = { person: 1, time: cutoff - 1, category: "Toys", units: 1, value: 1 };
        const [few] = await measureAt(
          engine(),
          plan,
          { ...past, events: [...past.events, latest] },
          [1],
          [cutoff],
        );
        const own = {
          ...past,
          events: [...past.events, ...ownOf(before(more)), latest],
          refunds: [...past.refunds, ...ownOf(before(more))],
        };
        const [lots] = await measureAt(engine(), plan, own, [1], [cutoff]);
        expect(ofGroups(lots!.get(1)!)).toEqual(ofGroups(few!.get(1)!));
      }),
      { numRuns: 12 },
    );
  },
);

test("what groups a trait has is found", async () => {
  const found = await groupsOfTraits(engine(), traitsRelation([...traits, [4, "home", "a"]]), ["home"]);
  expect(found).toEqual([{ name: "home", groups: 2, shared: 0.75 }]);
});

/** The definitions, one event after the other. */
const counted = (
  { keys, goal, horizonDays, number }: GroupOptions,
  { events, refunds }: Record<"events" | "refunds", readonly VisitEvent[]>,
  person: number,
  at: number,
): Features => {
  const found: Features = {};
  const day = 86_400;
  for (const { name, isTrait } of keys) {
    const groupOf = (event: VisitEvent): string | null =>
      (isTrait ? traits.find(([of]) => of === event.person)?.[2] : event.category) ?? null;
    const set = (measure: string, value: number | null) => {
      found[`visit_${name}_group_${measure}`] = value === null ? null : Number(value.toPrecision(7));
    };
    const own = events.filter((event) => event.person === person && event.time < at);
    const latest = own.sort((a, b) => a.time - b.time).at(-1);
    const group = latest ? groupOf(latest) : null;
    const boundary = Math.floor((at - 1) / day) * day + 1;
    const others = (days: number, lag = 0) =>
      group === null
        ? []
        : events.filter(
            (event) =>
              event.person !== person &&
              groupOf(event) === group &&
              event.time >= boundary - (days + lag) * day &&
              event.time < boundary - lag * day,
          );
    const share = (of: readonly VisitEvent[], is: (event: VisitEvent) => boolean) =>
      of.length === 0 ? null : of.filter(is).length / of.length;
    const isMany = ({ units }: VisitEvent) => (units ?? 0) >= 2;
    const goals = goal.stream === "refund" ? refunds : events.filter(isMany);
    if (horizonDays === null)
      for (const days of [90, 365]) set(`goal_share_${days}d`, share(others(days), isMany));
    else
      set(
        "reached_share_365d",
        share(others(365, horizonDays), (event) =>
          goals.some(
            ({ person, time }) =>
              person === event.person && time > event.time && time <= event.time + horizonDays * day,
          ),
        ),
      );
    if (number)
      for (const days of [90, 365]) {
        const numbers = others(days).flatMap(
          ({ units, value }) => (number.of === null ? value : units) ?? [],
        );
        set(
          `mean_${days}d`,
          numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0) / numbers.length,
        );
      }
    set("count_90d", group === null ? null : others(90).length);
  }
  return found;
};
