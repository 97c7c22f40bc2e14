import { expect, test } from "vitest";
import { noFilters, queryOf } from "./filters.js";

test("empty filters are left out", () => {
  expect(queryOf({ ...noFilters, actor: " " })).toEqual({});
  expect(queryOf({ ...noFilters, actor: " nightly export ", action: "delete" })).toEqual({
    actor: "nightly export",
    action: "delete",
  });
});

test("days are the reader's, and the last one is included", () => {
  expect(queryOf({ ...noFilters, from: "2026-02-28", to: "2026-02-28" })).toEqual({
    since: new Date(2026, 1, 28).toISOString(),
    until: new Date(2026, 2, 1).toISOString(),
  });
});
