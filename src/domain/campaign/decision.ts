// The next contacts: what so many of them are expected to bring if people are chosen by uplift, by chance or at
// random, by what measured campaigns brought among people whom the model had not seen.
//
//   gain of a ranking   conversions that contacting its first people brings, as a share of all people. It is known
//                       for nobody, for the shares of the proof and for everyone, and is a line in between: a
//                       few at the top are promised no more than was measured

import { type Estimate, timesPeople } from "../outcome/evaluation.js";
import { type ProfitTerms, profitOf } from "./profit.js";
import type { UpliftProof, UpliftVerdict } from "./uplift.js";

export const choices = ["uplift", "chance", "random"] as const;
export type Choice = (typeof choices)[number];

export interface ChoiceOutlook {
  by: Choice;
  /** Conversions that the contacts bring, all together. */
  conversions: Estimate;
  /** Only with the worth of a conversion. */
  profit?: Estimate;
}

export interface Decision {
  /** People to contact. */
  people: number;
  /** How to choose them; null: every choice is expected to lose money, so nobody. */
  choose: Choice | null;
  /** In the order of `choices`; random has those of everyone. */
  outlooks: ChoiceOutlook[];
  /** Share to hold out of these contacts, so that the next decision has evidence. */
  hold_out: number;
}

/** Share that is held out for ever: without it nobody knows whether contacting still pays. */
export const usualHoldout = 0.1;
/** Share that is held out once, where a ranking by uplift may pay and more evidence would show it. */
const exploring = 0.4;

type Proof = Pick<UpliftProof, "verdict" | "effect" | "shares">;

/** Null: no campaign says what a contact does. `people` of `all` are contacted. */
export const decideContacts = (
  { verdict, effect, shares }: Proof,
  { people, all }: { people: number; all: number },
  terms: ProfitTerms | null,
): Decision | null => {
  if (effect === null || all === 0) return null;
  const contacted = Math.min(people, all);
  const share = contacted / all;
  const gains = {
    uplift: gainAt(share, shares, "by_uplift", effect),
    chance: gainAt(share, shares, "by_chance", effect),
    random: scaled(effect, share),
  };
  const outlooks = choices
    .filter((by) => by === "random" || shares.length > 0)
    .map((by) => outlookOf(by, timesPeople(gains[by], all), contacted, terms));
  return {
    people: contacted,
    choose: outlooks.every(losesMoney) ? null : chosen(verdict, outlooks),
    outlooks,
    hold_out: verdict === "leaning" ? exploring : usualHoldout,
  };
};

/** Gain, as a share of all people, where `share` of them are contacted. */
const gainAt = (
  share: number,
  shares: Proof["shares"],
  ranking: "by_uplift" | "by_chance",
  effect: Estimate,
): Estimate => {
  const known = [
    { share: 0, gain: { value: 0, low: 0, high: 0 } },
    ...shares.map((each) => ({ share: each.share, gain: scaled(each[ranking], each.share) })),
    { share: 1, gain: effect },
  ];
  const above = Math.max(
    1,
    known.findIndex((point) => point.share >= share),
  );
  const [from, to] = [known[above - 1]!, known[above]!];
  const part = (share - from.share) / (to.share - from.share);
  const between = (of: keyof Estimate) => from.gain[of] + part * (to.gain[of] - from.gain[of]);
  return { value: between("value"), low: between("low"), high: between("high") };
};

const scaled = ({ value, low, high }: Estimate, by: number): Estimate => ({
  value: by * value,
  low: by * low,
  high: by * high,
});

const outlookOf = (
  by: Choice,
  conversions: Estimate,
  people: number,
  terms: ProfitTerms | null,
): ChoiceOutlook => {
  if (!terms) return { by, conversions };
  const { profit, low, high } = profitOf(
    { people, expected: conversions.value, low: conversions.low, high: conversions.high },
    terms,
  );
  return { by, conversions, profit: { value: profit, low: low!, high: high! } };
};

/** Whether the profit is a loss at both ends of its interval. */
const losesMoney = ({ profit }: ChoiceOutlook): boolean => profit !== undefined && profit.high < 0;

/** Choice: by uplift where that is proven and brings more of so many people; otherwise by chance, which needs no proof. */
const chosen = (verdict: UpliftVerdict, outlooks: readonly ChoiceOutlook[]): Choice => {
  const brings = (by: Choice) =>
    outlooks.find((outlook) => outlook.by === by)?.conversions.value ?? Number.NEGATIVE_INFINITY;
  return verdict === "proven" && brings("uplift") > brings("chance") ? "uplift" : "chance";
};
