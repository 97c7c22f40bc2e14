// Uplift of a pipeline's people: whether the hold-out's campaigns prove that a contact moves some people more
// than others, and then each person's part of it.

import type { Estimate } from "../outcome/evaluation.js";
import type { PolicyTest } from "./policy.js";

export const upliftVerdicts = ["proven", "leaning", "not_seen", "too_few"] as const;
/**
 * `proven`    people differ, and by more than their chance says: a ranking by uplift is offered
 * `leaning`   that ranking is ahead by more than one standard error: more people contacted at random may prove it
 * `not_seen`  it is not ahead
 * `too_few`   fewer than `minConversionsOfGroup` conversions, or as few people without, in one of the groups
 */
export type UpliftVerdict = (typeof upliftVerdicts)[number];

export const minConversionsOfGroup = 100;

export const upliftSegments = ["persuadable", "sure", "lost", "put_off"] as const;
/**
 * `persuadable`  a contact brings something: the lower end of the range is above 0
 * `put_off`      a contact costs something: the upper end is below 0
 * `sure`         neither, and likelier than most to convert without a contact
 * `lost`         neither, and less likely than most
 */
export type UpliftSegment = (typeof upliftSegments)[number];

/** Columns of the scores and of the payload. */
export const upliftNumbers = ["uplift", "uplift_low", "uplift_high"] as const;
export const upliftColumns = [...upliftNumbers, "uplift_segment"] as const;
export type UpliftColumn = (typeof upliftColumns)[number];

export interface GroupCount {
  people: number;
  attained: number;
}

/** Effect per person contacted among the first `share` of each ranking. */
export interface ShareGain {
  share: number;
  by_uplift: Estimate;
  by_chance: Estimate;
  /** By uplift less by chance. */
  difference: Estimate;
}

export interface UpliftProof {
  verdict: UpliftVerdict;
  contact: GroupCount;
  held_out: GroupCount;
  /** Mean effect of a contact, in conversions per person. Null without people in both groups. */
  effect: Estimate | null;
  /**
   * Gain of the ranking by uplift less that by chance, and less that of a random order, in conversions per
   * person contacted, over all numbers of contacts. Null if too few converted.
   */
  over_chance: Estimate | null;
  over_random: Estimate | null;
  /** What contacting the first share of the people brings, by each ranking. Empty if too few converted. */
  shares: ShareGain[];
  /** Fifths by predicted uplift, highest first. */
  fifths: { predicted: number; measured: Estimate }[];
  /** People that would prove a difference of this size, 80 times of 100. Null if none leans that way. */
  people_needed: number | null;
}

export interface UpliftResult extends UpliftProof {
  /** Places of the campaigns that it was learned from, in the order of the configuration. */
  campaigns: number[];
  /** Scored people of each segment; absent unless proven. */
  segments?: Record<UpliftSegment, number>;
  /** The newest campaign's list by other rules; absent if too few converted. */
  policy?: PolicyTest;
}
