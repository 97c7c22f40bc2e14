// Level of a test as a sentence: how many people were expected to reach the goal, how many did, and how far
// off that is.

import { english, type Formatter } from "./format.js";

export interface LevelFigures {
  expected: number;
  attained: number;
}

/** Nouns and verbs of the goal: "1,121 buyers; 734 came". */
export interface LevelWords {
  /** After the expected number. */
  expected: string;
  /** After the actual number. */
  attained: string;
}

const goal: LevelWords = { expected: "people to reach the goal", attained: "did" };

/** "The test expected 1,121 people to reach the goal; 734 did: half again too many." */
export const levelSentence = (
  { expected, attained }: LevelFigures,
  format: Formatter = english,
  words: LevelWords = goal,
): string => {
  const { count } = format;
  const off = excess({ expected, attained }, format);
  return `The test expected ${count(expected)} ${words.expected}; ${count(attained)} ${words.attained}: ${off}.`;
};

/** "half again too many", "twice as many", "35 % too many", "40 % too few". */
const excess = ({ expected, attained }: LevelFigures, { percent, times }: Formatter): string => {
  if (attained === 0) return "nobody";
  const ratio = expected / attained;
  if (ratio < 1) return `${percent(1 - ratio)} too few`;
  if (ratio >= 1.4 && ratio <= 1.6) return "half again too many";
  if (ratio >= 1.9 && ratio <= 2.1) return "twice too many";
  return ratio > 2.1 ? `${times(ratio)} too many` : `${percent(ratio - 1)} too many`;
};
