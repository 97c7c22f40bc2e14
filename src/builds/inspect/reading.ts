// How the likeness of two records was weighed, told by what the build that linked them has learned.

import type { MatchKind } from "../../domain/people.js";
import type { LinkReading } from "../../domain/person.js";
import { explain } from "../../model/matching/explain.js";
import type { Mixture } from "../../model/matching/likelihood.js";
import { sigmoid } from "../../model/numeric/logit.js";

/** A row of `linksOf`. */
export type LinkRow = {
  left_id: string;
  right_id: string;
  kind: MatchKind;
  made_at: number;
  pattern: number | null;
  log_odds: number | null;
  first_name_share: number | null;
  last_name_share: number | null;
  postcode_share: number | null;
};

/** Null of a link that is no matter of likeness. */
export const readingOf = (mixture: Mixture, link: LinkRow): LinkReading | null => {
  const { kind, pattern, log_odds } = link;
  if (kind !== "match" || pattern === null || log_odds === null) return null;
  const {
    kind: sameness,
    rival,
    bitsAgainstRival,
    prior,
    parts,
  } = explain(mixture, {
    pattern,
    firstNameShare: link.first_name_share,
    lastNameShare: link.last_name_share,
    postcodeShare: link.postcode_share,
  });
  return {
    probability: sigmoid(log_odds),
    bits: log_odds / Math.LN2,
    ...{ sameness, rival, bitsAgainstRival, prior, parts },
  };
};
