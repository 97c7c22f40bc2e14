// One person: their records, the links between these, their household, events and scores. Ids of records and
// people are decimal text: the key of an identity, and the origin of the person's earliest record.

import { type IdentityField, identityFields } from "../data/dataset.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import type { Agreement, WrittenFields } from "./agreement.js";
import type { ComparisonName, MatchClass, NonMatchClass, ResolutionMode } from "./matching.js";
import type { MatchKind } from "./people.js";

/** A national id helps to match records, and is never shown. */
export const shownFields: readonly IdentityField[] = identityFields.filter(
  (field) => field !== "national_id",
);

export interface PersonSummary {
  id: string;
  recordCount: number;
  /** The newest value of each field. */
  fields: WrittenFields;
}

export interface Person extends PersonSummary {
  /** Earliest first, at most `maxShown`. */
  records: PersonRecord[];
  linkCount: number;
  /** Least certain first, at most `maxShown`. */
  links: PersonLink[];
  /** Shared by all people of one residence; null without an address. */
  householdId: string | null;
  /** Other people of the same residence, at most `maxShown`. */
  household: PersonSummary[];
  /** Whether a decision since the last build changed the person. */
  isPending: boolean;
  /** The owner's decisions about these records, by id. */
  decisions: string[];
}

/** A person with a thousand records is a mistake that the first records show as well. */
export const maxShown = 200;

export interface PersonRecord {
  id: string;
  fields: WrittenFields;
  /** Ids of the datasets with this record. */
  datasets: string[];
  rows: number;
  firstSeen: EpochMs;
}

/** A link between two records of a person. */
export interface PersonLink {
  left: string;
  right: string;
  kind: MatchKind;
  /** When a build first made it. */
  madeAt: EpochMs;
  /** Fields with equal values, in any spelling. */
  agreesOn: Agreement[];
  /** Null unless the kind is `match`. */
  match: MatchExplanation | null;
}

/** Why two records are one person, or are not. */
export interface PairReason {
  left: PairSide;
  right: PairSide;
  isOne: boolean;
  mode: ResolutionMode;
  /** Null in mode exact. */
  minProbability: number | null;
  agreesOn: Agreement[];
  /** Null where the two cannot be compared. */
  match: MatchExplanation | null;
  /** The chain of links from one record to the other; empty for two people. */
  links: PersonLink[];
  /** The owner's decision that keeps them apart, by id. */
  decision: string | null;
}

export interface PairSide {
  personId: string;
  record: PersonRecord;
}

/** Match weight of two records and its parts, in bits: each doubles the odds. */
export interface MatchExplanation {
  probability: number;
  /** Log-odds of one person against all other classes. */
  bits: number;
  matchClass: MatchClass;
  rival: NonMatchClass;
  /** Log-odds of one person against the rival, the likeliest other class: the sum of the prior and all comparisons. */
  bitsAgainstRival: number;
  /** Log-odds before any comparison. */
  prior: number;
  /** Comparisons with a value on both sides. */
  comparisons: ComparisonExplanation[];
}

export interface ComparisonExplanation {
  comparison: ComparisonName;
  /** Comparison level, as text. */
  level: string;
  bits: number;
}

/** People must match all given values, in any spelling. */
export interface PersonSearch {
  email?: string;
  phone?: string;
  customer_id?: string;
  name?: string;
  /** Words of an address, in any order. */
  address?: string;
}

/**
 * Start of a page of events, newest first: at the instant (null: at the events without one), after `passed`
 * of its events. Several events can share a second, so an instant alone does not say where a page ends.
 */
export interface EventsCursor {
  time: EpochSeconds | null;
  passed: number;
}

/** Orders of a review: what a mistake would cost, or a draw at random, in which one person and two alternate. */
export const reviewOrders = ["cost", "random"] as const;

export interface ReviewRequest {
  order: (typeof reviewOrders)[number];
  limit: number;
  /** Pairs to skip. */
  offset: number;
}

/**
 * A record that belongs to its person by likeness alone, with its surest match, or the most similar records of
 * two people who are nearly alike enough to be one.
 */
export interface PairToReview {
  personId: string;
  /** The same as `personId` for one person. */
  otherPersonId: string;
  record: string;
  other: string;
  probability: number;
  /** Rows of the record or, of two people, of the one who has fewer. */
  rows: number;
  /** Rows to expect in the wrong place. */
  cost: number;
}

export interface Review {
  pairs: PairToReview[];
  total: number;
  quality: MatchQuality;
}

/** A share with its interval of 95 %. */
export interface MatchEstimate {
  value: number;
  low: number;
  high: number;
}

/** Quality of matching by the owner's decisions about random pairs. */
export interface MatchQuality {
  /** Decisions about pairs of a review. */
  decided: number;
  /** Decisions about random pairs of one person, and of two people. */
  drawnOne: number;
  drawnTwo: number;
  /** Decisions of each kind that the estimates need. */
  needed: number;
  /** Share of the pairs of one person that are right; null for too few decisions, as is the recall. */
  precision: MatchEstimate | null;
  /** Share of the pairs that should be one person, of both kinds, that are. */
  recall: MatchEstimate | null;
}

export interface PersonEventsRequest {
  id: string;
  /** Null: at the newest event. */
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
  /** Properties with a value. */
  properties: Record<string, string | number>;
}

export interface PersonEvents {
  events: PersonEvent[];
  total: number;
  /** Null on the last page. */
  next: EventsCursor | null;
}

/** Scores of one person in one pipeline. */
export interface PersonScores {
  scope: { id: string; name: string };
  outcomes: PersonScore[];
  personas: { setId: string; setName: string; personaId: string; personaName: string }[];
  /** Absent where the payload has none, or the person has none. */
  location?: NearestLocation;
  /** The cutoff of the scores, exclusive. */
  scoredThrough: EpochSeconds;
}

/** The location of the payload's atlases that is nearest to a person. */
export interface NearestLocation {
  atlasId: string;
  name: string | null;
  referenceKey: string | null;
  /** Whole metres. */
  distance: number;
}

export interface PersonScore {
  id: string;
  name: string;
  status: "scored" | "attained" | "not_eligible" | "no_events";
  /** Null for people without one. */
  probability: number | null;
  /** Null unless scored. */
  percentile: number | null;
  /** Further predictions of the person, such as amounts and dates, by the column of delivered files. */
  predicted: Record<string, number | string>;
  /** By kept builds before the last one that predicted the same, oldest first. */
  past: PastScore[];
  /** As delivered, strongest first; null without an explanation. */
  reasons: PersonReason[] | null;
}

export interface PastScore {
  builtAt: EpochMs;
  /** The cutoff of the scores, exclusive. */
  scoredThrough: EpochSeconds;
  probability: number;
}

/** `sentence`: the reason without terms of the model. */
export type PersonReason = ScoreReason & { sentence: string };

export interface ScoreReason {
  feature: string;
  reason: string;
  /** Null if unknown. */
  value: number | null;
  /** Log-odds. */
  effect: number;
  direction: "for" | "against";
}
