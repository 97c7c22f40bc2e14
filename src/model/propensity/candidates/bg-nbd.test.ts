import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { auc } from "../../evaluation/metrics.js";
import { countPositives } from "../../numeric/labels.js";
import { type Random, seededRandom } from "../../numeric/random.js";
import { logBeta, logGamma, sigmoid } from "../../numeric/special-functions.js";
import type { LabelledFrame } from "../rows.js";
import {
  type BgNbd,
  fitBgNbd,
  fitBgNbdModel,
  hasRepeatBuyers,
  logLikelihood,
  type PurchaseHistories,
  predictBgNbdModel,
  purchaseLogOdds,
} from "./bg-nbd.js";

const exponential = (random: Random) => -Math.log(1 - random());
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Marsaglia and Tsang 2000; shapes below 1 by a power of a uniform number. */
const gamma = (random: Random, shape: number): number => {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
};

const beta = (random: Random, a: number, b: number) => {
  const x = gamma(random, a);
  return x / (x + gamma(random, b));
};

/** Customers simulated from the model, observed for a year or less, and whether they bought in the next 90 days. */
const simulate = ({ r, alpha, a, b, dropsAtFirst }: BgNbd, customers: number, seed: number) => {
  const random = seededRandom(seed);
  const histories: PurchaseHistories = {
    repeats: new Float32Array(customers),
    lastAfterDays: new Float32Array(customers),
    seenDays: new Float32Array(customers),
  };
  const boughtAfter = Uint8Array.from({ length: customers }, (_, i) => {
    const rate = gamma(random, r) / alpha;
    const drop = beta(random, a, b);
    const seen = 100 + 265 * random();
    histories.seenDays[i] = seen;
    let here = !dropsAtFirst || random() >= drop;
    for (let day = 0; here; here = random() >= drop) {
      day += exponential(random) / rate;
      if (day >= seen) return day < seen + 90 ? 1 : 0;
      histories.repeats[i]!++;
      histories.lastAfterDays[i] = day;
    }
    return 0;
  });
  return { histories, boughtAfter };
};

const truth: BgNbd = { r: 0.8, alpha: 40, a: 0.9, b: 2.5, dropsAtFirst: false };
const lives = simulate(truth, 4000, 1);
let fitted: BgNbd;
beforeAll(() => {
  fitted = fitBgNbd(lives.histories);
});

test.each([
  [0, truth],
  [1, { ...truth, dropsAtFirst: true }],
  [2, { r: 1e-6, alpha: 1e-5, a: 300, b: 1e-4, dropsAtFirst: false }],
  [3, { r: 40, alpha: 1e6, a: 1e-5, b: 50, dropsAtFirst: true }],
])("the likelihood is that of the paper, for any number of customers (%i)", (more, model) => {
  const { r, alpha, a, b, dropsAtFirst } = model;
  const all = simulate(truth, 40 + more, 5).histories;
  const exact = all.repeats.reduce((sum, x, i) => {
    const [last, seen, chances] = [all.lastAfterDays[i]!, all.seenDays[i]!, x + (dropsAtFirst ? 1 : 0)];
    const here = logBeta(a, b + chances) - logBeta(a, b) - (r + x) * Math.log(alpha + seen);
    const gone =
      chances === 0
        ? Number.NEGATIVE_INFINITY
        : logBeta(a + 1, b + chances - 1) - logBeta(a, b) - (r + x) * Math.log(alpha + last);
    const times = Math.max(here, gone) + Math.log1p(Math.exp(-Math.abs(here - gone)));
    return sum + logGamma(r + x) - logGamma(r) + r * Math.log(alpha) + times;
  }, 0);
  expect(logLikelihood(model, all) / exact).toBeCloseTo(1, 12);
});

test("known parameters are recovered", () => {
  expect(fitted.dropsAtFirst).toBe(false);
  expect(fitted.r).toBeCloseTo(truth.r, 0);
  expect(fitted.r / fitted.alpha).toBeCloseTo(truth.r / truth.alpha, 2);
  expect(fitted.a / (fitted.a + fitted.b)).toBeCloseTo(truth.a / (truth.a + truth.b), 1);
});

test("no other parameters have a higher likelihood", () => {
  const likeliest = logLikelihood(fitted, lives.histories);
  expect(likeliest).toBeGreaterThan(logLikelihood(truth, lives.histories));
  for (const key of ["r", "alpha", "a", "b"] as const)
    for (const by of [0.8, 1.25])
      expect(logLikelihood({ ...fitted, [key]: fitted[key] * by }, lives.histories)).toBeLessThan(likeliest);
});

test("probabilities are calibrated at every level", () => {
  const { histories, boughtAfter } = simulate(truth, 20_000, 2);
  const p = purchaseLogOdds(fitted, histories, 90).map(sigmoid);
  for (const [low, high] of [
    [0, 0.2],
    [0.2, 0.5],
    [0.5, 0.8],
    [0.8, 1],
  ] as const) {
    const among = [...p.keys()].filter((i) => p[i]! >= low && p[i]! < high);
    const mean = (of: ArrayLike<number>) => among.reduce((sum, i) => sum + of[i]!, 0) / among.length;
    expect(Math.abs(mean(p) - mean(boughtAfter))).toBeLessThan(0.03);
  }
});

