// Reason why two records are one person or are not, as a sentence.

import type { PairReason } from "../domain/people/person.js";
import { english } from "./format.js";
import { agreementNouns, linkSentence, matchSentence, twoPeopleSentence } from "./links.js";
import { listed } from "./plural.js";

export const pairSentence = (reason: PairReason): string =>
  reason.isOne ? oneSentence(reason) : twoSentence(reason);

const oneSentence = ({ left, right, links, match }: PairReason): string => {
  if (left.record.id === right.record.id) return "They are the same record.";
  if (links.length === 1) return linkSentence(links[0]!);
  if (links.length === 0) return match ? matchSentence(match) : "Other records of the person join them.";
  const others = links.length - 1;
  const steps = links.map((link, i) => `${i + 1}. ${linkSentence(link)}`);
  return `${others === 1 ? "Another record joins" : `${others} other records join`} them. ${steps.join(" ")}`;
};

const twoSentence = ({ decision, match, mode, minProbability, agreesOn }: PairReason): string => {
  if (decision !== null) return "You split them.";
  const equal = listed(agreesOn.map((agreement) => agreementNouns[agreement]));
  const shared = equal
    ? ` They have the same ${equal}, which others share or which does not decide alone.`
    : "";
  if (mode === "exact")
    return `No identifying value makes them one, and mode exact compares nothing else.${shared}`;
  if (match === null) return `They have too few values in common to be compared.${shared}`;
  const chance = english.percent(match.probability, 1);
  if (match.probability < minProbability!)
    return `${twoPeopleSentence(match)} One person with a probability of ${chance}; mode ${mode} asks for ${english.percent(minProbability!)}.${shared}`;
  return `Alone they would be one person (${chance}), but other records of the two people contradict it. ${matchSentence(match)}`;
};
