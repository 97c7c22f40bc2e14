// Judgement of an outcome's test. The stored verdict compares the model's log loss with that of a simple rule; a model is only
// worth using if besides it ranks people and expects about as many as come. Both are read from the stored figures, so that results
// of every version are judged alike.

import type { Evaluation, Verdict, Warning } from "./evaluation.js";
import { levelOf } from "./level.js";
import type { OutcomeResult } from "./outcome.js";

type Judged = Pick<OutcomeResult, "verdict" | "performance" | "intervals" | "deciles">;

/** Ranking first: without it, the level is of no use. */
export const judgedVerdict = ({ verdict, performance, intervals, deciles }: Judged): Verdict => {
  if (!isBetter(verdict)) return verdict;
  const auc = intervals?.model?.auc;
  if (auc && auc.low <= 0.5)
    return {
      decision: "no_better",
      code: "model_does_not_rank",
      figures: { auc: performance.model.auc, ...auc },
    };
  const { expected, attained, isOff } = levelOf(deciles);
  return isOff
    ? { decision: "slightly_better", code: "model_level_off", figures: { expected, attained } }
    : verdict;
};

const isBetter = ({ decision }: Verdict): boolean =>
  decision === "clearly_better" || decision === "slightly_better";

/** The stored warnings, after one about the level where it is off. */
export const judgedWarnings = ({
  warnings,
  deciles,
}: Pick<Evaluation, "deciles"> & { warnings: readonly Warning[] }): Warning[] => {
  const { expected, attained, isOff } = levelOf(deciles);
  if (!isOff) return [...warnings];
  const level: Warning = {
    kind: "level",
    about: "attainment",
    code: "level_off",
    figures: { expected, attained },
  };
  return [level, ...warnings];
};
