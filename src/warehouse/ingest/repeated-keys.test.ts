import { expect, test } from "vitest";
import { repeatedKeys } from "./repeated-keys.js";

const asNumbers = (keys: BigInt64Array): bigint[] => [...keys].sort((a, b) => (a < b ? -1 : 1));

test("no key is found where all differ, even in one half only", () => {
  expect(repeatedKeys(new BigInt64Array())).toEqual(new BigInt64Array());
  expect(repeatedKeys(BigInt64Array.of(1n, 2n, 1n << 40n, (1n << 40n) + 1n))).toEqual(new BigInt64Array());
});

test("a key that occurs twice or more is found once, whatever its sign", () => {
  const keys = BigInt64Array.of(5n, -7n, 1n << 62n, -7n, 5n, 5n, 9n, 1n << 62n);
  expect(asNumbers(repeatedKeys(keys))).toEqual([-7n, 5n, 1n << 62n]);
});

test("many keys, by parts, also where one part holds all", () => {
  for (const factor of [1n, 1n << 12n, 0x9e3779b97f4a7c15n]) {
    const all = BigInt64Array.from({ length: 100_000 }, (_, i) => BigInt(i) * factor);
    const again = all.slice(500, 1000);
    const keys = BigInt64Array.from([...all, ...again, ...again.slice(0, 10)]);
    expect(asNumbers(repeatedKeys(keys))).toEqual(asNumbers(again));
  }
});
