import fc from "fast-check";
import { expect, test } from "vitest";
import { detectableEffect } from "../../domain/campaign/detectable-effect.js";
import { seededRandom } from "../numeric/random.js";
import { adjusted, plainAmounts, plainRates, treated, treatedAmounts } from "./treatment-effect.js";

test("the interval of two rates is Newcombe's", () => {
  // Newcombe (1998), table II, method 10: 56/70 less 48/80.
  const found = plainRates({ people: 70, attained: 56 }, { people: 80, attained: 48 })!;
  expect(found.value).toBeCloseTo(0.2, 9);
  expect(found.low).toBeCloseTo(0.0524, 4);
  expect(found.high).toBeCloseTo(0.3339, 4);
  const none = plainRates({ people: 10, attained: 0 }, { people: 20, attained: 0 })!;
  expect([none.low, none.high].map((bound) => Math.round(bound * 1e4) / 1e4)).toEqual([-0.1611, 0.2775]);
  expect(plainRates({ people: 10, attained: 1 }, { people: 0, attained: 0 })).toBeNull();
});

/** The difference of two means, without a score. */
const welch = (values: Float64Array, isHeldOut: Uint8Array) =>
  adjusted(values, { isHeldOut, score: new Float64Array(values.length) });

test("without a score, the effect has Welch's interval", () => {
  // R: t.test(c(3, 5, 8, 6, 9, 4), c(2, 4, 3, 1)): 3.333 (0.829 to 5.838), 7.9 degrees of freedom.
  const values = Float64Array.of(3, 5, 8, 6, 9, 4, 2, 4, 3, 1);
  const found = welch(values, Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1))!;
  expect(found.value).toBeCloseTo(10 / 3, 9);
  const variance = 5.366666667 / 6 + 1.666666667 / 4;
  const cases = variance ** 2 / ((5.366666667 / 6) ** 2 / 5 + (1.666666667 / 4) ** 2 / 3);
  expect(cases).toBeCloseTo(7.9, 1);
  expect((found.high - found.low) / 2).toBeCloseTo(2.311 * Math.sqrt(variance), 2);
});

/** The coefficient of T and its HC2 variance in the regression of y on (1, T, x − x̄, T (x − x̄)), by matrices. */
const linByMatrices = (values: Float64Array, isHeldOut: Uint8Array, score: Float64Array) => {
  const centre = score.reduce((sum, x) => sum + x, 0) / score.length;
  const rows = [...values].map((_, i) => {
    const [t, x] = [1 - isHeldOut[i]!, score[i]! - centre];
    return [1, t, x, t * x];
  });
  const gram = [0, 1, 2, 3].map((a) => [0, 1, 2, 3].map((b) => rows.reduce((s, r) => s + r[a]! * r[b]!, 0)));
  const inverse = invert(gram);
  const beta = inverse.map((line) =>
    rows.reduce((s, r, i) => s + line.reduce((t, c, k) => t + c * r[k]!, 0) * values[i]!, 0),
  );
  let variance = 0;
  rows.forEach((row, i) => {
    const hat = inverse.map((line) => line.reduce((t, c, k) => t + c * row[k]!, 0));
    const leverage = row.reduce((t, c, k) => t + c * hat[k]!, 0);
    const rest = values[i]! - row.reduce((t, c, k) => t + c * beta[k]!, 0);
    variance += (hat[1]! ** 2 * rest ** 2) / (1 - leverage);
  });
  return { value: beta[1]!, variance };
};

const invert = (matrix: readonly (readonly number[])[]): number[][] => {
  const n = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < n; i++) {
    const pivot = work[i]![i]!;
    work[i] = work[i]!.map((value) => value / pivot);
    for (let k = 0; k < n; k++)
      if (k !== i) work[k] = work[k]!.map((value, j) => value - work[k]![i]! * work[i]![j]!);
  }
  return work.map((row) => row.slice(n));
};

