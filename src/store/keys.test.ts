import fc from "fast-check";
import { expect, test } from "vitest";
import { hashKey, isWellFormedKey, makeKey } from "./keys.js";

test("a generated key is well formed and unique", () => {
  const keys = Array.from({ length: 1_000 }, makeKey);
  expect(keys.filter((key) => !isWellFormedKey(key))).toEqual([]);
  expect(new Set(keys.map(hashKey)).size).toBe(keys.length);
  expect(keys[0]).toMatch(/^bw_live_[0-9a-z]{40}$/);
});

test("a key with one character changed, lost or added is malformed", () => {
  const key = makeKey();
  const at = fc.nat(key.length - 1);
  const letter = fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz");
  fc.assert(
    fc.property(at, letter, (i, other) => {
      fc.pre(key[i] !== other);
      expect(isWellFormedKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
      expect(isWellFormedKey(key.slice(0, i) + key.slice(i + 1))).toBe(false);
      expect(isWellFormedKey(key.slice(0, i) + other + key.slice(i))).toBe(false);
    }),
  );
});

test.each(["", "bw_live_", "Bearer", ` ${makeKey()}`, `${makeKey()}\n`, makeKey().toUpperCase()])(
  "%j is malformed",
  (text) => expect(isWellFormedKey(text)).toBe(false),
);
