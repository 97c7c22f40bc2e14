import { expect, test } from "vitest";
import { fewestDrawn, matchQuality } from "./match-quality.js";

const none = { decided: 0, same: 0, all: 0 };

test("precision is the share of drawn matches that the owner confirms, with Wilson's interval", () => {
  const { precision } = matchQuality({ decided: 50, same: 45, all: 400 }, none);
  expect(precision!.value).toBe(0.9);
  expect(precision!.low).toBeCloseTo(0.786, 3);
  expect(precision!.high).toBeCloseTo(0.957, 3);
});

test("too few decisions say nothing", () => {
  const few = { decided: fewestDrawn - 1, same: 10, all: 400 };
  expect(matchQuality(few, few)).toEqual({ precision: null, recall: null });
  const enough = { ...few, decided: fewestDrawn };
  expect(matchQuality(enough, few)).toMatchObject({ precision: { value: 0.5 }, recall: null });
});

test("recall weighs each kind by the number of its pairs", () => {
  // 380 of 400 matches are right; 10 of 100 pairs that are near should be.
  const { recall } = matchQuality({ decided: 40, same: 38, all: 400 }, { decided: 20, same: 2, all: 100 });
  expect(recall!.value).toBeCloseTo(380 / 390, 9);
  expect(recall!.low).toBeLessThan(recall!.value);
  expect(recall!.high).toBeGreaterThan(recall!.value);
  expect(recall!.high).toBeLessThanOrEqual(1);
});

test("intervals hold the truth in 95 % of draws or more", () => {
  const [truth, near] = [0.9, 0.2];
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const drawOf = (rate: number, decided: number) =>
    Array.from({ length: decided }, random).filter((u) => u < rate).length;
  const runs = 2_000;
  const held = { precision: 0, recall: 0 };
  const recall = (truth * 300) / (truth * 300 + near * 120);
  for (let run = 0; run < runs; run++) {
    const one = { decided: 40, same: drawOf(truth, 40), all: 300 };
    const two = { decided: 30, same: drawOf(near, 30), all: 120 };
    const found = matchQuality(one, two);
    if (found.precision!.low <= truth && truth <= found.precision!.high) held.precision++;
    if (found.recall!.low <= recall && recall <= found.recall!.high) held.recall++;
  }
  expect(held.precision / runs).toBeGreaterThan(0.93);
  expect(held.recall / runs).toBeGreaterThan(0.95);
});

test("without pairs that are near, nothing is missing", () => {
  expect(matchQuality({ decided: 20, same: 20, all: 30 }, none).recall).toMatchObject({ value: 1, high: 1 });
});
