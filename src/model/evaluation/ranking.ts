// Ranking of people by probability, in groups of equal probability, highest first. Every rank metric uses these groups, so that
// people whom the model cannot distinguish are never ordered by accident.

export interface RankedGroup {
  probability: number;
  people: number;
  attained: number;
}

export const rankGroups = (probability: Float64Array, label: Uint8Array): RankedGroup[] => {
  const order = Int32Array.from(probability, (_, i) => i).sort((a, b) => probability[b]! - probability[a]!);
  const groups: RankedGroup[] = [];
  for (const i of order) {
    const last = groups[groups.length - 1];
    if (last !== undefined && last.probability === probability[i]) {
      last.people++;
      last.attained += label[i]!;
    } else groups.push({ probability: probability[i]!, people: 1, attained: label[i]! });
  }
  return groups;
};

/** Expected number of positives among the first `people`, which may be fractional: within a group, all people are equal. */
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
