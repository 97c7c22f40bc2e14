// Reasons for a person's probability, from the effects of features. Features of one family measure the same
// thing in several ways (orders in the last 30, 60 and 90 days) and share its effect, so a family is one
// reason: its effect is the sum over its features, and it is described by the feature that contributes most.

export interface Reason {
  feature: number;
  /** Log-odds; positive if it raises the probability. */
  effect: number;
}

const maxPerSign = 3;
/** Log-odds: a smaller effect changes the odds by less than 5 %. */
const minEffect = 0.05;

/**
 * Up to three that raise and three that lower the probability, the strongest first. `family[f]` is the family
 * of feature f.
 */
export const reasonsOf = (effects: Float64Array, family: readonly string[]): Reason[] => {
  const reasons = [...byFamily(effects, family).values()]
    .filter(({ effect }) => Math.abs(effect) >= minEffect)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || a.feature - b.feature);
  const first = (sign: number) =>
    reasons.filter(({ effect }) => Math.sign(effect) === sign).slice(0, maxPerSign);
  const chosen = new Set([...first(1), ...first(-1)]);
  return reasons.filter((reason) => chosen.has(reason));
};

const byFamily = (effects: Float64Array, family: readonly string[]): Map<string, Reason> => {
  const sums = new Map<string, number>();
  for (const [f, effect] of effects.entries()) sums.set(family[f]!, (sums.get(family[f]!) ?? 0) + effect);
  const reasons = new Map<string, Reason>();
  for (const [feature, effect] of effects.entries()) {
    const name = family[feature]!;
    const sum = sums.get(name)!;
    const strongest = reasons.get(name)?.feature;
    if (strongest === undefined || effect * Math.sign(sum) > effects[strongest]! * Math.sign(sum))
      reasons.set(name, { feature, effect: sum });
  }
  return reasons;
};
