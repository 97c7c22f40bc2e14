import { expect, test } from "vitest";
import { partsToMerge } from "./few-parts.js";

const last = Array<number>(8).fill(1);

test("small parts become one, and larger ones stay until as much came after them", () => {
  expect(partsToMerge([1000, ...Array<number>(40).fill(1), ...last])).toEqual({ first: 1, until: 41 });
  expect(partsToMerge([1000, 500, ...Array<number>(40).fill(1), ...last])).toEqual({ first: 2, until: 42 });
  expect(partsToMerge([1000, 60, ...Array<number>(40).fill(1), ...last])).toEqual({ first: 1, until: 42 });
});

test("two parts become one even where each is larger than those after it", () => {
  expect(partsToMerge([1000, 512, 128, 32, ...last])).toEqual({ first: 2, until: 4 });
});

test("an event is written again a few times only", () => {
  let sizes = [100];
  let written = 0;
  for (let i = 0; i < 10_000; i++) {
    sizes.push(1);
    if (sizes.length <= 48) continue;
    const { first, until } = partsToMerge(sizes);
    const whole = sizes.slice(first, until).reduce((sum, size) => sum + size, 0);
    written += whole;
    sizes = [...sizes.slice(0, first), whole, ...sizes.slice(until)];
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10_100);
  expect(written / 10_000).toBeLessThan(12);
});
