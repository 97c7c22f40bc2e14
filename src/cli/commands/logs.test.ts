import { expect, test } from "vitest";
import type { Notice } from "../../http/notices.js";
import { lineOf } from "./logs.js";

const cohort: Notice = { id: "c", resource_type: "cohorts", name: "Customers", status: "ready" };

test("a line says which resource, and what happens to it", () => {
  const lines: [Partial<Notice>, string][] = [
    [{}, "cohort Customers is ready"],
    [
      { status: "running", progress: 0.4, progress_text: "Counting" },
      "cohort Customers is being built: Counting",
    ],
    [{ status: "new", waiting_for: "Waiting for Orders." }, "cohort Customers waits: Waiting for Orders."],
    [{ status: "error", status_error: "No column day." }, "cohort Customers failed: No column day."],
    [{ deleted: true }, "cohort Customers was deleted"],
    [{ archived_at: "2025-01-01T00:00:00Z" }, "cohort Customers was archived"],
    [{ resource_type: "people", name: "people" }, "people is ready"],
    [
      { resource_type: "mail", name: "Two builds failed", status: "starting" },
      "e-mail waits: Two builds failed",
    ],
  ];
  for (const [changed, line] of lines) expect(lineOf({ ...cohort, ...changed })).toBe(line);
});
