// The process in which questions are answered, one at a time. It is told a question over IPC, answers with one message, and
// waits for the next until it is ended by whoever asked, or by the lifeline when they are gone. Nothing of a question is kept.

import { mkdir } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { InspectionInput, InspectionName, InspectionResult } from "../../domain/inspection.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type ErrorParams, Refusal } from "../../errors/refusal.js";
import { openEngine } from "../../warehouse/engine.js";
import { answerQuestion } from "./answer.js";
import type { Sources } from "./sources.js";

export interface Inspection<Q extends InspectionName = InspectionName> {
  question: Q;
  asked: InspectionInput<Q>;
  sources: Sources[Q];
  /** Where the engine may spill; made here. */
  tempDir: string;
  memoryMb: number;
}

export type InspectionMessage =
  | { at: "answered"; answer: InspectionResult<InspectionName> }
  | { at: "refused"; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; message: string };

const carryOut = async ({ question, asked, sources, tempDir, memoryMb }: Inspection): Promise<void> => {
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads: 2, tempDir });
  const said = await answerQuestion(question, asked, engine, sources).then(
    (answer): InspectionMessage => ({ at: "answered", answer }),
    inMessage,
  );
  engine.close();
  process.send?.(said);
};

const inMessage = (error: unknown): InspectionMessage =>
  error instanceof Refusal
    ? { at: "refused", code: error.code, params: error.params }
    : { at: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };

new Worker(new URL("../execute/lifeline.js", import.meta.url)).unref();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("message", (inspection: Inspection) => void carryOut(inspection));
