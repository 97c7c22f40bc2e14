// Why two records are taken for one person, as one sentence.

import type { Agreement } from "../../domain/agreement.js";
import type { MatchClass, NonMatchClass } from "../../domain/matching.js";
import type { ComparisonExplanation, MatchExplanation, PersonLink } from "../../domain/person.js";

export const linkSentence = ({ kind, agreesOn: agreed, match: reading }: PersonLink): string => {
  switch (kind) {
    case "key":
      return `The same ${agreed.map((agreement) => nouns[agreement]).join(", ") || "key"}.`;
    case "row":
      return "They stand in one row of a file, and their names do not differ.";
    case "owner":
      return "You said that they are one person.";
    case "match":
      return reading ? readingInWords(reading) : "They are alike.";
  }
};

const nouns: Record<Agreement, string> = {
  customer_id: "customer number",
  national_id: "national id",
  email: "e-mail address",
  phone: "telephone number",
  name: "name",
  address: "address",
};

/** What tells most comes first; what is as likely of two people as of one tells nothing. */
const readingInWords = ({ matchClass: sameness, rival, comparisons: parts }: MatchExplanation): string => {
  const telling = parts.filter(({ bits }) => Math.abs(bits) >= minBits);
  const told = telling.sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits)).map(partInWords);
  return `${samenesses[sameness]} rather than ${rivals[rival]}: ${told.join(", ") || "all else is less likely"}.`;
};

const minBits = 0.05;

const samenesses: Record<MatchClass, string> = { stayed: "One person", moved: "One person who has moved" };
const rivals: Record<NonMatchClass, string> = {
  household: "another member of the household",
  relative: "a relative who lives elsewhere",
  unrelated: "two strangers",
};

const partInWords = ({ comparison, level, bits }: ComparisonExplanation): string =>
  `${fields[comparison]} ${level} (${bits < 0 ? "−" : "+"}${Math.abs(bits).toFixed(1)})`;

const fields: Record<ComparisonExplanation["comparison"], string> = {
  first_name: "the first name",
  last_name: "the family name",
  address: "the address",
  unit: "the unit",
  area: "the place",
  email: "the e-mail address",
  phone: "the telephone number",
  suffix: "the suffix",
  middle_name: "the middle name",
  birth_date: "the date of birth",
  national_id: "the national id",
};
