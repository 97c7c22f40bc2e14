import { expect, test } from "vitest";
import { drawExport } from "../../bench/reading/export.js";
import { judge } from "../../bench/reading/judge.js";

const seed = 9_001;

test("a seed draws the same files each time, and another seed draws others", () => {
  expect(drawExport(seed, 3)).toEqual(drawExport(seed, 3));
  expect(drawExport(seed + 1, 3).body.equals(drawExport(seed, 3).body)).toBe(false);
});

test("a figure that is wrong by more than one percent is open where the reader asks about it", () => {
  const drawn = drawExport(seed, 3);
  const [orders, customers, repeat_customers, revenue] = [
    drawn.truth.orders[0]!,
    drawn.truth.customers[0]!,
    drawn.truth.repeat_customers[0]!,
    drawn.truth.revenue[0]!,
  ];
  const read = { orders, customers, repeat_customers, revenue, open: [], because: [] };
  const verdict = (changed: object) => judge(3, drawn, { ...read, ...changed }).verdict;
  expect(verdict({})).toBe("exact");
  expect(verdict({ orders: orders * 2 })).toBe("silent");
  expect(verdict({ orders: orders * 2, open: ["orders"] })).toBe("open");
  expect(verdict({ revenue: {} })).toBe("silent");
});
