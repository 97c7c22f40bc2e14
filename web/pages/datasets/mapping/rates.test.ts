import { expect, test } from "vitest";
import { ratesInLines, readRates } from "./rates.js";

test("rates are read as they are written, and as they are pasted", () => {
  const rates = [
    { currency: "USD", rate: 0.92 },
    { currency: "GBP", rate: 1.17, from: "2026-01-01" },
  ];
  expect(ratesInLines(rates)).toBe("USD 0.92\nGBP 1.17 2026-01-01");
  expect(readRates(ratesInLines(rates))).toEqual({ rates });
  expect(readRates(" USD;0,92\n\nGBP\t1.17\t2026-01-01\n")).toEqual({ rates });
  expect(readRates("US$, 0.92")).toEqual({ rates: [{ currency: "US$", rate: 0.92 }] });
});

test.each(["USD", "USD 0", "USD ten", "0.92", "USD 0.92 1.1.2026"])("%s is no rate", (line) => {
  expect(readRates(`GBP 1.1\n${line}`)).toMatchObject({ problem: expect.stringContaining(`“${line}”`) });
});
