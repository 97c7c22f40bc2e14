import { expect, test } from "vitest";
import { enablingOf } from "./enabling.js";

test("a preview can be enabled once it is built, and not before", () => {
  expect(enablingOf({ preview: true, status: "ready" })).toEqual({ at: "possible" });
  for (const status of ["new", "starting", "running", "error"] as const)
    expect(enablingOf({ preview: true, status })).toMatchObject({ at: "impossible" });
});

test("the reason to wait is the service's", () => {
  const waiting = { preview: true, status: "new", waiting_for: "Waiting for outcome Churn." } as const;
  expect(enablingOf(waiting)).toMatchObject({ because: "Waiting for outcome Churn." });
});

test("an archived pipeline must be unarchived first", () => {
  expect(enablingOf({ preview: true, status: "ready", archived_at: "2025-01-01T00:00:00Z" })).toEqual({
    at: "impossible",
    because: "It is archived. Unarchive it first.",
  });
});

test("an enabled pipeline stays enabled while it is rebuilt", () => {
  expect(enablingOf({ preview: false, status: "running" })).toEqual({ at: "enabled" });
});
