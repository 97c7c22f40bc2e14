// Money at stake: what customers are expected to spend, and what subscriptions a month may end. Each is of one prediction: two of
// the same customers would count their money twice. The two are not added, because one is of a horizon and one of a month.

import { roundAmount } from "../../../src/words/expectation.js";
import { isLikeness, type Leading, leadersOf, type Summary } from "../predictions/summary.js";

export interface Stakes {
  spending?: { of: Leading; amount: number; currency: string | undefined; aWeek: number };
  /** A month. */
  atRisk?: { of: Leading; amount: number; currency: string | undefined };
}

const weekDays = 7;

/** Of the predictions that help most; empty where none knows amounts. */
export const stakesOf = (summaries: readonly Summary[]): Stakes => {
  const leaders = leadersOf(summaries).filter((summary) => !isLikeness(summary));
  const spending = leaders.find(({ expected }) => (expected.value?.amount?.expected ?? 0) > 0);
  const atRisk = leaders
    .filter(({ expected: { recurring } }) => recurring && recurring.subscriptions > 0)
    .sort((a, b) => b.expected.recurring!.at_risk - a.expected.recurring!.at_risk)[0];
  return {
    ...(spending && { spending: spendingOf(spending) }),
    ...(atRisk && {
      atRisk: {
        of: atRisk,
        amount: roundAmount(atRisk.expected.recurring!.at_risk),
        currency: atRisk.expected.recurring!.currency,
      },
    }),
  };
};

const spendingOf = (of: Leading): Required<Stakes>["spending"] => {
  const amount = of.expected.value!.amount!.expected;
  const days = Math.max(weekDays, of.outcome.horizon_days ?? weekDays);
  return {
    of,
    amount: roundAmount(amount),
    currency: of.outcome.value_currency,
    aWeek: roundAmount((amount * weekDays) / days),
  };
};
