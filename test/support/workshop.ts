// Workshop of a test file: an engine and a directory, in which the tests run steps without a service.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";

export interface Workshop {
  engine: Engine;
  /** Removed after the tests of the file. */
  root: string;
}

/** Is filled before the first test of a file. */
export const openWorkshop = (name: string, memoryMb: number, threads = 2): Workshop => {
  const workshop = {} as Workshop;
  beforeAll(async () => {
    workshop.root = await mkdtemp(path.join(tmpdir(), `${name}-`));
    workshop.engine = await openEngine({ memoryMb, threads, tempDir: workshop.root });
  });
  afterAll(async () => {
    workshop.engine.close();
    await rm(workshop.root, { recursive: true });
  });
  return workshop;
};
