// Faults that tests injected, counted over the whole run: a test reports them, and a table at the end of the
// run says what was tried and what was lost.

import { appendFileSync } from "node:fs";
import { inject } from "vitest";

export type FaultKind =
  | "service killed"
  | "node killed"
  | "child killed"
  | "PostgreSQL killed"
  | "disk full"
  | "files exhausted"
  | "file altered"
  | "receiver away"
  | "tap or target killed"
  | "clock moved"
  | "engine error"
  | "hostile input"
  | "isolation case";

export interface FaultCounts {
  /** Faults injected, or cases tried. */
  faults: number;
  /** Acknowledged writes, messages or results that were missing afterwards. */
  lost: number;
  /** Answers with other bytes than were stored. */
  wrongBytes: number;
}

export interface FaultReport extends FaultCounts {
  kind: FaultKind;
}

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The file that collects the reports of a run, one JSON object per line; absent in tests that touch
     * nothing else.
     */
    faultReports?: string;
  }
}

/** Adds the faults of a test to the table. Call it after the expectations. */
export const reportFaults = (kind: FaultKind, counts: FaultCounts): void => {
  const file = inject("faultReports");
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ kind, ...counts } satisfies FaultReport)}\n`);
};
