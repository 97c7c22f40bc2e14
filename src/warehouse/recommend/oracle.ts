// What the relations of this folder must come to, worked out one person at a time with plain arrays, for tests to compare
// with. It knows no bounds of work, so it is right below them.

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

/** By item, what each part says of it to the person, as of a cutoff so many days ago. */
export const sharesOf = (
  all: readonly Interaction[],
  person: number,
  cutoffAgo: number,
  halfLifeDays: number,
): Map<number, SignalShares> => {
  const past = all.filter(({ ago }) => ago >= cutoffAgo);
  const people = distinct(past.map((taken) => taken.person));
  const items = distinct(past.map(({ item }) => item));
  const weight = (some: readonly Interaction[]) =>
    sum(some.map(({ ago }) => Math.max(1, Math.round(1e6 * 2 ** ((cutoffAgo - ago) / halfLifeDays)))));
  const of = (who: number, item?: number) =>
    past.filter((taken) => taken.person === who && (item === undefined || taken.item === item));
  const own = (item: number) => weight(of(person, item)) / weight(of(person));

  const holders = (...held: number[]) =>
    people.filter((who) => held.every((item) => of(who, item).length > 0)).length;
  const cosine = (a: number, b: number) => {
    const both = holders(a, b);
    return a === b ? 0 : ((both / Math.sqrt(holders(a) * holders(b))) * both) / (both + shrinkage);
  };
  const companionship = (item: number) => sum(items.map((held) => own(held) * cosine(held, item)));

  const steps = people.flatMap((who) => pairsOf(visitsOf(of(who))));
  const following = (a: number, b: number) =>
    steps.filter(([from, to]) => from === a && to === b).length /
    (steps.filter(([from]) => from === a).length + shrinkage);
  const last = visitsOf(of(person)).at(-1)!;
  const followed = (item: number) => sum(last.map((held) => following(held, item))) / last.length;

  const allCompanionship = sum(items.map(companionship));
  const allFollowed = sum(items.map(followed));
  return new Map(
    items.map((item) => {
      const popularity = weight(past.filter((taken) => taken.item === item)) / weight(past);
      const shares = {
        popularity,
        repeat: own(item),
        next: followed(item) + (1 - allFollowed) * popularity,
        similar: allCompanionship === 0 ? 0 : companionship(item) / allCompanionship,
      };
      return [item, shares];
    }),
  );
};

/** Items of each visit, the first visit first. */
const visitsOf = (taken: readonly Interaction[]): number[][] =>
  distinct(taken.map(({ ago }) => ago))
    .sort((a, b) => b - a)
    .map((day) => distinct(taken.filter(({ ago }) => ago === day).map(({ item }) => item)));

/** Every item of a visit with every item of the visit after it. */
const pairsOf = (visits: readonly number[][]): [number, number][] =>
  visits.slice(1).flatMap((to, i) => visits[i]!.flatMap((a) => to.map((b): [number, number] => [a, b])));

const distinct = (values: readonly number[]): number[] => [...new Set(values)];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