test("the adjusted effect is that of Lin's regression with interactions, with its HC2 error", () => {
  const random = seededRandom(5);
  const score = Float64Array.from({ length: 60 }, () => random());
  const isHeldOut = Uint8Array.from(score, () => (random() < 0.3 ? 1 : 0));
  const values = score.map((x, i) => 2 * x + (isHeldOut[i] ? 0 : 0.5 - x) + random());
  const oracle = linByMatrices(values, isHeldOut, score);
  const found = adjusted(values, { isHeldOut, score })!;
  expect(found.value).toBeCloseTo(oracle.value, 9);
  expect((found.high - found.low) / 2 / Math.sqrt(oracle.variance)).toBeGreaterThan(1.96);
  expect((found.high - found.low) / 2 / Math.sqrt(oracle.variance)).toBeLessThan(2.09);
});

test("the order of people and a constant added to all values change nothing", () => {
  const person = fc.record({
    held: fc.boolean(),
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.integer({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(fc.array(person, { minLength: 10, maxLength: 40 }), (people) => {
      const effect = (of: typeof people, add = 0) =>
        adjusted(
          Float64Array.from(of, ({ y }) => y + add),
          {
            isHeldOut: Uint8Array.from(of, ({ held }) => Number(held)),
            score: Float64Array.from(of, ({ x }) => x),
          },
        );
      const found = effect(people);
      for (const other of [effect(people.toReversed()), effect(people, 3)]) {
        expect(other === null).toBe(found === null);
        if (found && other) expect(other.value).toBeCloseTo(found.value, 6);
      }
    }),
  );
});

interface Simulated {
  score: Float64Array;
  isHeldOut: Uint8Array;
  converted: Float64Array;
  isContacted: Uint8Array;
  /** Mean change of the probability by a contact. */
  truth: number;
}

/** People with a score of 2 to 50 % and a campaign that moves the probability of everyone contacted. */
const simulate = (seed: number, people: number, effect: number, reached = 1): Simulated => {
  const random = seededRandom(seed);
  const score = Float64Array.from({ length: people }, () => 0.02 + 0.48 * random() ** 3);
  const isHeldOut = Uint8Array.from(score, () => (random() < 0.2 ? 1 : 0));
  const isContacted = isHeldOut.map((held) => (held === 0 && random() < reached ? 1 : 0));
  const converted = score.map((p, i) => (random() < p + effect * isContacted[i]! ? 1 : 0));
  return { score, isHeldOut, converted, isContacted, truth: effect };
};

const seeds = Array.from({ length: 200 }, (_, i) => i + 1);
const shareOf = (test: (seed: number) => boolean): number => seeds.filter(test).length / seeds.length;

test("intervals cover the truth, and the score narrows them", () => {
  const widths = { plain: 0, adjusted: 0 };
  const covered = { plain: 0, adjusted: 0 };
  for (const seed of seeds) {
    const { score, isHeldOut, converted, truth } = simulate(seed, 1500, 0.05);
    const effects = {
      plain: welch(converted, isHeldOut)!,
      adjusted: adjusted(converted, { isHeldOut, score })!,
    };
    for (const kind of ["plain", "adjusted"] as const) {
      widths[kind] += effects[kind].high - effects[kind].low;
      covered[kind] += Number(effects[kind].low <= truth && truth <= effects[kind].high);
    }
  }
  expect(covered.plain / seeds.length).toBeGreaterThan(0.92);
  expect(covered.adjusted / seeds.length).toBeGreaterThan(0.92);
  expect(widths.adjusted).toBeLessThan(0.97 * widths.plain);
});

test("the effect on those really contacted is found where only some were", () => {
  const covers = shareOf((seed) => {
    const { score, isHeldOut, converted, isContacted, truth } = simulate(seed, 2000, 0.1, 0.6);
    const found = treated(converted, isContacted, { isHeldOut, score })!;
    return found.low <= truth && truth <= found.high;
  });
  expect(covers).toBeGreaterThan(0.92);
});

test("the contacts of hardly anyone say nothing of those contacted", () => {
  const { score, isHeldOut, converted, isContacted } = simulate(1, 2000, 0.1, 0.03);
  expect(treated(converted, isContacted, { isHeldOut, score })).toBeNull();
});

/**
 * Amounts of a campaign: so many held out, buyers at a rate (and a lift for those to contact), amounts with a
 * long tail.
 */
const amountsOf = (seed: number, people: number, heldOut: number, rate: number, lift = 0, reached = 1) => {
  const random = seededRandom(seed);
  const isHeldOut = Uint8Array.from({ length: people }, (_, i) => (i < heldOut ? 1 : 0));
  const isContacted = isHeldOut.map((held) => (held === 0 && random() < reached ? 1 : 0));
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const amounts = Float64Array.from(isContacted, (contacted) =>
    random() < rate + lift * contacted ? Math.exp(3.3 + 0.9 * normal()) : 0,
  );
  return { amounts, isHeldOut, isContacted, truth: lift * Math.exp(3.3 + 0.9 ** 2 / 2) };
};

test.each<[string, number, number, number, number]>([
  ["2,000 people, 100 held out", 2000, 100, 0.058, 0],
  ["2,000 people, 200 held out", 2000, 200, 0.058, 0],
  ["2,000 people, 200 held out, an effect", 2000, 200, 0.058, 0.03],
  ["5,000 people, 500 held out, few buyers", 5000, 500, 0.023, 0],
  ["6,000 people, 600 held out", 6000, 600, 0.105, 0],
  ["300 people, 60 held out, hardly a buyer", 300, 60, 0.03, 0],
])("intervals of amounts err as often as they say, on either side: %s", (_, people, held, rate, lift) => {
  const found = Array.from({ length: 600 }, (_, seed) => {
    const { amounts, isHeldOut, truth } = amountsOf(seed + 1, people, held, rate, lift);
    return { truth, ...plainAmounts(amounts, { isHeldOut })! };
  });
  const share = (is: (one: (typeof found)[number]) => boolean) => found.filter(is).length / found.length;
  expect(share(({ low, high, truth }) => low <= truth && truth <= high)).toBeGreaterThan(0.93);
  expect(share(({ low, truth }) => low > truth)).toBeLessThan(0.04);
  expect(share(({ high, truth }) => high < truth)).toBeLessThan(0.06);
});

test("the amount of those really contacted is found where only some were", () => {
  const covers = shareOf((seed) => {
    const { amounts, isHeldOut, isContacted, truth } = amountsOf(seed, 2000, 400, 0.06, 0.05, 0.6);
    const score = new Float64Array(amounts.length);
    const found = treatedAmounts(amounts, isContacted, { isHeldOut, score })!;
    return found.low <= truth && truth <= found.high;
  });
  expect(covers).toBeGreaterThan(0.92);
});

test("amounts of nobody, or of one group alone, have no interval", () => {
  const isHeldOut = Uint8Array.of(0, 0, 1, 1);
  expect(plainAmounts(new Float64Array(4), { isHeldOut })).toBeNull();
  expect(plainAmounts(Float64Array.of(5, 0, 3, 0), { isHeldOut: new Uint8Array(4) })).toBeNull();
  const one = plainAmounts(Float64Array.of(5, 0, 0, 0), { isHeldOut })!;
  expect(one.low).toBeLessThan(0);
  expect(one.high).toBeGreaterThan(one.value);
});

test("the detectable effect is seen with a power of 80 %", () => {
  const { score } = simulate(1, 2000, 0);
  const sum = (of: (p: number) => number) => score.reduce((total, p) => total + of(p), 0);
  const expected = { people: 2000, expected: sum((p) => p), variance: sum((p) => p * (1 - p)) };
  const { difference } = detectableEffect(expected, 0.2)!;
  const seen = shareOf((seed) => {
    const { score, isHeldOut, converted } = simulate(seed, 2000, difference);
    return adjusted(converted, { isHeldOut, score })!.low > 0;
  });
  expect(seen).toBeGreaterThan(0.72);
  expect(seen).toBeLessThan(0.88);
});
