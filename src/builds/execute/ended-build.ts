// Ended builds: what a build leaves, a published result or a refusal. Until it is recorded, the directory of a
// result is a discard, so that the sweep removes what never will be.

import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import type { Database } from "../../db/schema.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { BuiltType, EpochMs } from "../../domain/resource/resource.js";
import { discard } from "../../store/discards.js";
import { type Resource, recordRefusal, recordResult } from "../../store/resources.js";
import { kindOf } from "../kinds.js";
import { type Announcers, announceBuild } from "./announce.js";
import { attemptName, resultDir } from "./data-directory.js";
import type { StepOutput } from "./step.js";
import type { Task } from "./task.js";

/** `gaveUpUnder`: the state of the machine under which the build was given up. */
export type EndedBuild =
  | { at: "published"; task: Task; output: StepOutput }
  | { at: "refused"; task: Task; message: string; gaveUpUnder?: string | undefined };

/** The directory of a task's result, relative to the data directory. Each attempt has its own. */
export const resultDirOf = ({ job, resource, fingerprint }: Task): string =>
  resultDir(job.accountId, resource.id, `${fingerprint}-${attemptName(job)}`);

export const discardUntilRecorded = (db: Db, tasks: readonly Task[], now: EpochMs): Promise<void> =>
  db.transaction(async (trx) => {
    for (const task of tasks) {
      const { accountId } = task.job;
      await discard(trx, { accountId, path: resultDirOf(task), reason: "unrecorded" }, now);
    }
  });

/** Records and announces an ended build, in the transaction that ends its job. */
export const recordEnd = async (
  trx: Kysely<Database>,
  ended: EndedBuild,
  announcers: Announcers,
): Promise<void> => {
  const { fingerprint, resource } = ended.task;
  const { id, accountId, type, config } = resource;
  const now = announcers.clock();
  if (ended.at === "published") {
    const result = ended.output.result as ResultOf<BuiltType>;
    const files = { resultDir: resultDirOf(ended.task), resultFiles: ended.output.files };
    const recorded = kindOf(type).recorded?.(result) ?? result;
    await recordResult(trx, id, { result: recorded, fingerprint, ...files }, now);
    await kindOf(type).afterBuild?.(trx, { id, accountId, config, result, now });
    const { news } = type === "triggers" ? (result as ResultOf<"triggers">) : {};
    if (news) await announcers.announcePeople?.(trx, resource as Resource<"triggers">, news, now);
  } else {
    const { message, gaveUpUnder } = ended;
    const againMs = resource.result === null ? kindOf(type).triedAgainMs?.(config) : undefined;
    const dueAt = againMs == null ? null : now + againMs;
    await recordRefusal(trx, id, { fingerprint, message, gaveUpUnder, dueAt }, now);
  }
  await announceBuild(trx, id, announcers);
};
