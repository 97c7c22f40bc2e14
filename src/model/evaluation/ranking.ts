// Ranking of people by probability, in groups of equal probability, highest first. Every rank metric uses
// these groups, so that people whom the model cannot distinguish are never ordered by accident.

export interface RankedGroup {
  probability: number;
  people: number;
  attained: number;
}

export const rankGroups = (probability: Float64Array, label: Uint8Array): RankedGroup[] => {
  const { distinct, place } = rankPlaces(probability);
  const groups = Array.from(distinct, (p) => ({ probability: p, people: 0, attained: 0 }));
  for (let i = 0; i < place.length; i++) {
    const group = groups[place[i]!]!;
    group.people++;
    group.attained += label[i]!;
  }
  return groups;
};

/**
 * The distinct probabilities, highest first, and the place of each person's among them. Numbers sort ten
 * times as fast as their indices.
 */
export const rankPlaces = (probability: Float64Array): { distinct: Float64Array; place: Int32Array } => {
  const sorted = probability.slice().sort().reverse();
  const distinct = sorted.filter((p, i) => i === 0 || p !== sorted[i - 1]);
  const place = new Int32Array(probability.length);
  for (let i = 0; i < place.length; i++) place[i] = placeAmong(distinct, probability[i]!);
  return { distinct, place };
};

/** Position of `p`, found by bisection of descending numbers of which it is one. */
const placeAmong = (distinct: Float64Array, p: number): number => {
  let [from, until] = [0, distinct.length - 1];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (distinct[middle]! > p) from = middle + 1;
    else until = middle;
  }
  return from;
};

/**
 * Expected number of positives among the first `people`, which may be fractional: within a group, all people
 * are equal.
 */
export const positivesAmong = (groups: RankedGroup[], people: number): number => {
  let left = people;
  let attained = 0;
  for (const group of groups) {
    const taken = Math.min(left, group.people);
    attained += (group.attained * taken) / group.people;
    left -= taken;
    if (left <= 0) break;
  }
  return attained;
};

/** Adjacent groups merged into at most `count` bins of about equal numbers of people. A group is never split. */
export const equalMassBins = (groups: RankedGroup[], count: number): RankedGroup[][] => {
  const total = groups.reduce((sum, g) => sum + g.people, 0);
  const bins: RankedGroup[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const group of groups) {
    const middle = before + group.people / 2;
    bins[Math.min(count - 1, Math.floor((middle / total) * count))]!.push(group);
    before += group.people;
  }
  return bins.filter((bin) => bin.length > 0);
};
