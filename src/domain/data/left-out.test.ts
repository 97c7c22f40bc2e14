import { expect, test } from "vitest";
import type { LeftOut } from "./dataset-findings.js";
import { addedLeftOut } from "./left-out.js";

const left = (value: string | null | undefined, rows = 1, column_name = "status"): LeftOut => ({
  reason: "condition",
  column_name,
  rows,
  events: 0,
  ...(value !== undefined && { value }),
});

test("the same reasons are added up, the most frequent first, and reasons without rows are left out", () => {
  expect(addedLeftOut([left("open"), left(null, 5), left("open", 2), left("late", 0)])).toEqual([
    left(null, 5),
    left("open", 3),
  ]);
});

test("a column of many values is one reason, and others keep theirs", () => {
  const many = Array.from({ length: 200_000 }, (_, i) => left(String(i)));
  const few = Array.from({ length: 20 }, (_, i) => left(String(i), 2, "kind"));
  const added = addedLeftOut([...many, ...few]);
  expect(added).toHaveLength(21);
  expect(added[0]).toEqual(left(undefined, 200_000));
  expect(added[1]).toEqual(left("0", 2, "kind"));
});
