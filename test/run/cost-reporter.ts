// Reporter of what each test file of this run cost. It writes them as JSON into dist, over those of the run
// before, and into the ranking of the repository on request, file by file, so that a run that is broken off
// keeps what it measured.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { costsFile, costsPage, isRanking, readCosts, type TestCost } from "./costs.js";

const root = path.resolve(import.meta.dirname, "../..");

export default class Costs implements Reporter {
  private readonly costs: TestCost[] = [];

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    this.costs.push({
      file: module.relativeModuleId,
      tests: [...module.children.allTests()].length,
      wallSeconds: (duration + collectDuration + setupDuration) / 1000,
      processorSeconds: module.meta().processorSeconds ?? null,
    });
    this.write();
  }

  private write(): void {
    mkdirSync(path.join(root, "dist"), { recursive: true });
    writeFileSync(path.join(root, "dist/test-costs.json"), `${JSON.stringify(this.costs, null, 2)}\n`);
    if (!isRanking) return;
    const known = readCosts();
    for (const cost of this.costs) known.set(cost.file, cost);
    const present = [...known.values()].filter(({ file }) => existsSync(path.join(root, file)));
    writeFileSync(costsFile, costsPage(present));
  }
}
