// Order of test files: the costliest first, so that no long file begins when the others are done. Files without a known cost come before.

import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readCosts } from "./costs.js";

export default class CostliestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const costs = readCosts();
    const root = this.ctx.config.root;
    const seconds = ({ moduleId }: TestSpecification): number =>
      costs.get(moduleId.slice(root.length + 1))?.wallSeconds ?? Number.POSITIVE_INFINITY;
    return specs
      .map((spec) => ({ spec, seconds: seconds(spec) }))
      .sort((a, b) => (a.seconds === b.seconds ? 0 : b.seconds - a.seconds))
      .map(({ spec }) => spec);
  }
}
