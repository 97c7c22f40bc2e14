// Judgement of an outcome's test. The stored verdict compares the model's log loss with that of a simple
// rule; a model is only worth using if besides it ranks people and expects about as many as come, in its test
// and in the lists that were acted on. What is true of other people of the same days need not last: without a
// test at a past date, a gain is small at most. All of this is read from the stored figures, so that results
// of every version are judged alike.

import type { Evaluation, Verdict, VerdictFigures, Warning } from "./evaluation.js";
import { levelOf } from "./level.js";
import type { OutcomeResult } from "./outcome.js";

type Judged = Pick<
  OutcomeResult,
  "verdict" | "performance" | "intervals" | "deciles" | "origins" | "mode" | "tested_on"
>;

/**
 * Ranking first: without it, the level is of no use, and no rule can be worth its while either if none ranks.
 * `broken`: claims of the prediction that did not come true, see `brokenClaims`; null where they can be trusted.
 */
export const judgedVerdict = (
  result: Judged,
  broken: VerdictFigures["claims_broken"] | null = null,
): Verdict => {
  const { verdict, performance, intervals, deciles } = result;
  const auc = intervals?.model?.auc;
  const figures = auc && { auc: performance.model.auc, ...auc };
  if (figures && !doesRank(result) && rules(result).every((low) => low <= 0.5))
    return { decision: "no_better", code: "nothing_ranks", figures };
  if (!isBetter(verdict)) return verdict;
  if (figures && !doesRank(result)) return { decision: "no_better", code: "model_does_not_rank", figures };
  const { expected, attained, isOff } = levelOf(deciles);
  if (isOff) return { decision: "slightly_better", code: "model_level_off", figures: { expected, attained } };
  if (broken) return { decision: "slightly_better", code: "claims_broken", figures: broken };
  return verdict.decision === "clearly_better" && isUntestedLater(result) ? onOthersAlone(verdict) : verdict;
};

/** A question without dates has no past dates to test. */
const isUntestedLater = ({ mode, tested_on, origins }: Judged): boolean =>
  mode !== "static" && tested_on === "other people" && origins.length === 0;

const onOthersAlone = (verdict: Verdict): Verdict =>
  verdict.code === "model_against_rule"
    ? { decision: "slightly_better", code: "model_untested_later", figures: verdict.figures }
    : { ...verdict, decision: "slightly_better" };

/** The interval of the AUC covers other dates; where it includes 0.5, most past dates may still show a ranking. */
const doesRank = ({ intervals, origins }: Judged): boolean => {
  const low = intervals?.model?.auc?.low;
  const ranking = origins.filter(({ auc_low }) => auc_low > 0.5).length;
  return low === undefined || low > 0.5 || (ranking >= 2 && 2 * ranking > origins.length);
};

/** Lower bounds of the AUCs of simple rules; the constant ranks nobody. */
const rules = ({ intervals }: Judged): number[] =>
  ruleNames.flatMap((name) => intervals?.[name]?.auc?.low ?? []);

const ruleNames = ["constant", "recency"];

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
