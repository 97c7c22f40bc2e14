// One person as found: the records that are taken for them, what holds each to the others, and who else lives there.
// Records and people are named by identity keys as decimal text: a person's is that of their earliest record.

import type { Agreement, WrittenFields } from "./agreement.js";
import { type IdentityField, identityFields } from "./dataset.js";
import type { ComparisonName, MatchClass, NonMatchClass } from "./matching.js";
import type { MatchKind } from "./people.js";
import type { EpochMs, EpochSeconds } from "./resource.js";

/** A national id tells records apart, and is never handed out. */
export const shownFields: readonly IdentityField[] = identityFields.filter(
  (field) => field !== "national_id",
);

export interface PersonSummary {
  id: string;
  recordCount: number;
  /** How they are shown: of each field the newest value. */
  fields: WrittenFields;
}

export interface Person extends PersonSummary {
  /** The earliest first; not more than `mostShown`. */
  records: PersonRecord[];
  linkCount: number;
  /** The least sure first; not more than `mostShown`. */
  links: PersonLink[];
  /** Other people of the same residence; not more than `mostShown`. */
  household: PersonSummary[];
}

/** Somebody of a thousand records is a mistake that the first of them show as well. */
export const maxShown = 200;

export interface PersonRecord {
  id: string;
  fields: WrittenFields;
  /** Ids of the datasets that hold it. */
  datasets: string[];
  rows: number;
  firstSeen: EpochMs;
}

/** What holds two records together. */
export interface PersonLink {
  left: string;
  right: string;
  kind: MatchKind;
  /** When a build first made it. */
  madeAt: EpochMs;
  /** On what the two agree, in any spelling. */
  agreesOn: Agreement[];
  /** Null of links that are no matter of likeness. */
  match: MatchExplanation | null;
}

/** How the likeness of two records was weighed, in bits: each doubles the odds. */
export interface MatchExplanation {
  probability: number;
  /** That they are one person, against all that they could be instead. */
  bits: number;
  matchClass: MatchClass;
  rival: NonMatchClass;
  /** That they are one person, against the likeliest of what they could be instead: the prior and all parts. */
  bitsAgainstRival: number;
  /** How common it is, before anything is compared. */
  prior: number;
  /** Of what both records tell. */
  comparisons: ComparisonExplanation[];
}

export interface ComparisonExplanation {
  comparison: ComparisonName;
  /** How alike the values are, in words. */
  level: string;
  bits: number;
}

/** Whoever has all of what is given, in any spelling. */
export interface PersonSearch {
  email?: string;
  phone?: string;
  customer_id?: string;
  name?: string;
  /** Words of an address, in any order. */
  address?: string;
}

// What one person did, the newest first, a page at a time. A page ends at an event and not at a moment, for several events may
// share a second; the rest of that second is then on the next.

/** Where a page begins: before the instant (null: among events without one), `passed` of the instant's own events further on. */
export interface EventsCursor {
  time: EpochSeconds | null;
  passed: number;
}

export interface PersonEventsRequest {
  id: string;
  /** Null: with the newest. */
  from: EventsCursor | null;
  limit: number;
}

export interface PersonEvent {
  /** Null in a stream without dates. */
  time: EpochSeconds | null;
  /** Machine name. */
  stream: string;
  /** Null: the event has no value. */
  value: number | null;
  /** Those that the event has. */
  properties: Record<string, string | number>;
}

export interface PersonEvents {
  events: PersonEvent[];
  total: number;
  /** Null: these were the last. */
  next: EventsCursor | null;
}

// What the pipelines that hold one person say of them.

export interface PersonScores {
  scope: { id: string; name: string };
  outcomes: PersonScore[];
  personas: { setId: string; setName: string; personaId: string; personaName: string }[];
  /** The cutoff of the scores, exclusive; null in results of version 0.1. */
  scoredThrough: EpochSeconds | null;
}

export interface PersonScore {
  id: string;
  name: string;
  status: "scored" | "attained" | "not_eligible";
  /** Null unless scored, like the next. */
  probability: number | null;
  percentile: number | null;
  /** As delivered, the strongest first; null where nothing is explained of them. */
  reasons: ScoreReason[] | null;
}

export interface ScoreReason {
  feature: string;
  reason: string;
  /** Null where it is not known. */
  value: number | null;
  /** Log-odds. */
  effect: number;
  direction: "for" | "against";
}
