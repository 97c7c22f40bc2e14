// Tools of a step that a test runs in its own process.

import { mkdirSync } from "node:fs";
import type { StepTools } from "../../src/builds/kind/kind.js";
import type { Engine } from "../../src/warehouse/engine.js";

/** Makes the directory unless it exists. */
export const stepTools = (engine: Engine, dir: string, others: Partial<StepTools> = {}): StepTools => {
  mkdirSync(dir, { recursive: true });
  return { engine, dir, now: 0, seed: 1, progress: () => {}, ...others };
};
