import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limit.js";

const minute = 60_000;

test("a key can use a minute's requests at once, then waits for each", () => {
  const limiter = new RateLimiter(3, minute);
  expect([1, 2, 3].map(() => limiter.take("a", 0))).toEqual([0, 0, 0]);
  expect(limiter.take("a", 0)).toBe(20);
  expect(limiter.take("a", 19_000)).toBe(1);
  expect(limiter.take("a", 20_000)).toBe(0);
  expect(limiter.take("a", 20_000)).toBe(20);
});

test("keys are limited independently, and a clock that is set back costs nothing", () => {
  const limiter = new RateLimiter(1, minute);
  expect(limiter.take("a", 60_000)).toBe(0);
  expect(limiter.take("b", 60_000)).toBe(0);
  expect(limiter.take("a", 0)).toBe(0);
  expect(limiter.take("a", 0)).toBe(60);
});
