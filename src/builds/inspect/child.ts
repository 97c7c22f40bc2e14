// The process in which one question is answered. It is told the question over IPC, answers with one message, and is then
// ended by whoever asked, or by the lifeline when they are gone.

import { mkdir } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { AnswerTo, Asked, Question } from "../../domain/inspection.js";
import { openEngine } from "../../warehouse/engine.js";
import { answerQuestion } from "./answer.js";
import type { Sources } from "./sources.js";

export interface Inspection<Q extends Question = Question> {
  question: Q;
  asked: Asked<Q>;
  sources: Sources;
  /** Where the engine may spill; made here. */
  tempDir: string;
  memoryMb: number;
}

export type InspectionMessage =
  | { at: "answered"; answer: AnswerTo<Question> }
  | { at: "failed"; message: string };

const carryOut = async ({ question, asked, sources, tempDir, memoryMb }: Inspection): Promise<void> => {
  await mkdir(tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb, threads: 1, tempDir });
  try {
    tell({ at: "answered", answer: await answerQuestion(question, asked, engine, sources) });
  } catch (error) {
    tell({ at: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    engine.close();
  }
};

const tell = (message: InspectionMessage): void => {
  process.send?.(message);
};

new Worker(new URL("../lifeline.js", import.meta.url)).unref();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.once("message", (inspection: Inspection) => void carryOut(inspection));
