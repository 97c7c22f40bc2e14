// Horizons at one day by the service's own parts, beside predictions of each horizon alone, with when people
// bought afterwards, which a later account knows.

import { cohortInputs } from "../../src/builds/kind/relations.js";
import { readWaitingRows } from "../../src/builds/outcome/analyses/horizons.js";
import { readWaits } from "../../src/builds/outcome/waits.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { Refusal } from "../../src/errors/refusal.js";
import { predictHorizons } from "../../src/model/horizons/model.js";
import { trainHorizons } from "../../src/model/horizons/train.js";
import type { TaskThreads } from "../../src/model/propensity/fit-tasks.js";
import type { Account } from "../scoreboard/account.js";
import { inLater, learnAt } from "../value/predict.js";
import type { Predicted } from "./judge.js";
import type { HorizonsLog } from "./logs.js";

export const predictAt = async (
  account: Account,
  later: Account,
  { horizonDays, horizons }: HorizonsLog,
  threads: TaskThreads,
): Promise<Predicted> => {
  const task = await learnAt(account, horizonDays, threads);
  const { objective, plan, training, options, learned, scored, probability } = task;
  const longestDays = horizons.at(-1)!;
  const rows = await readWaitingRows(training, plan, task.task, horizons, account.account, account.engine);
  const { model, blend } = trainHorizons(training, rows, learned, { ...options, bounds: horizons });
  const { frame, inOrder } = await inLater(scored, account, later);
  const knownUntil = account.account.dataThrough + longestDays * secondsPerDay;
  const laterTask = { objective, inputs: cohortInputs(later.account), knownUntil, longestDays };
  const { wait } = await readWaits(frame, laterTask, later.engine);
  const alone = new Map<number, Float64Array>();
  for (const days of horizons)
    if (days !== horizonDays)
      try {
        alone.set(days, (await learnAt(account, days, threads)).probability);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
  return {
    model,
    curves: predictHorizons(model, scored.columns, probability),
    wait: inOrder(wait),
    alone,
    blend: Object.keys(blend),
  };
};
