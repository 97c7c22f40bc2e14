import { expect, test } from "vitest";
import { partsOf } from "./bins.js";

test("a bin of numbers says where it begins and ends, and the last that it has no end", () => {
  const parts = partsOf([
    { data_type: "number", min: 0, max: 97, count: 117, percent: 90 },
    { data_type: "number", min: 97, count: 13, percent: 10 },
  ]);
  expect(parts).toEqual([
    { label: "0 to 97", count: 117, share: 0.9 },
    { label: "97 or more", count: 13, share: 0.1 },
  ]);
});

test("a text is shown by what it stands for, and people without a yes or no are not known", () => {
  const text = { data_type: "text", value: "1", count: 1, percent: 100 } as const;
  expect(partsOf([text], (value) => ({ "1": "Gold" })[value] ?? value)[0]!.label).toBe("Gold");
  const booleans = [true, false, undefined].map((value) => ({
    data_type: "boolean" as const,
    ...(value !== undefined && { value }),
    count: 1,
    percent: 33,
  }));
  expect(partsOf(booleans).map(({ label }) => label)).toEqual(["yes", "no", "not known"]);
});
