import { expect, test } from "vitest";
import { oddsInWords, signed } from "./bits.js";

test("each bit for doubles the odds, each bit against halves them", () => {
  expect(oddsInWords(1)).toBe("2 times likelier");
  expect(oddsInWords(-2)).toBe("4 times less likely");
  expect(oddsInWords(6.04)).toBe("65.8 times likelier");
});

test("what weighs nothing says nothing, and what weighs most is not counted out", () => {
  expect(oddsInWords(0.01)).toBe("says nothing");
  expect(oddsInWords(30)).toBe("over a million times likelier");
});

test("weights carry their sign", () => {
  expect([signed(6.04), signed(-1.77), signed(0.01)]).toEqual(["+6.0", "−1.8", "0"]);
});
