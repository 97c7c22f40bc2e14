import { expect, test } from "vitest";
import { skippedTable } from "./skipped-tests.js";

test("what is missing is listed once, with the number of its tests and how to get it", () => {
  const waiting = (need: "PostgreSQL" | "faketime" | undefined, name: string) => ({ name, need });
  const table = skippedTable([
    waiting("PostgreSQL", "a > one"),
    waiting("faketime", "b > two"),
    waiting("PostgreSQL", "a > three"),
    waiting(undefined, "c > four"),
  ]);
  expect(table).toContain("faketime                     1  apt-get install faketime\n");
  expect(table).toContain("PostgreSQL                   2  apt-get install postgresql\n");
  expect(table).toContain("Skipped for another reason:\n  c > four\n");
});

test("a run that skips nothing says nothing", () => {
  expect(skippedTable([])).toBe("");
});
