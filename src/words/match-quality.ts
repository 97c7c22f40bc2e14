// Match quality in a sentence: precision and recall by the owner's decisions about random pairs, or what is
// missing to say them.

interface EstimateRead {
  value: number;
  low: number;
  high: number;
}

/** As `GET /people/review` has it. */
export interface MatchQualityRead {
  drawn_matches: number;
  drawn_others: number;
  needed: number;
  precision?: EstimateRead;
  recall?: EstimateRead;
}

export const qualitySentence = ({
  drawn_matches: matches,
  drawn_others: others,
  needed,
  precision,
  recall,
}: MatchQualityRead): string =>
  [
    precision
      ? `${percent(precision.value)} of matches by likeness are right (95 % interval ${between(precision)}).`
      : `Too few decisions to say how many matches are right: ${matches} of ${needed} random ones.`,
    recall
      ? `${percent(recall.value)} of the pairs that should be one person are (95 % interval ${between(recall)}).`
      : `Too few decisions to say how many are missing: ${others} of ${needed} random pairs of two people.`,
  ].join(" ");

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const between = ({ low, high }: EstimateRead): string => `${(100 * low).toFixed(0)} to ${percent(high)}`;
