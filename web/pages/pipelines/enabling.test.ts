import { expect, test } from "vitest";
import { enablingOf } from "./enabling.js";

test("a preview can be enabled once it is built, and not before", () => {
  expect(enablingOf({ preview: true, status: "ready" })).toEqual({ at: "possible" });
  for (const status of ["new", "starting", "running", "error"] as const)
    expect(enablingOf({ preview: true, status })).toMatchObject({ at: "impossible" });
});

test("what it waits for is said as the service says it", () => {
  const waiting = { preview: true, status: "new", status_error: "Waiting for outcome Churn." } as const;
  expect(enablingOf(waiting)).toMatchObject({ because: "Waiting for outcome Churn." });
});

test("what is archived must be restored first", () => {
  expect(enablingOf({ preview: true, status: "ready", archived_at: "2025-01-01T00:00:00Z" })).toEqual({
    at: "impossible",
    because: "It is archived. Restore it first.",
  });
});

test("what is enabled stays so while it is built again", () => {
  expect(enablingOf({ preview: false, status: "running" })).toEqual({ at: "enabled" });
});
