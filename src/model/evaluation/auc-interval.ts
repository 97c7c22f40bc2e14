// Variance of an AUC by chance of who was tested (DeLong, DeLong and Clarke-Pearson 1988): the share of
// negatives that each positive beats, and of positives that beat each negative, vary among people.

import { rankGroups } from "./ranking.js";

/** At least two people of each label; else the largest variance there is. */
export const aucVariance = (probability: Float64Array, label: Uint8Array): number => {
  const groups = rankGroups(probability, label);
  const positives = groups.reduce((sum, { attained }) => sum + attained, 0);
  const negatives = label.length - positives;
  if (Math.min(positives, negatives) < 2) return 0.25;
  const [won, lost] = [spread(), spread()];
  let [above, below] = [0, negatives];
  for (const { people, attained } of groups) {
    const not = people - attained;
    below -= not;
    won.add((below + not / 2) / negatives, attained);
    lost.add((above + attained / 2) / positives, not);
    above += attained;
  }
  return won.variance() / positives + lost.variance() / negatives;
};

const spread = () => {
  let [count, sum, squares] = [0, 0, 0];
  return {
    add(value: number, times: number): void {
      count += times;
      sum += times * value;
      squares += times * value ** 2;
    },
    variance: () => Math.max(0, (squares - sum ** 2 / count) / (count - 1)),
  };
};
