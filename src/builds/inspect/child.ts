// The process that answers inspections, one at a time. It keeps nothing between them.

import { mkdir } from "node:fs/promises";
import type { InspectionInput, InspectionName } from "../../domain/kinds/inspection.js";
import { openEngine } from "../../warehouse/engine.js";
import { serveRequests } from "../execute/serve.js";
import { runInspection } from "./run.js";
import type { Sources } from "./sources.js";

/** Plain data, so that it crosses to the child process. */
export interface InspectionRequest<Q extends InspectionName = InspectionName> {
  inspection: Q;
  input: InspectionInput<Q>;
  sources: Sources[Q];
  /** The directory that the engine may spill to; it is created. */
  tempDir: string;
  memoryMb: number;
}

const carryOut = async ({
  inspection,
  input,
  sources,
  tempDir,
  memoryMb,
}: InspectionRequest): Promise<unknown> => {
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads: 2, tempDir });
  return runInspection(inspection, input, engine, sources).finally(() => engine.close());
};

serveRequests(carryOut);
