// Oracle of the recommender for tests: the same quantities, computed person by person with plain arrays. It
// does not apply the limits on items and visits, so it agrees below them.

export interface Interaction {
  person: number;
  /** Days before now. */
  ago: number;
  item: number;
}

export interface SignalShares {
  popularity: number;
  repeat: number;
  next: number;
  similar: number;
}

const shrinkage = 5;

/** The signals of each item for the person, as of a cutoff this many days ago. */
export const sharesOf = (
  all: readonly Interaction[],
  person: number,
  cutoffAgo: number,
  halfLifeDays: number,
): Map<number, SignalShares> => {
  const past = all.filter(({ ago }) => ago >= cutoffAgo);
  const people = distinct(past.map((interaction) => interaction.person));
  const items = distinct(past.map(({ item }) => item));
  const weight = (some: readonly Interaction[]) =>
    sum(some.map(({ ago }) => Math.max(1, Math.round(1e6 * 2 ** ((cutoffAgo - ago) / halfLifeDays)))));
  const of = (who: number, item?: number) =>
    past.filter(
      (interaction) => interaction.person === who && (item === undefined || interaction.item === item),
    );
  const own = (item: number) => weight(of(person, item)) / weight(of(person));

  const holders = (...held: number[]) =>
    people.filter((who) => held.every((item) => of(who, item).length > 0)).length;
  const cosine = (a: number, b: number) => {
    const both = holders(a, b);
    return a === b ? 0 : ((both / Math.sqrt(holders(a) * holders(b))) * both) / (both + shrinkage);
  };
  const similarity = (item: number) => sum(items.map((held) => own(held) * cosine(held, item)));

  const steps = people.flatMap((who) => pairsOf(visitsOf(of(who))));
  const following = (a: number, b: number) =>
    steps.filter(([from, to]) => from === a && to === b).length /
    (steps.filter(([from]) => from === a).length + shrinkage);
  const last = visitsOf(of(person)).at(-1)!;
  const nextShare = (item: number) => sum(last.map((held) => following(held, item))) / last.length;

  const allSimilarity = sum(items.map(similarity));
  const allNextShare = sum(items.map(nextShare));
  return new Map(
    items.map((item) => {
      const popularity = weight(past.filter((interaction) => interaction.item === item)) / weight(past);
      const shares = {
        popularity,
        repeat: own(item),
        next: nextShare(item) + (1 - allNextShare) * popularity,
        similar: allSimilarity === 0 ? 0 : similarity(item) / allSimilarity,
      };
      return [item, shares];
    }),
  );
};

/** Items of each visit, the first visit first. */
const visitsOf = (interactions: readonly Interaction[]): number[][] =>
  distinct(interactions.map(({ ago }) => ago))
    .sort((a, b) => b - a)
    .map((day) => distinct(interactions.filter(({ ago }) => ago === day).map(({ item }) => item)));

/** Every item of a visit with every item of the visit after it. */
const pairsOf = (visits: readonly number[][]): [number, number][] =>
  visits.slice(1).flatMap((to, i) => visits[i]!.flatMap((a) => to.map((b): [number, number] => [a, b])));

const distinct = (values: readonly number[]): number[] => [...new Set(values)];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
