// A block of a common name has more pairs than all rare ones together, and hardly a match among them. So a rule takes its
// blocks from the smallest up until its budget is spent, and all work stays in proportion to the number of profiles.

/** Of all blocks of one size: their records each, how many there are, and how many pairs they hold together. */
export interface SizeCount {
  records: number;
  blocks: number;
  pairs: number;
}

const maxBlockRecords = 1_000;

/** Small files can afford every rule. */
const minBudget = 300_000;

export const budgetOf = (profiles: number, pairsPerProfile: number): number =>
  Math.max(minBudget, profiles * pairsPerProfile);

/** The most records that a block may have to be taken; 1 takes none. `sizes` ascend. */
export const chooseCap = (sizes: readonly SizeCount[], budget: number): number => {
  let spent = 0;
  const tooLarge = sizes.find(({ pairs }) => {
    spent += pairs;
    return spent > budget;
  });
  return Math.min(maxBlockRecords, (tooLarge?.records ?? Number.POSITIVE_INFINITY) - 1);
};
