// The plan says, for every resource of an account, whether its result still belongs to its configuration and inputs.
// It is a pure function of what is recorded, computed again after every change, so nothing has to be remembered
// about what a change might touch: a resource is stale when its fingerprint is not the one its result was made from.
//
//   fresh    its result is of today's fingerprint
//   build    it is stale and everything it reads is fresh: it can be built now
//   refused  its build was refused for today's fingerprint, and would be again
//   waiting  something it reads is not fresh, or there is nothing to read yet

import type { CohortConfig } from "../../domain/cohort.js";
import type { DatasetConfig } from "../../domain/dataset.js";
import type { ConfigOf, ResultOf } from "../../domain/kinds.js";
import type { OutcomeConfig } from "../../domain/outcome.js";
import {
  type EpochMs,
  type ResourceStatus,
  type ResourceType,
  resourceTypes,
  singular,
} from "../../domain/resource.js";
import type { ScopeConfig } from "../../domain/scope.js";
import type { TargetConfig } from "../../domain/target.js";
import { fingerprint } from "./fingerprint.js";

/** What the plan reads of a recorded resource. */
export type PlannedResource<T extends ResourceType = ResourceType> = {
  [K in T]: {
    id: string;
    type: K;
    name: string;
    config: ConfigOf<K>;
    status: ResourceStatus;
    statusError: string | null;
    result: ResultOf<K> | null;
    fingerprint: string | null;
    failedFingerprint: string | null;
    archivedAt: EpochMs | null;
  };
}[T];

/** What the plan reads of an uploaded file. */
export interface PlannedFile {
  directory: string;
  filename: string;
  sha256: string;
  created_at: EpochMs;
}

export type Verdict =
  | { at: "fresh"; fingerprint: string }
  | { at: "build"; fingerprint: string }
  | { at: "refused"; fingerprint: string }
  | { at: "waiting"; reason: string };

export interface Plan {
  /** By resource id. */
  verdicts: Map<string, Verdict>;
}

/** Decides for every resource; upstream kinds come first, which is the order of `resourceTypes`. */
export const planBuild = (
  resources: readonly PlannedResource[],
  files: readonly PlannedFile[],
  now: EpochMs,
): Plan => {
  const planner = new Planner(resources, files, now);
  for (const type of resourceTypes) for (const resource of planner.ofType(type)) planner.decide(resource);
  return { verdicts: planner.verdicts };
};

/** Inputs of a fingerprint, or why there are none yet. */
type Inputs = { from: unknown } | { waitsFor: string };

class Planner {
  readonly verdicts = new Map<string, Verdict>();
  private readonly byId: Map<string, PlannedResource>;

  constructor(
    resources: readonly PlannedResource[],
    private readonly files: readonly PlannedFile[],
    private readonly now: EpochMs,
  ) {
    const active = resources.filter((resource) => resource.archivedAt === null);
    // The order must not depend on how the store lists: fingerprints of "all streams" are made in it.
    active.sort((a, b) => (a.id < b.id ? -1 : 1));
    this.byId = new Map(active.map((resource) => [resource.id, resource]));
  }

  ofType<T extends ResourceType>(type: T): Extract<PlannedResource, { type: T }>[] {
    const isOfType = (resource: PlannedResource): resource is Extract<PlannedResource, { type: T }> =>
      resource.type === type;
    return [...this.byId.values()].filter(isOfType);
  }

  decide(resource: PlannedResource): void {
    this.verdicts.set(resource.id, this.verdictOf(resource));
  }

  private verdictOf(resource: PlannedResource): Verdict {
    const inputs = this.inputsOf(resource);
    if ("waitsFor" in inputs) return { at: "waiting", reason: inputs.waitsFor };
    const print = fingerprint(resource.type, inputs.from);
    if (print === resource.fingerprint && resource.result !== null)
      return { at: "fresh", fingerprint: print };
    if (print === resource.failedFingerprint) return { at: "refused", fingerprint: print };
    return { at: "build", fingerprint: print };
  }

