// From a person's effects to a few reasons. Features of one family say the same thing in several ways (orders in the last 30, 60
// and 90 days) and share its credit between them, so a family is one reason: its effect is that of all its features, and the
// feature that says it is the one with the most to do with it.

export interface Reason {
  feature: number;
  /** Log-odds; positive where it speaks for attaining. */
  effect: number;
}

const mostOfEach = 3;
/** Log-odds: what changes the odds by less than a twentieth is no reason. */
const leastEffect = 0.05;

/** Up to three for and three against, the strongest first. `family[f]` is the family of feature f. */
export const reasonsOf = (effects: Float64Array, family: readonly string[]): Reason[] => {
  const reasons = [...byFamily(effects, family).values()]
    .filter(({ effect }) => Math.abs(effect) >= leastEffect)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || a.feature - b.feature);
  const first = (sign: number) =>
    reasons.filter(({ effect }) => Math.sign(effect) === sign).slice(0, mostOfEach);
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
