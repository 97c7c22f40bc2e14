import { expect, test } from "vitest";
import { reasonsOf } from "./reasons.js";

const reject = (line: number, column: string | null, reason: string) => ({
  file: "orders.csv",
  line,
  column,
  value: null,
  reason,
});

test("the commonest reason comes first, with where it was first met", () => {
  const reasons = reasonsOf([
    reject(2, null, "has too many columns"),
    reject(3, "total", "is not a number"),
    reject(9, "total", "is not a number"),
  ]);
  expect(reasons.map(({ column, rows, first }) => [column, rows, first.line])).toEqual([
    ["total", 2, 3],
    [null, 1, 2],
  ]);
});