  private inputsOf(resource: PlannedResource): Inputs {
    switch (resource.type) {
      case "datasets":
        return this.datasetInputs(resource);
      case "people":
        return this.peopleInputs();
      case "streams":
        return this.streamInputs(resource);
      case "cohorts":
        return this.cohortInputs(resource.config);
      case "outcomes":
        return this.outcomeInputs(resource.config);
      case "scopes":
        return this.scopeInputs(resource.config);
      case "targets":
        return this.targetInputs(resource.config);
    }
  }

  private datasetInputs({ config, result }: PlannedResource<"datasets">): Inputs {
    const files = this.files.filter((file) => file.directory === config.options.upload_directory);
    if (files.length === 0)
      return { waitsFor: `Waiting for a first file in directory ${config.options.upload_directory}.` };
    const prints = files.map((file) => [file.filename, file.sha256, file.created_at]).sort();
    return { from: { config, files: prints, due: dueThrough(result, this.now) } };
  }

  /** A dataset without any result yet takes no part; one whose newest file was refused takes part with its last good one. */
  private peopleInputs(): Inputs {
    const datasets = this.ofType("datasets").filter(outputsAnything);
    const building = datasets.find((dataset) => this.verdicts.get(dataset.id)?.at === "build");
    if (building) return { waitsFor: `Waiting for dataset ${building.name}.` };
    const known = datasets.filter((dataset) => isReadable(dataset, this.files));
    const refused = datasets.find((dataset) => this.verdicts.get(dataset.id)?.at === "refused");
    if (known.length === 0 && refused) return { waitsFor: failed(refused) };
    if (known.length === 0) return { waitsFor: "Waiting for a first dataset with files." };
    return { from: known.map((dataset) => [dataset.id, dataset.fingerprint]) };
  }

  private streamInputs({ config: _, name }: PlannedResource<"streams">): Inputs {
    const people = this.people();
    const datasets = this.ofType("datasets").filter(
      (dataset) => outputsAnything(dataset) && name in dataset.config.output_to_streams,
    );
    if (datasets.length === 0) return { waitsFor: `No dataset outputs to stream ${name} yet.` };
    const known = datasets.filter(
      (dataset) => isReadable(dataset, this.files) && dataset.result?.streams[name],
    );
    if (known.length === 0)
      return { waitsFor: this.blocker(datasets[0]!.id) ?? `Waiting for dataset ${datasets[0]!.name}.` };
    if ("waitsFor" in people) return people;
    return {
      from: {
        name,
        datasets: known.map((dataset) => [dataset.id, dataset.fingerprint]),
        people: people.from,
      },
    };
  }

  private cohortInputs(config: CohortConfig): Inputs {
    const people = this.people();
    const stream = config.stream_name === undefined ? undefined : this.streamNamed(config.stream_name);
    if (config.stream_name !== undefined && !stream)
      return { waitsFor: `Waiting for stream ${config.stream_name}.` };
    const streams = stream ? this.prints([stream.id]) : { from: [] };
    if ("waitsFor" in streams) return streams;
    if ("waitsFor" in people) return people;
    return { from: { config, stream: streams.from, people: people.from } };
  }

  private outcomeInputs(config: OutcomeConfig): Inputs {
    const cohortIds = outcomeCohortIds(config);
    const cohorts = this.prints(cohortIds);
    if ("waitsFor" in cohorts) return cohorts;
    const streams = this.prints(this.emittedStreams().map((stream) => stream.id));
    if ("waitsFor" in streams) return streams;
    return { from: { config, cohorts: cohorts.from, streams: streams.from } };
  }

  /** Whether a pipeline is enabled changes what its targets hold, not what it scores. */
  private scopeInputs({ population, payload }: ScopeConfig): Inputs {
    const outcomes = payload.outcome_ids
      .map((id) => this.byId.get(id))
      .filter((found) => found?.type === "outcomes");
    const inputs = this.prints([
      ...population.cohort_ids,
      ...(population.exclusion_cohort_ids ?? []),
      ...payload.outcome_ids,
      ...outcomes.flatMap((outcome) => outcomeCohortIds(outcome!.config as OutcomeConfig)),
    ]);
    return "waitsFor" in inputs ? inputs : { from: { population, payload, inputs: inputs.from } };
  }

