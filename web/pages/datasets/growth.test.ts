import { expect, test } from "vitest";
import { growthOf } from "./growth.js";

test("rows add up from the oldest update to the newest", () => {
  const growth = growthOf([
    { datetime: "2026-02-01T00:00:00Z", rows_added: 5 },
    { datetime: "2026-01-01T00:00:00Z", rows_added: 10 },
  ]);
  expect(growth.map(({ at, total }) => [at.slice(0, 10), total])).toEqual([
    ["2026-01-01", 10],
    ["2026-02-01", 15],
  ]);
});
