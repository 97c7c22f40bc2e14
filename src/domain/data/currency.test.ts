import { expect, test } from "vitest";
import { currencyCode } from "./currency.js";

test.each([
  ["EUR", "EUR"],
  ["usd", "USD"],
  [" € ", "EUR"],
  ["12,50 zł", "PLN"],
  ["US$ 9.00", "USD"],
  ["$", "$"],
  ["12", null],
])("%j names %j", (text, code) => {
  expect(currencyCode(text)).toBe(code);
});
