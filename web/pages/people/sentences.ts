// Labels and sentences about a person, a match between two records, and a decision.

import type { Schemas } from "../../api/client.js";
import { formatCounted, formatNumber, formatPercent, reader } from "../../ui/format.js";

export type Fields = Schemas["PersonFields"];
export type Link = Schemas["PersonLink"];
type Decision = Schemas["PeopleDecision"];

export const nameOf = ({
  person_full_name: full,
  person_first_name: first,
  person_last_name: last,
}: Fields): string => full ?? [first, last].filter(Boolean).join(" ");

export const addressOf = ({
  freeform_address: freeform,
  house_number_and_street: street,
  ...rest
}: Fields): string => {
  const town = [rest.city, [rest.state, rest.postcode].filter(Boolean).join(" ")];
  return freeform ?? [street, ...town].filter(Boolean).join(", ");
};

/** The name, or the first known value that identifies the person. */
export const titleOf = (fields: Fields): string =>
  nameOf(fields) ||
  fields.email ||
  fields.phone ||
  fields.customer_id ||
  addressOf(fields) ||
  "Unnamed person";

/** After the records: "similar, 82 % likely to be one person". Only matches by similarity have a probability. */
export const matchPhrase = ({ probability, kind }: Pick<Link, "probability" | "kind">): string =>
  probability === undefined
    ? matchLabels[kind]
    : `${matchLabels[kind]}, ${matchProbability(probability)} likely to be one person`;

const matchLabels: Record<Link["kind"], string> = {
  key: "exact match",
  row: "same row of a file",
  match: "similar",
  owner: "merged by you",
};

/** Never rounded to 100 %. */
export const matchProbability = (probability: number): string =>
  probability > 0.995 && probability < 1 ? "more than 99 %" : formatPercent(probability);

/** Weights this small make no visible difference. */
const minBits = 0.05;

/** A weight in bits as a factor of the odds: each bit doubles them, or halves them if negative. */
export const oddsText = (bits: number): string => {
  if (Math.abs(bits) < minBits) return "no difference";
  const times = 2 ** Math.abs(bits);
  const factor = times > 1_000_000 ? "over a million" : formatNumber(times, times < 10 ? 2 : 3);
  return `${factor} times ${bits > 0 ? "more" : "less"} likely`;
};

/** "+6.0", "−1.8", "0" */
export const signed = (bits: number): string => {
  const rounded = Math.round(bits * 10) / 10;
  return rounded === 0 ? "0" : `${rounded > 0 ? "+" : ""}${reader.fixed(rounded, 1)}`;
};

export const decisionSentence = ({
  kind,
  record_ids,
  other_record_ids,
}: Pick<Decision, "kind" | "record_ids" | "other_record_ids">): string =>
  kind === "merge"
    ? "Two people merged."
    : `${formatCounted(record_ids.length, "record")} split off from ${formatCounted(other_record_ids.length, "other record")}.`;

/** Links to the two sides of a decision. */
export const decisionSides: Record<Decision["kind"], readonly [string, string]> = {
  merge: ["First person", "Second person"],
  split: ["Records split off", "Remaining records"],
};
