// Order of test files: project by project, because a worker serves files of one project, and in each the
// costliest first, so that no long file begins when the others are done. Files without a known cost come
// before.

import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readCosts } from "./costs.js";

export default class CostliestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const costs = readCosts();
    const root = this.ctx.config.root;
    const projects = [...new Set(specs.map(({ project }) => project.name))];
    return specs
      .map((spec) => ({
        spec,
        project: projects.indexOf(spec.project.name),
        seconds: costs.get(spec.moduleId.slice(root.length + 1))?.wallSeconds ?? 1e9,
      }))
      .sort((a, b) => a.project - b.project || b.seconds - a.seconds)
      .map(({ spec }) => spec);
  }
}
