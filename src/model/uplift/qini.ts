// Qini curve: by people in the order of a ranking, how many more of those contacted converted than if they had
// converted as those held out among them did. Its area above the line of a random order, as a share of the
// best possible one, is the Qini coefficient: 0 for a random order (Radcliffe 2007).
//
// N. J. Radcliffe (2007), "Using control groups to target on predicted lift", Direct Marketing Analytics
// Journal.

/** A row per person. All arrays have the same length. */
export interface RandomisedLabels {
  /** 1: contacted, 0: held out; drawn at random. */
  contacted: Uint8Array;
  /** 1: converted. */
  attained: Uint8Array;
}

/** Highest first. People with the same number are one step of the curve. Negative effects count. */
export const qiniCoefficient = (ranking: Float64Array, labels: RandomisedLabels): number => {
  const { contacted, attained } = labels;
  // The best order: those who convert if contacted first, and those who convert without last.
  const perfect = Float64Array.from(attained, (label, i) => label * (2 * contacted[i]! - 1));
  const [own, best] = [areaOf(ranking, labels), areaOf(perfect, labels)];
  return best.aboveRandom === 0 ? 0 : own.aboveRandom / best.aboveRandom;
};

/** Rate of those contacted less that of those held out, among the first `share` of all people. */
export const effectAmongFirst = (
  ranking: Float64Array,
  { contacted, attained }: RandomisedLabels,
  share: number,
): number => {
  const people = [0, 0];
  const conversions = [0, 0];
  const first = orderOf(ranking).subarray(0, Math.round(share * ranking.length));
  for (const i of first) {
    people[contacted[i]!]!++;
    conversions[contacted[i]!]! += attained[i]!;
  }
  return conversions[1]! / people[1]! - conversions[0]! / people[0]!;
};

const areaOf = (
  ranking: Float64Array,
  { contacted, attained }: RandomisedLabels,
): { aboveRandom: number } => {
  const order = orderOf(ranking);
  const people = [0, 0];
  const conversions = [0, 0];
  let area = 0;
  let [from, before] = [0, 0];
  order.forEach((i, place) => {
    people[contacted[i]!]!++;
    conversions[contacted[i]!]! += attained[i]!;
    const next = order[place + 1];
    if (next !== undefined && ranking[next] === ranking[i]) return;
    const without = people[0]! === 0 ? 0 : (conversions[0]! * people[1]!) / people[0]!;
    const gained = conversions[1]! - without;
    area += ((place + 1 - from) * (gained + before)) / 2;
    [from, before] = [place + 1, gained];
  });
  return { aboveRandom: area - (order.length * before) / 2 };
};

/** Rows, highest first; equal ones in their order. */
export const orderOf = (ranking: Float64Array): Int32Array =>
  Int32Array.from(ranking.keys()).sort((a, b) => ranking[b]! - ranking[a]! || a - b);