  private targetInputs(config: TargetConfig): Inputs {
    const scope = this.byId.get(config.scope_id);
    const prints = this.prints([config.scope_id]);
    if ("waitsFor" in prints) return prints;
    const { preview, payload } = scope!.config as ScopeConfig;
    const names = config.human_readable ? payload.outcome_ids.map((id) => this.byId.get(id)?.name) : [];
    return { from: { config, scope: prints.from, preview, names } };
  }

  private people(): Inputs {
    const people = this.ofType("people")[0];
    return people ? this.prints([people.id]) : { waitsFor: "Waiting for the people to be resolved." };
  }

  private streamNamed(name: string): PlannedResource<"streams"> | undefined {
    return this.ofType("streams").find((stream) => stream.name === name);
  }

  /** Streams that have, or wait for, a dataset; a stream that was only named does not hold anything up. */
  private emittedStreams(): PlannedResource<"streams">[] {
    const emitted = new Set(
      this.ofType("datasets")
        .filter(outputsAnything)
        .flatMap((dataset) => Object.keys(dataset.config.output_to_streams)),
    );
    return this.ofType("streams").filter((stream) => emitted.has(stream.name) && this.holdsUp(stream.id));
  }

  /** A stream whose only dataset was refused or has no file is left out rather than waited for without end. */
  private holdsUp(streamId: string): boolean {
    const verdict = this.verdicts.get(streamId);
    if (verdict?.at !== "waiting") return true;
    const stream = this.byId.get(streamId)!;
    return this.ofType("datasets").some(
      (dataset) =>
        stream.name in dataset.config.output_to_streams && this.verdicts.get(dataset.id)?.at === "build",
    );
  }

  /** Fingerprints of fresh resources, or what is missing among them. */
  private prints(ids: readonly string[]): Inputs {
    for (const id of ids) {
      const blocker = this.blocker(id);
      if (blocker) return { waitsFor: blocker };
    }
    return { from: ids.map((id) => this.byId.get(id)!.fingerprint) };
  }

  /** Why a resource cannot be read now; undefined when it is fresh. */
  private blocker(id: string): string | undefined {
    const resource = this.byId.get(id);
    if (!resource) return "Waiting for something that is archived or deleted.";
    const verdict = this.verdicts.get(id)!;
    switch (verdict.at) {
      case "fresh":
        return undefined;
      case "refused":
        return failed(resource);
      case "waiting":
        return verdict.reason;
      case "build":
        return `Waiting for ${called(resource)}.`;
    }
  }
}

const failed = (resource: PlannedResource): string =>
  `Waiting for ${called(resource)}, which failed: ${resource.statusError ?? "see its status_error"}`;

/** An account has its people once, so they have no name to be told apart by. */
const called = ({ type, name }: PlannedResource): string =>
  type === "people" ? "the people to be resolved" : `${singular[type]} ${name}`;

/** It emits, it has a result, and it has files that the result came from: those of a deleted file are gone with it. */
export const isReadable = (
  { config, result }: PlannedResource<"datasets">,
  files: readonly Pick<PlannedFile, "directory">[],
): boolean =>
  result !== null &&
  outputsAnything({ config }) &&
  files.some((file) => file.directory === config.options.upload_directory);

/** A preview dataset shows its columns and emits nothing. */
const outputsAnything = ({ config }: { config: DatasetConfig }): boolean => config.preview !== true;

/** Rows dated in the future were rejected; once their time has come the file is read again, as of that moment. */
export const dueThrough = (result: ResultOf<"datasets"> | null, now: EpochMs): number | null => {
  if (result === null) return null;
  if (result.next_due !== null && result.next_due * 1000 <= now) return result.next_due;
  return result.due_through ?? null;
};

export const outcomeCohortIds = (config: OutcomeConfig): string[] =>
  [config.attainment_cohort_id, config.eligible_cohort_id, config.attrition_cohort_id].filter(
    (id) => id !== undefined,
  );
