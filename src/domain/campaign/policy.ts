// The test of a policy: what the last list would have brought if the rule of now had said whom of its people to contact.
// It is known of that list's people alone, since chance drew among them who was contacted; of others nobody knows.

import { type Estimate, timesPeople } from "../outcome/evaluation.js";
import type { ProfitTerms } from "./profit.js";

/** Conversions per person on the list. */
export interface PolicyValue {
  inverse_propensity: Estimate;
  doubly_robust: Estimate;
}

/** By the uplift of now, or in the order of the list. */
export type PolicyRule = "uplift" | "order";

export interface RuleFigures {
  value: PolicyValue;
  /** Less that of contacting everyone on the list. */
  over_list: PolicyValue;
}

/** Figures of contacting the first `share` of the list, by each rule. */
export interface PolicyShare extends Record<PolicyRule, RuleFigures> {
  share: number;
  uplift_over_order: PolicyValue;
}

export interface PolicyTest {
  /** Place of the list's campaign in the configuration. */
  campaign: number;
  people: number;
  /** Share of them whom chance let contact: the known propensity. */
  contact_share: number;
  /** Everyone on the list is contacted. */
  list: PolicyValue;
  shares: PolicyShare[];
}

/** Conversions of all people on the list together. */
export interface PolicyOutlook extends PolicyValue {
  contacts: number;
}

/** Difference of two rules: more conversions, and the profit where it is known what one is worth. */
export interface PolicyGain extends PolicyValue {
  /** Doubly robust. */
  profit?: Estimate;
}

export interface PolicyVerdict {
  campaign: number;
  people: number;
  contact_share: number;
  by: "uplift" | "chance";
  list: PolicyOutlook;
  now: PolicyOutlook;
  over_list: PolicyGain;
  /** Over as many in the order of the list; absent where that is the rule of now. */
  over_order?: PolicyGain;
}

/**
 * The rule of now on the last list: of its people, `contacts` by this choice. Null where that is nobody, or all of them.
 */
export const policyOn = (
  { campaign, people, contact_share, list, shares }: PolicyTest,
  by: PolicyVerdict["by"] | "random" | null,
  contacts: number,
  terms: ProfitTerms | null,
): PolicyVerdict | null => {
  if (by === null || by === "random" || contacts < 1 || contacts >= people) return null;
  const rule = by === "uplift" ? "uplift" : "order";
  const share = contacts / people;
  const at = (of: (known: PolicyShare) => PolicyValue, all: PolicyValue) =>
    totalOf(between(share, shares, of, all), people);
  const gain = (found: PolicyValue, saved: number): PolicyGain => ({
    ...found,
    ...(terms && { profit: profitOf(found.doubly_robust, saved, terms) }),
  });
  const nothing = { inverse_propensity: noDifference, doubly_robust: noDifference };
  return {
    campaign,
    people,
    contact_share,
    by,
    list: { contacts: people, ...totalOf(list, people) },
    now: { contacts, ...at((known) => known[rule].value, list) },
    over_list: gain(
      at((known) => known[rule].over_list, nothing),
      people - contacts,
    ),
    ...(rule === "uplift" && {
      over_order: gain(
        at((known) => known.uplift_over_order, nothing),
        0,
      ),
    }),
  };
};

const noDifference: Estimate = { value: 0, low: 0, high: 0 };

/** `saved`: contacts that are not made. */
const profitOf = (more: Estimate, saved: number, { worth, costPerContact }: ProfitTerms): Estimate => {
  const profit = (conversions: number) => conversions * worth + saved * costPerContact;
  return { value: profit(more.value), low: profit(more.low), high: profit(more.high) };
};

/** A line between the shares that are known, from nobody on. */
const between = (
  share: number,
  shares: readonly PolicyShare[],
  of: (known: PolicyShare) => PolicyValue,
  all: PolicyValue,
): PolicyValue => {
  const known = [...shares.map((each) => ({ share: each.share, value: of(each) })), { share: 1, value: all }];
  const above = Math.max(
    1,
    known.findIndex((each) => each.share >= share),
  );
  const [from, to] = [known[above - 1]!, known[above]!];
  const part = (share - from.share) / (to.share - from.share);
  const line = (method: keyof PolicyValue): Estimate => {
    const mix = (end: keyof Estimate) =>
      from.value[method][end] + part * (to.value[method][end] - from.value[method][end]);
    return { value: mix("value"), low: mix("low"), high: mix("high") };
  };
  return { inverse_propensity: line("inverse_propensity"), doubly_robust: line("doubly_robust") };
};

const totalOf = ({ inverse_propensity, doubly_robust }: PolicyValue, people: number): PolicyValue => ({
  inverse_propensity: timesPeople(inverse_propensity, people),
  doubly_robust: timesPeople(doubly_robust, people),
});
