// Reporter of the tests that were skipped, and why: a table of what is missing, how many tests wait for it,
// and how to get it.

import type { Reporter, TestCase } from "vitest/node";
import { type Need, needs } from "./needs.js";

export default class SkippedTests implements Reporter {
  private readonly skipped: { name: string; need: Need | undefined }[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== "skipped") return;
    this.skipped.push({ name: `${test.module.relativeModuleId} > ${test.fullName}`, need: test.meta().need });
  }

  onTestRunEnd(): void {
    process.stdout.write(skippedTable(this.skipped));
  }
}

/** One line per need, then the names of tests that were skipped for another reason; empty if none was skipped. */
export const skippedTable = (skipped: readonly { name: string; need: Need | undefined }[]): string => {
  const counts = new Map<Need, number>();
  for (const { need } of skipped) if (need !== undefined) counts.set(need, (counts.get(need) ?? 0) + 1);
  const rows = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([need, tests]) => `${need.padEnd(24)}${String(tests).padStart(6)}  ${needs[need].from}\n`);
  const others = skipped.filter(({ need }) => need === undefined).map(({ name }) => `  ${name}\n`);
  const table =
    rows.length === 0 ? "" : `\n${"skipped without".padEnd(24)} tests  how to get it\n${rows.join("")}`;
  return others.length === 0 ? table : `${table}\nSkipped for another reason:\n${others.join("")}`;
};
