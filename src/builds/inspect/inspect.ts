// Answers questions about what builds have left. The engine must not run in the server's process, so each question gets a
// process of its own: a small one, for a short time, and few at once, so that who asks never slows down who builds.

import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Db } from "../../db/connection.js";
import type { AnswerTo, Inspect } from "../../domain/inspection.js";
import { refuse, retryLater } from "../../errors/refusal.js";
import { forkChild } from "../fork.js";
import { workDir } from "../layout.js";
import type { Inspection, InspectionMessage } from "./child.js";
import { sourcesOf } from "./sources.js";
import { Turns } from "./turns.js";

const atOnce = 2;
/** Who would have to wait for more than these is refused. */
const mostWaiting = 16;
const longestMs = 20_000;
const memoryMb = 256;

export const createInspector = (db: Db, dataDir: string): Inspect => {
  const turns = new Turns(atOnce, mostWaiting);
  return async (accountId, question, asked) => {
    const leave = await turns.take();
    if (!leave) throw refuse("inspections-too-many", { seconds: 1 });
    const tempDir = workDir(dataDir, `inspection-${randomUUID()}`);
    try {
      const sources = await sourcesOf(db.kysely, dataDir, accountId);
      return await answerAside({ question, asked, sources, tempDir, memoryMb });
    } finally {
      leave();
      await rm(tempDir, { recursive: true, force: true });
    }
  };
};

const answerAside = <I extends Inspection>(inspection: I): Promise<AnswerTo<I["question"]>> => {
  const child = forkChild(new URL("./child.js", import.meta.url));
  const alarm = setTimeout(() => child.kill("SIGKILL"), longestMs);
  return finalMessage(child, inspection).finally(() => {
    clearTimeout(alarm);
    child.kill("SIGKILL");
  });
};

const finalMessage = <I extends Inspection>(
  child: ChildProcess,
  inspection: I,
): Promise<AnswerTo<I["question"]>> =>
  new Promise((resolve, reject) => {
    child.on("message", (message: InspectionMessage) =>
      message.at === "answered"
        ? resolve(message.answer as AnswerTo<I["question"]>)
        : reject(new Error(message.message)),
    );
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      reject(
        signal === "SIGKILL"
          ? retryLater("inspection-slow", { limit: longestMs / 1000 })
          : new Error(`An inspection ended early (exit code ${code}).`),
      ),
    );
    child.send(inspection);
  });
