import { expect, test } from "vitest";
import type { Draft } from "./draft.js";
import { rateOf, ratesInLines, readRates, withoutOldRates, withRate } from "./rates.js";

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

test("a rate for all times takes the place of the one before, beside those with dates", () => {
  const dated = { currency: "GBP", rate: 1.17, from: "2026-01-01" };
  const first = withRate([dated], "GBP", 1.2);
  expect(first).toEqual([dated, { currency: "GBP", rate: 1.2 }]);
  expect(rateOf(first, "GBP")).toBe(1.2);
  expect(withRate(first, "GBP", 1.3)).toEqual([dated, { currency: "GBP", rate: 1.3 }]);
  expect(withRate(first, "GBP", Number.NaN)).toEqual([dated]);
});

test("rates go when the values are in another currency", () => {
  const rates = [{ currency: "USD", rate: 0.92 }];
  const draftIn = (is: string) => {
    const data_map = { value: { column_name: "Total" } };
    return {
      output_to_streams: { sales: { data_map, currency: { column_name: "Cur", is, rates } } },
    } as unknown as Draft;
  };
  expect(withoutOldRates(draftIn("GBP"), draftIn("EUR")).output_to_streams.sales!.currency).toEqual({
    column_name: "Cur",
    is: "GBP",
  });
  expect(withoutOldRates(draftIn("€"), draftIn("EUR"))).toEqual(draftIn("€"));
});
