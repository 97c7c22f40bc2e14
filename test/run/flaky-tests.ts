// Reporter of the tests that failed at first and passed when `--retry` ran them again. Such a test is a
// defect, and stays visible when it does not stop anybody.

import type { Reporter, TestCase } from "vitest/node";

export default class FlakyTests implements Reporter {
  private readonly found: { name: string; errors: readonly { message: string }[] }[] = [];

  onTestCaseResult(test: TestCase): void {
    const { errors } = test.result();
    if (test.diagnostic()?.flaky !== true) return;
    this.found.push({ name: `${test.module.relativeModuleId} > ${test.fullName}`, errors: errors ?? [] });
  }

  onTestRunEnd(): void {
    if (this.found.length === 0) return;
    const lines = this.found.map(
      ({ name, errors }) => `  ${name}\n${errors.map(({ message }) => `    ${message}\n`).join("")}`,
    );
    process.stdout.write(`\nPassed only when they were run again:\n${lines.join("")}\n`);
  }
}
