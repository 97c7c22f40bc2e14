// Measurement of a campaign: the figures of both groups, and the effects on conversions and amounts, overall
// and by decile.

import {
  type ArmFigures,
  type CampaignDecile,
  type EffectFigures,
  type MeasuredCampaign,
  minConversions,
} from "../../domain/campaign/holdout.js";
import {
  adjusted,
  type Comparison,
  plainAmounts,
  plainRates,
  treated,
  treatedAmounts,
} from "./treatment-effect.js";

/** A row per person who took part. All arrays have the same length. */
export interface CampaignPeople extends Comparison {
  /** 1 to 100. */
  percentile: Float64Array;
  /** 1: converted. */
  attained: Float64Array;
  amount: Float64Array;
  /** 1: really contacted; absent where nobody knows. */
  isContacted?: Uint8Array;
}

/** People of each group who took part and cannot be measured. */
type LeftOut = Record<"contact" | "held_out", number>;

export const measureCampaign = (people: CampaignPeople, leftOut: LeftOut): MeasuredCampaign => {
  const contact = { ...figuresOf(people, 0), left_out: leftOut.contact };
  const heldOut = { ...figuresOf(people, 1), left_out: leftOut.held_out };
  const amount = contact.amount === undefined ? undefined : amountEffects(people);
  return {
    contact,
    held_out: heldOut,
    conversions: conversionEffects(people, contact, heldOut),
    ...(amount && { amount }),
    deciles: decilesOf(people),
  };
};

const figuresOf = (people: CampaignPeople, group: 0 | 1): Omit<ArmFigures, "left_out"> => {
  const { isHeldOut, attained, amount, score, isContacted } = people;
  const sum = (of: ArrayLike<number>) =>
    isHeldOut.reduce((total, held, i) => total + (held === group ? of[i]! : 0), 0);
  return {
    people: isHeldOut.reduce((total, held) => total + Number(held === group), 0),
    attained: sum(attained),
    expected: sum(score),
    ...(amount.some((value) => value !== 0) && { amount: sum(amount) }),
    ...(isContacted && { contacted: sum(isContacted) }),
  };
};

type Count = Pick<ArmFigures, "people" | "attained">;

const conversionEffects = (people: CampaignPeople, contact: Count, heldOut: Count): EffectFigures => {
  const isEnough = [contact, heldOut].every(
    (group) => Math.min(group.attained, group.people - group.attained) >= minConversions,
  );
  return present({
    plain: plainRates(contact, heldOut),
    adjusted: isEnough ? adjusted(people.attained, people) : null,
    treated: isEnough && people.isContacted ? treated(people.attained, people.isContacted, people) : null,
  });
};

const amountEffects = (people: CampaignPeople): EffectFigures =>
  present({
    plain: plainAmounts(people.amount, people),
    treated: people.isContacted ? treatedAmounts(people.amount, people.isContacted, people) : null,
  });

const present = (effects: { [K in keyof EffectFigures]: EffectFigures[K] | null }): EffectFigures =>
  Object.fromEntries(Object.entries(effects).filter(([, effect]) => effect !== null)) as EffectFigures;

/** Deciles in which anybody took part, the likeliest first. */
const decilesOf = ({ isHeldOut, attained, percentile }: CampaignPeople): CampaignDecile[] => {
  const deciles = Array.from(
    { length: 10 },
    (_, i): CampaignDecile => ({
      decile: i + 1,
      contact: { people: 0, attained: 0 },
      held_out: { people: 0, attained: 0 },
    }),
  );
  isHeldOut.forEach((held, i) => {
    const decile = deciles[9 - Math.min(9, Math.floor(percentile[i]! / 10))]!;
    const group = held ? decile.held_out : decile.contact;
    group.people++;
    group.attained += attained[i]!;
  });
  return deciles
    .filter(({ contact, held_out }) => contact.people + held_out.people > 0)
    .map((decile) => {
      const effect = plainRates(decile.contact, decile.held_out);
      return { ...decile, ...(effect && { effect }) };
    });
};
