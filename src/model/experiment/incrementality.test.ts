import fc from "fast-check";
import { expect, test } from "vitest";
import type { IncrementalMonth } from "../../domain/campaign/incrementality.js";
import { seededRandom } from "../numeric/random.js";
import { incrementalMonths, type PersonMonth } from "./incrementality.js";
import { plainAmounts } from "./treatment-effect.js";

const monthSeconds = 30 * 86_400;
const monthsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ start: i * monthSeconds, end: (i + 1) * monthSeconds }));

/** A person of a made-up account. */
interface Person {
  isHeldOut: boolean;
  /** First month with the group. */
  from: number;
  /** Amounts of each month, one for each conversion. */
  spent: number[][];
}

const measure = (people: readonly Person[], count: number): Promise<IncrementalMonth[]> => {
  const sizes = (isHeldOut: boolean) =>
    monthsOf(count).map((_, i) => people.filter((p) => p.isHeldOut === isHeldOut && p.from <= i).length);
  const rows = people.flatMap(({ isHeldOut, from, spent }) => {
    const months = spent.flatMap((amounts, month) => (month >= from && amounts.length > 0 ? [month] : []));
    return months.map(
      (month, i): PersonMonth => ({
        month,
        is_held_out: isHeldOut,
        is_first: i === 0,
        conversions: spent[month]!.length,
        amount: spent[month]!.reduce((sum, each) => sum + each, 0),
      }),
    );
  });
  const batches = (async function* () {
    for (let i = 0; i < rows.length; i += 7) yield rows.slice(i, i + 7);
  })();
  return incrementalMonths(monthsOf(count), { contact: sizes(false), held_out: sizes(true) }, batches, null);
};

const person = fc.record({
  isHeldOut: fc.boolean(),
  from: fc.integer({ min: 0, max: 3 }),
  spent: fc.array(fc.array(fc.integer({ min: -20, max: 100 }), { maxLength: 3 }), {
    minLength: 4,
    maxLength: 4,
  }),
});

test("what is said to be brought so far is the sum of the months, and each month compares whoever had a group", () =>
  fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 8, maxLength: 40 }), async (people) => {
      const found = await measure(people, 4);
      let sum = 0;
      for (const [i, month] of found.entries()) {
        const taking = people.filter(({ from }) => from <= i);
        const mean = (isHeldOut: boolean) => {
          const group = taking.filter((p) => p.isHeldOut === isHeldOut);
          return group.reduce((total, { spent }) => total + spent[i]!.length, 0) / group.length;
        };
        const contact = taking.filter((p) => !p.isHeldOut).length;
        expect(month.contact.people + month.held_out.people).toBe(taking.length);
        if (contact === 0 || contact === taking.length) return;
        const effect = contact * (mean(false) - mean(true));
        sum += effect;
        if (month.brought.conversions) expect(month.brought.conversions.value).toBeCloseTo(effect, 6);
        if (month.broughtSoFar.conversions) expect(month.broughtSoFar.conversions.value).toBeCloseTo(sum, 6);
      }
    }),
  ));

test("where everyone has a group from the first month on, the whole is an effect on each person's sum", async () => {
  const random = seededRandom(3);
  const people = Array.from({ length: 500 }, (): Person => {
    const spends = () => (random() < 0.2 ? [Math.round(1 + 200 * random() ** 3)] : []);
    return { isHeldOut: random() < 0.3, from: 0, spent: [spends(), spends(), spends()] };
  });
  const last = (await measure(people, 3)).at(-1)!;
  const amounts = Float64Array.from(people, ({ spent }) => spent.flat().reduce((sum, each) => sum + each, 0));
  const plain = plainAmounts(amounts, { isHeldOut: Uint8Array.from(people, (p) => Number(p.isHeldOut)) })!;
  const contact = last.contact.people;
  for (const bound of ["value", "low", "high"] as const)
    expect(last.broughtSoFar.amount![bound]).toBeCloseTo(plain[bound] * contact, 6);
});

/** Waiting times until the next event, added up as long as they fit into a month. */
const poisson = (rate: number, random: () => number): number => {
  const waits = () => -Math.log(1 - random());
  let draws = 0;
  for (let time = waits(); time < rate; time += waits()) draws++;
  return draws;
};

test("intervals of two years hold the truth, also where the share was changed and people came later", async () => {
  const months = 24;
  const effect = 0.15;
  const covered = { conversions: 0, amount: 0, nothing: 0 };
  const seeds = 20;
  for (let seed = 0; seed < seeds; seed++) {
    const random = seededRandom(100 + seed);
    const isMoved = () => random() < 0.2;
    const world = (moved: number) => {
      let [truth, amountTruth] = [0, 0];
      const people = Array.from({ length: 800 }, (_, i): Person => {
        // Some come later; in month 12 some of those to contact are held out as well, and count from then on.
        const isNew = i % 4 === 0;
        const wasHeldOut = random() < 0.1;
        const isHeldOut = wasHeldOut || isMoved();
        const from = isHeldOut && !wasHeldOut ? 12 : isNew ? Math.floor(months * random()) : 0;
        const rate = 0.25 * -Math.log(1 - random());
        const spent = Array.from({ length: months }, (_, month) => {
          const isContacted = !isHeldOut && month >= from;
          if (isContacted) [truth, amountTruth] = [truth + moved * rate, amountTruth + moved * rate * 40];
          const draws = poisson(isContacted ? rate * (1 + moved) : rate, random);
          return Array.from({ length: draws }, () => -40 * Math.log(1 - random()));
        });
        return { isHeldOut, from, spent };
      });
      return { people, truth, amountTruth };
    };
    const { people, truth, amountTruth } = world(effect);
    const { conversions, amount } = (await measure(people, months)).at(-1)!.broughtSoFar;
    covered.conversions += Number(conversions!.low <= truth && truth <= conversions!.high);
    covered.amount += Number(amount!.low <= amountTruth && amountTruth <= amount!.high);
    const without = (await measure(world(0).people, months)).at(-1)!.broughtSoFar.amount!;
    covered.nothing += Number(without.low <= 0 && without.high >= 0);
  }
  // Of 20 that each hold with 95 %, fewer than 16 do once in 400 times.
  for (const times of Object.values(covered)) expect(times).toBeGreaterThanOrEqual(16);
});
