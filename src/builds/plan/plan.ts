// The plan says, for every resource of an account, whether its result still belongs to its configuration and inputs.
// It is a pure function of what is recorded, computed again after every change, so that no change has to remember
// what it affects: a resource is stale when its fingerprint is not the one its result was made from.
//
//   fresh    its result is of today's fingerprint; files that arrived later may wait for the next run
//   build    it is stale and everything that it reads is fresh: it can be built now
//   refused  its build was refused for today's fingerprint, and would be again; or an upload that it reads is damaged
//   waiting  something that it reads is not fresh, or there is nothing to read yet

import { giveTurn } from "../../domain/machine/event-loop.js";
import { type BuiltType, type EpochMs, resourceTypes } from "../../domain/resource/resource.js";
import type { PlannedResource } from "../../store/planned-resources.js";
import { Account, Hopeless, type Verdict, Waiting } from "../kind/account.js";
import { directoriesRead } from "../kind/datasets.js";
import type { Reading } from "../kind/kind.js";
import type { DataDirectory, RecordedFile, RecordedResource } from "../kind/recorded.js";
import { kindOf } from "../kinds.js";
import { fingerprint } from "./fingerprint.js";
import { filesOfRun } from "./run-files.js";

export interface Plan {
  /** Verdicts by resource id. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** The input of the step that builds a resource. Its verdict is `build`, or it was. */
  stepInput(id: string, data: DataDirectory): unknown;
}

/**
 * Plans the resources, which are all of an account, or some with all that they read. `until` is the instant
 * through which files belong to the account's run of builds; null: all of them do.
 */
export const planBuild = (
  resources: readonly RecordedResource[],
  files: readonly RecordedFile[],
  now: EpochMs,
  until: EpochMs | null = null,
): Plan => {
  const planning = plan(resources, files, now, until);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
  }
};

/**
 * The same for verdicts alone, which depend on little of the results. Others run meanwhile: an account may
 * have thousands of resources.
 */
export const planVerdicts = async (
  resources: readonly PlannedResource[],
  files: readonly RecordedFile[],
  now: EpochMs,
  until: EpochMs | null = null,
): Promise<Plan["verdicts"]> => {
  const planning = plan(resources as readonly unknown[] as readonly RecordedResource[], files, now, until);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value.verdicts;
    await giveTurn();
  }
};

/** Resources that are planned in some milliseconds. */
const turn = 500;

/** Decides for every resource; upstream kinds come first, which is the order of `resourceTypes`. */
function* plan(
  resources: readonly RecordedResource[],
  files: readonly RecordedFile[],
  now: EpochMs,
  until: EpochMs | null,
): Generator<void, Plan> {
  const datasets = resources.filter(isDatasetInUse);
  const run = filesOfRun(files, datasets, until);
  const account = new Account(resources, run.files, now);
  const readings = new Map<string, Reading<unknown>>();
  let decided = 0;
  for (const type of resourceTypes)
    for (const resource of account.ofType(type)) {
      account.verdicts.set(resource.id, verdictOf(resource, account, readings));
      if (++decided % turn === 0) yield;
    }
  for (const dataset of datasets) noteWaitingFiles(dataset, datasets, run.waiting, account.verdicts);
  return {
    verdicts: account.verdicts,
    stepInput: (id, data) => readings.get(id)!.input(data),
  };
}

const isDatasetInUse = (resource: RecordedResource): resource is RecordedResource<"datasets"> =>
  resource.type === "datasets" && resource.archivedAt === null;

/** A dataset that is fresh for the run says how many files wait for the next one. */
const noteWaitingFiles = (
  { id, config }: RecordedResource<"datasets">,
  datasets: readonly RecordedResource<"datasets">[],
  waiting: ReadonlyMap<string, number>,
  verdicts: Map<string, Verdict>,
): void => {
  const verdict = verdicts.get(id);
  if (waiting.size === 0 || verdict?.at !== "fresh") return;
  const directories = directoriesRead(config.options, datasets) ?? [];
  const count = directories.reduce((sum, directory) => sum + (waiting.get(directory) ?? 0), 0);
  if (count > 0) verdicts.set(id, { ...verdict, waitingFiles: count });
};

const verdictOf = (
  resource: RecordedResource,
  account: Account,
  readings: Map<string, Reading<unknown>>,
): Verdict => {
  try {
    if (resource.type === "traits") return traitVerdict(resource, account);
    const reading = kindOf(resource.type).read(resource, account);
    readings.set(resource.id, reading);
    return builtVerdict(resource, reading.from);
  } catch (error) {
    if (error instanceof Waiting) return { at: "waiting", reason: error.message };
    if (error instanceof Hopeless) return { at: "refused", fingerprint: "", reason: error.message };
    throw error;
  }
};

/** A trait is as fresh as the people who have it. */
const traitVerdict = ({ name }: RecordedResource<"traits">, account: Account): Verdict => {
  const isKnown = account.people().result.traits.some((trait) => trait.name === name);
  if (!isKnown) throw new Waiting(`Nobody has a trait ${name} yet.`);
  return { at: "fresh", fingerprint: "" };
};

const builtVerdict = (
  { type, forced, result, ...recorded }: RecordedResource<BuiltType>,
  from: unknown,
): Verdict => {
  const print = fingerprint(type, kindOf(type).version, forced > 0 ? { forced, from } : from);
  if (print === recorded.fingerprint && result !== null) return { at: "fresh", fingerprint: print };
  if (print === recorded.failedFingerprint)
    return { at: "refused", fingerprint: print, reason: recorded.failedError };
  return { at: "build", fingerprint: print };
};
