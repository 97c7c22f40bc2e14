// Global set-up of a run: a directory for what its tests share, such as a database server, removed when the run ends.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    runDirectory: string;
  }
}

export default function makeRunDirectory(project: TestProject): () => void {
  const dir = mkdtempSync(path.join(tmpdir(), "bellwether-run-"));
  chmodSync(dir, 0o711); // A server that runs as another user has its directory below.
  project.provide("runDirectory", dir);
  return () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
}
