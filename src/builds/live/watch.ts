// Watched people: what the process of live scores says of people with new events to the service, which judges them.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { WatchedPerson } from "../../domain/target/live-judgement.js";
import type { ReportedPerson, ShownIdentifier } from "../../domain/target/trigger.js";

/** A cohort's value of a person is 1 or 0. */
export type WatchedValue =
  /** `scoresFile`: the last scores, where the pipeline holds people out of a campaign. */
  | { of: "scores"; scopeId: string; outcomeId: string; scoresFile?: string }
  /** `groupsFile`: groups of the account's lasting hold-out, where it has one. */
  | { of: "members"; cohort: CohortConfig; groupsFile?: string };

export interface WatchedTrigger {
  id: string;
  value: WatchedValue;
  /** File of where the last build saw each person. */
  stateFile: string;
}

export interface WatchQuestion {
  /** The mark of an answer whose people are judged, and are not named again before they have another event. */
  judged: WatchMark | null;
  /** Name everyone again who has newer events than the last build. */
  isAgain: boolean;
  most: number;
  /** Ids of people who are asked about besides. */
  besides: string[];
  triggers: WatchedTrigger[];
}

/** An answer of one index. */
export interface WatchMark {
  version: string;
  turn: number;
}

export interface WatchedPeople {
  mark: WatchMark;
  /** Whether there are more people with new events. */
  hasMore: boolean;
  dataThrough: EpochSeconds;
  /** Without those who are gone. */
  people: { id: string; newerEvents: number }[];
  /** In the order of the triggers, and for each in that of the people. */
  triggers: WatchedPerson[][];
}

export interface WordsQuestion {
  value: WatchedValue;
  shown: readonly ShownIdentifier[];
  /** Name of the cohort, and its definition in words; absent for a probability. */
  said?: { name: string; sentence: string };
  withReasons: boolean;
  people: NewsOfPerson[];
}

export type NewsOfPerson = Required<Pick<ReportedPerson, "id" | "direction" | "from" | "to">>;
