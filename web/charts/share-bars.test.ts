import { expect, test } from "vitest";
import { partsOf } from "./share-bars.js";

test("a bin of numbers is labelled by its bounds, and the last has no upper bound", () => {
  const parts = partsOf([
    { data_type: "number", min: 0, max: 97, count: 117, percent: 90 },
    { data_type: "number", min: 97, count: 13, percent: 10 },
  ]);
  expect(parts).toEqual([
    { label: "0 to 97", count: 117, share: 0.9 },
    { label: "97 or more", count: 13, share: 0.1 },
  ]);
});

test("a text is shown by its label, and a missing yes or no as unknown", () => {
  const text = { data_type: "text", value: "1", count: 1, percent: 100 } as const;
  expect(partsOf([text], (value) => ({ "1": "Gold" })[value] ?? value)[0]!.label).toBe("Gold");
  const booleans = [true, false, undefined].map((value) => ({
    data_type: "boolean" as const,
    ...(value !== undefined && { value }),
    count: 1,
    percent: 33,
  }));
  expect(partsOf(booleans).map(({ label }) => label)).toEqual(["yes", "no", "unknown"]);
});