test("the variant with dropout after the first purchase is recognised", () => {
  const leaving = { ...truth, dropsAtFirst: true };
  expect(fitBgNbd(simulate(leaving, 3000, 3).histories).dropsAtFirst).toBe(true);
});

test("a longer silence never raises the probability, and a longer horizon never lowers it", () => {
  const history = (x: number, last: number, silence: number): PurchaseHistories => ({
    repeats: Float32Array.of(x),
    lastAfterDays: Float32Array.of(last),
    seenDays: Float32Array.of(last + silence),
  });
  const numbers = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 700 }), fc.nat(700));
  fc.assert(
    fc.property(numbers, ([x, days, silence]) => {
      const last = x === 0 ? 0 : days;
      const at = (more: number, ahead: number) =>
        purchaseLogOdds(truth, history(x, last, silence + more), ahead)[0]!;
      expect(at(30, 90)).toBeLessThanOrEqual(at(0, 90));
      expect(at(0, 180)).toBeGreaterThanOrEqual(at(0, 90));
      expect(Number.isFinite(at(0, 90))).toBe(true);
    }),
    { seed: 6 },
  );
});

test("hundreds of purchases followed by years of silence give finite numbers", () => {
  const times = { lastAfterDays: Float32Array.of(300), seenDays: Float32Array.of(3000) };
  const history = { repeats: Float32Array.of(900), ...times };
  expect(purchaseLogOdds(truth, history, 90)[0]).toBe(-20);
  expect(Number.isFinite(logLikelihood(truth, history))).toBe(true);
});

test("an unknown history gives NaN", () => {
  const unknown = Float32Array.of(Number.NaN);
  const one = { repeats: unknown, lastAfterDays: unknown, seenDays: unknown };
  expect(purchaseLogOdds(truth, one, 90)[0]).toBeNaN();
});

test("without repeat purchases, parameters stay finite", () => {
  const seenDays = Float32Array.from({ length: 50 }, (_, i) => i + 1);
  const none = { repeats: new Float32Array(50), lastAfterDays: new Float32Array(50), seenDays };
  expect(purchaseLogOdds(fitBgNbd(none), none, 30).every(Number.isFinite)).toBe(true);
});

const features = [0, 1, 2];

/**
 * Customers observed after a year, each with their own rate, some of whom have stopped; the label is a
 * purchase in the next 60 days. One in ten has never bought.
 */
const seen = (
  people: number,
  seed = 1,
  labelOf: (buys: boolean) => boolean = (buys) => buys,
): LabelledFrame => {
  const random = seededRandom(seed);
  const [days, recency, tenure] = features.map(() => new Float32Array(people).fill(Number.NaN));
  const label = Uint8Array.from({ length: people }, (_, i) => {
    if (i % 10 === 0) {
      days![i] = 0;
      return labelOf(false) ? 1 : 0;
    }
    const perDay = 0.002 + 0.04 * random() ** 2;
    const end = random() < 0.4 ? 365 * random() : 1000;
    const first = 200 * random();
    let [count, last] = [1, first];
    for (let day = first; ; ) {
      day -= Math.log(1 - random()) / perDay;
      if (day < Math.min(end, 365)) {
        count++;
        last = day;
        continue;
      }
      days![i] = count;
      recency![i] = 365 - last;
      tenure![i] = 365 - first;
      return labelOf(day < Math.min(end, 425)) ? 1 : 0;
    }
  });
  return {
    rows: people,
    personId: BigInt64Array.from({ length: people }, (_, i) => BigInt(i)),
    landmark: new Float64Array(people).fill(1e9),
    label,
    names: ["days", "recency", "tenure"],
    columns: [days!, recency!, tenure!],
  };
};

test("repeat buyers are ranked among unseen people", () => {
  const model = fitBgNbdModel(seen(1500), features, 60);
  const others = seen(3000, 2);
  expect(model.slope).toBeGreaterThan(0.5);
  expect(auc(predictBgNbdModel(model, others.columns), others.label)).toBeGreaterThan(0.75);
});

test("staying away is the same prediction with the opposite sign", () => {
  const model = fitBgNbdModel(
    seen(1500, 1, (buys) => !buys),
    features,
    60,
  );
  expect(model.slope).toBeLessThan(-0.5);
});

test("people without a purchase have their own level", () => {
  const model = fitBgNbdModel(seen(1500), features, 60);
  const { columns, label } = seen(2000, 3);
  const scores = predictBgNbdModel(model, columns);
  const never = [...label.keys()].filter((i) => columns[0]![i] === 0);
  expect(countPositives(label)).toBeGreaterThan(0);
  for (const i of never) expect(scores[i]).toBeLessThan(-2);
});

test("a model survives JSON", () => {
  const model = fitBgNbdModel(seen(300), features, 60);
  const { columns } = seen(100, 4);
  expect(predictBgNbdModel(JSON.parse(JSON.stringify(model)), columns)).toEqual(
    predictBgNbdModel(model, columns),
  );
});

test("with too few repeat buyers there is nothing to fit", () => {
  const people = seen(300);
  const once = {
    ...people,
    columns: [people.columns[0]!.map((n) => Math.min(1, n)), ...people.columns.slice(1)],
  };
  expect(hasRepeatBuyers(people, features)).toBe(true);
  expect(hasRepeatBuyers(once, features)).toBe(false);
  expect(hasRepeatBuyers(people, [])).toBe(false);
});
