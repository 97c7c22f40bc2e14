// Global setup of the tests: collects the reports of `faults.ts` and prints their sums when the run ends.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import type { FaultReport } from "./faults.js";

export default function collectFaults(project: TestProject): () => void {
  const dir = mkdtempSync(path.join(tmpdir(), "bellwether-faults-"));
  const file = path.join(dir, "reports.jsonl");
  writeFileSync(file, "");
  project.provide("faultReports", file);
  return () => {
    process.stdout.write(faultsTable(readFileSync(file, "utf8")));
    rmSync(dir, { recursive: true });
  };
}

/** One line per kind, from one JSON object per line; empty without reports. */
export const faultsTable = (reports: string): string => {
  const sums = new Map<string, { faults: number; lost: number; wrongBytes: number }>();
  for (const line of reports.split("\n").filter(Boolean)) {
    const { kind, faults, lost, wrongBytes } = JSON.parse(line) as FaultReport;
    const sum = sums.get(kind) ?? { faults: 0, lost: 0, wrongBytes: 0 };
    sums.set(kind, {
      faults: sum.faults + faults,
      lost: sum.lost + lost,
      wrongBytes: sum.wrongBytes + wrongBytes,
    });
  }
  const rows = [...sums].map(
    ([kind, { faults, lost, wrongBytes }]) =>
      `${kind.padEnd(20)}${String(faults).padStart(8)}${String(lost).padStart(8)}${String(wrongBytes).padStart(14)}\n`,
  );
  return rows.length === 0 ? "" : `\n${"fault".padEnd(20)}   cases    lost   wrong bytes\n${rows.join("")}\n`;
};
