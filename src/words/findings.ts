// Parts of an outcome's analysis with which a prediction opens. The others, nine tenths of its bytes, are its evidence.

const findingParts = [
  "deciles",
  "horizons",
  "intervals",
  "method",
  "performance",
  "value",
  "verdict",
] as const;

/** Parts of an analysis with which a prediction opens. */
export const findingsIn = <A extends object>(analysis: A): Pick<A, Extract<keyof A, FindingPart>> =>
  Object.fromEntries(
    findingParts.filter((part) => part in analysis).map((part) => [part, analysis[part as keyof A]]),
  ) as Pick<A, Extract<keyof A, FindingPart>>;

type FindingPart = (typeof findingParts)[number];
