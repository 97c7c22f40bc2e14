// Reasons why two records count as one person, as a sentence.

import type { Agreement } from "../domain/people/agreement.js";
import type { MatchClass, NonMatchClass } from "../domain/people/matching.js";
import type { ComparisonExplanation, MatchExplanation, PersonLink } from "../domain/people/person.js";
import { english } from "./format.js";
import { comparisonLabels } from "./labels.js";
import { listed, lowered } from "./plural.js";

export const linkSentence = ({ kind, agreesOn, match }: PersonLink): string => {
  switch (kind) {
    case "key":
      return `Same ${listed(agreesOn.map((agreement) => agreementNouns[agreement])) || "key"}.`;
    case "row":
      return "Both are in one row of a file, and their names do not differ.";
    case "owner":
      return "You merged them.";
    case "match":
      return match ? matchSentence(match) : "They are similar.";
  }
};

export const agreementNouns: Record<Agreement, string> = {
  customer_id: "customer ID",
  national_id: "national ID",
  email: "e-mail",
  phone: "phone",
  name: "name",
  address: "address",
};

/** Strongest evidence first. A comparison that is as likely for two people as for one is left out. */
export const matchSentence = ({ matchClass, rival, comparisons }: MatchExplanation): string =>
  `${matchLabels[matchClass]} rather than ${rivalLabels[rival]}: ${evidence(comparisons)}.`;

/** The same for a pair that is rather two people. */
export const twoPeopleSentence = ({ matchClass, rival, comparisons }: MatchExplanation): string => {
  const two = rivalLabels[rival];
  return `${two[0]!.toUpperCase()}${two.slice(1)} rather than ${lowered(matchLabels[matchClass])}: ${evidence(comparisons)}.`;
};

const evidence = (comparisons: readonly ComparisonExplanation[]): string =>
  comparisons
    .filter(({ bits }) => Math.abs(bits) >= minBits)
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
    .map(comparisonText)
    .join(", ") || "all else is less likely";

const minBits = 0.05;

const matchLabels: Record<MatchClass, string> = { stayed: "One person", moved: "One person who moved" };
export const rivalLabels: Record<NonMatchClass, string> = {
  household: "two members of a household",
  relative: "two relatives at different addresses",
  unrelated: "two strangers",
};

const comparisonText = ({ comparison, level, bits }: ComparisonExplanation): string =>
  `${lowered(comparisonLabels[comparison]).replace(/ \(.*/, "")} ${level} (${bits < 0 ? "−" : "+"}${english.fixed(Math.abs(bits), 1)})`;
