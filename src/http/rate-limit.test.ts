import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limit.js";

test("a key may make a minute's requests at once, then waits for each", () => {
  const limiter = new RateLimiter(3);
  expect([1, 2, 3].map(() => limiter.take("a", 0))).toEqual([0, 0, 0]);
  expect(limiter.take("a", 0)).toBe(20);
  expect(limiter.take("a", 19_000)).toBe(1);
  expect(limiter.take("a", 20_000)).toBe(0);
  expect(limiter.take("a", 20_000)).toBe(20);
});

test("keys do not wait for one another, and a clock that is set back takes nothing away", () => {
  const limiter = new RateLimiter(1);
  expect(limiter.take("a", 60_000)).toBe(0);
  expect(limiter.take("b", 60_000)).toBe(0);
  expect(limiter.take("a", 0)).toBe(60);
});
