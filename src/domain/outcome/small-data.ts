// Small data: at most as many people to learn from as a simple model serves best. Several candidates then
// differ by chance alone, and a choice between them is another guess. The figures are in decisions 41 and 42.

const smallDataPeople = 150;
const fewPeople = 400;

/** One simple candidate, close to the average. */
export const isSmallData = (people: number): boolean => people <= smallDataPeople;

/** Most candidates that are blended for so many people: for few people, no more than two. */
export const maxBlended = (people = Number.POSITIVE_INFINITY): number =>
  people <= fewPeople ? 2 : Number.POSITIVE_INFINITY;
