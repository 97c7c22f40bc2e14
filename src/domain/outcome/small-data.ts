// Small data: at most as many people to learn from as a simple model serves best. Several candidates then
// differ by chance alone, and a choice between them is another guess. The figures are in decisions 41 and 42.

const smallDataPeople = 150;
const fewPeople = 400;

/** One simple candidate, close to the average. */
export const isSmallData = (people: number): boolean => people <= smallDataPeople;

/** So few that what is usual elsewhere says more of them than they do. */
export const areFewPeople = (people: number): boolean => people <= fewPeople;

/** Most candidates that are blended for so many people: for few people, no more than two. */
export const maxBlended = (people = Number.POSITIVE_INFINITY): number =>
  areFewPeople(people) ? 2 : Number.POSITIVE_INFINITY;
