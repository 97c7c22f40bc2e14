// A kind of resource, as builds see it: what its result is made from, and what a step of it is. One descriptor
// per kind, in the folder of the kind; `kinds.ts` lists them, and `steps.ts` their steps.
//
// A step reads immutable files, writes into a fresh directory of its own, and returns what it found as plain
// data. It knows nothing of jobs, accounts or the store, and may be killed at any moment.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { ConfigOf, ResultOf } from "../../domain/kinds/kinds.js";
import type { BuiltType, EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { Cluster } from "../../warehouse/cluster/cluster.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Account } from "./account.js";
import type { DataDirectory, RecordedResource } from "./recorded.js";

export interface StepTools {
  engine: Engine;
  /** For relations of `fromEvents` events and more. Absent: there is none. */
  cluster?: Cluster;
  /** An empty directory that exists; the step writes here and nowhere else. */
  dir: string;
  /** The instant of the build: the only clock that a step may read. */
  now: EpochMs;
  seed: number;
  /** Threads for computation outside the engine; 1 if absent. */
  threads?: number;
  /**
   * Does work that computes, in a connected build: it waits for a slot of the node before, and gives it back
   * afterwards. Absent: the step has a slot.
   */
  computing?<T>(work: () => Promise<T>): Promise<T>;
  /** Share done, 0 to 1, and the current activity. */
  progress(fraction: number, doing: string): void;
}

/** Does the part of a step that computes. */
export const computed = <T>(tools: Pick<StepTools, "computing">, work: () => Promise<T>): Promise<T> =>
  tools.computing ? tools.computing(work) : work();

export type Step<Input, Result> = (input: Input, tools: StepTools) => Promise<Result>;

/** Everything that a result is made from, in two forms that one function derives from the same references. */
export interface Reading<Input> {
  /** Values for the fingerprint: equal values give equal results. */
  from: unknown;
  /** Plain data and directories for the step, so that they cross to a child process. */
  input(data: DataDirectory): Input;
}

/** A recorded build. */
export interface Built<T extends BuiltType> {
  id: string;
  accountId: string;
  config: ConfigOf<T>;
  result: ResultOf<T>;
  now: EpochMs;
}

/** A past date whose builds are repeated. */
export interface PastDate<T extends BuiltType> {
  at: EpochMs;
  /** As it is today. */
  resource: RecordedResource<T>;
  /** Directory of today's people; null if there is none. */
  peopleDir: string | null;
  /** Exclusive end of the events that are seen, where the date is that of events; null: that of arrivals. */
  before: EpochSeconds | null;
  data: DataDirectory;
}

/** A step of several resources. It writes each result into its directory; one that fails leaves the others alone. */
export type StepTogether<Input, Result> = (
  input: Input,
  tools: StepTools,
  dirs: readonly string[],
) => Promise<PromiseSettledResult<Result>[]>;

export interface Kind<T extends BuiltType, Input> {
  /** Raise it when the step makes another result from the same inputs. */
  version: number;
  /** Throws `Waiting` while something that the resource reads is missing or not fresh. */
  read(resource: RecordedResource<T>, account: Account): Reading<Input>;
  /**
   * Whether the next build continues from this file of the result, so that a build without it loses
   * something. `.` stands for all files. Absent: no file is.
   */
  continuesFrom?(file: string): boolean;
  /** After how long a first build that was refused is tried again; absent or null: not before something changes. */
  triedAgainMs?(config: ConfigOf<T>): number | null;
  /**
   * The input of a build of a past date, with what the plan of then cannot know; absent: the plan's. See
   * `execute/replay.ts`.
   */
  asOf?(input: Input, then: PastDate<T>): Input;
  /**
   * The input with what changes between builds, read under the lock of the account once the build is claimed. Absent:
   * there is nothing.
   */
  fromStore?(
    trx: Kysely<Database>,
    resource: { id: string; accountId: string },
    input: Input,
  ): Promise<Input>;
  /**
   * Whether its step waits for a server of the owner. Such a step has a slot of the node only while it is
   * `computing`, so that a slow server keeps no slot from others. Absent: it computes alone.
   */
  isConnected?(config: ConfigOf<T>): boolean;
  /**
   * Input of one step for several resources of an account, which were planned at once, where that costs less than a
   * step for each. Absent: each has a step of its own.
   */
  together?(inputs: readonly Input[]): unknown;
  /** The part of a result that is recorded; the rest is for the transaction that records it. Absent: all. */
  recorded?(result: ResultOf<T>): ResultOf<T>;
  /** Further changes in the transaction that records a result. */
  afterBuild?(trx: Kysely<Database>, built: Built<T>): Promise<void>;
}
