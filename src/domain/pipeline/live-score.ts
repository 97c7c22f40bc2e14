// Live score: what a pipeline would say of a person if it were built at this moment. Where that cannot be proved
// to be the same, the score says why it is missing.

import type { PersonReason } from "../people/person.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";

/** Why a person has no live score of an outcome. */
export type LiveObstacle =
  /** Some features measure groups of people, whose other members act too. */
  | "groups"
  /** Probabilities are re-ranked among all people. */
  | "bias_mitigation"
  /** A bound of a cohort, or a sum of amounts, has more digits than are exact. */
  | "amounts_too_large"
  /** The events that its features read take too much disk. */
  | "too_many_events"
  /** A stream that its features read is gone. */
  | "stream_missing"
  /** The person has no event: how often such people reached the goal, a build counts. */
  | "no_events";

export interface LiveOutcome {
  outcomeId: string;
  outcomeName: string;
  status: "scored" | "attained" | "not_eligible" | "unavailable";
  /** Null unless scored. */
  probability: number | null;
  /** Only where the status is `unavailable`. */
  obstacle?: LiveObstacle;
  /** Only where they are asked for and the person is scored. */
  reasons?: PersonReason[];
}

export interface LiveScope {
  scopeId: string;
  scopeName: string;
  outcomes: LiveOutcome[];
}

export interface LivePerson {
  personId: string;
  /** Whether the last build does not know the person. */
  isNew: boolean;
  /** Events of the person that are newer than the last build. */
  newerEvents: number;
  /** Records that came since and may be of the person, or say something else of them: the next build takes them up. */
  waitingRecords: number;
  /** Those pipelines whose population the person is in. */
  scopes: LiveScope[];
}

export interface LiveScores {
  scoredAt: EpochMs;
  /** Scores use events before this instant. */
  dataThrough: EpochSeconds;
  builtThrough: EpochSeconds;
  newerEvents: number;
  /** Records that came since and that only the next build can read, or say whose they are. */
  waitingRecords: number;
  /** In the order of the request; null for nobody. */
  people: (LivePerson | null)[];
}

/** Who is asked about: an id, or a customer number or e-mail address that one person has. */
export type NamedPerson = { id: string } | { customerId: string } | { email: string };

export interface LiveQuestion {
  people: NamedPerson[];
  withReasons: boolean;
}

/** Refuses `live-not-ready`, `live-behind` and `live-busy`. */
export type AskLive = (accountId: string, question: LiveQuestion) => Promise<LiveScores>;
