// Input of the step of a trigger.

import type { ScopeResult } from "../../domain/pipeline/scope.js";
import type { LiveJudgement } from "../../domain/target/live-judgement.js";
import type { TriggerConfig, TriggerResult } from "../../domain/target/trigger.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

export interface TriggerInput {
  config: TriggerConfig;
  /** Hash of what is watched. */
  condition: string;
  subject: WatchedSubject;
  account: AccountSnapshot;
  previous: RememberedPeople | null;
  /** People whom live scores have judged since the last build, by their id. Absent: nobody. */
  live?: LiveJudgement[];
}

/** `place`: index of the outcome in the scores. */
export type WatchedSubject =
  | {
      of: "scores";
      dir: string;
      result: ScopeResult;
      place: number;
      outcome: { id: string; name: string; dir: string };
    }
  /** `lastingDir`: result of the account's lasting hold-out; absent: there is none. */
  | { of: "members"; dir: string; name: string; sentence: string; lastingDir?: string };

export interface RememberedPeople {
  dir: string;
  result: TriggerResult;
  isReportedIntact: boolean;
}
