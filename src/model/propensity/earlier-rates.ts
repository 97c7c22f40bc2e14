// Rates for people who have no event: the share of earlier people without one who reached the goal. Newcomers
// act more often than those who have long been silent, so there is a rate for each time on file. Where few
// people are known, it is drawn towards the rate of all.

/** Days on file at which a further group begins. */
const groupsFrom = [0, 30, 90, 365];

/** Earlier people; fewer say nothing. */
const minEarlier = 25;

/** The rate of all counts as one of this many people of each group. */
const priorPeople = 20;

export interface EarlierPeople {
  /** Days on file. */
  days: number;
  people: number;
  attained: number;
}

/** Null where too few earlier people are known. */
export const earlierRates = (earlier: readonly EarlierPeople[]): EarlierRate[] | null => {
  const all = sumOf(earlier);
  if (all.people < minEarlier) return null;
  // Half a person on either side, so that no rate is 0 or 1 (Jeffreys).
  const overall = (all.attained + 0.5) / (all.people + 1);
  return groupsFrom.map((fromDays, i) => {
    const untilDays = groupsFrom[i + 1] ?? Number.POSITIVE_INFINITY;
    const own = sumOf(earlier.filter(({ days }) => days >= fromDays && days < untilDays));
    return { fromDays, rate: (own.attained + priorPeople * overall) / (own.people + priorPeople) };
  });
};

/** Probability of people who have been on file for so many days or longer. */
export interface EarlierRate {
  fromDays: number;
  rate: number;
}

const sumOf = (earlier: readonly EarlierPeople[]) => ({
  people: earlier.reduce((sum, { people }) => sum + people, 0),
  attained: earlier.reduce((sum, { attained }) => sum + attained, 0),
});
