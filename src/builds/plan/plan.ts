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
import { namedPersonas, type PersonaSetConfig } from "../../domain/persona-set.js";
import type { PlaceConfig } from "../../domain/place.js";
import type { RecommenderConfig } from "../../domain/recommender.js";
import {
  type BuiltType,
  type EpochMs,
  type ResourceStatus,
  type ResourceType,
  resourceTypes,
  singular,
} from "../../domain/resource.js";
import type { ScopeConfig } from "../../domain/scope.js";
import type { TargetConfig } from "../../domain/target.js";
import { changesFeatures } from "../../domain/trait.js";
import { directoriesRead, mergeMembers } from "./dataset-files.js";
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
    /** How often its owner has asked for a build although nothing had changed. */
    forced: number;
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
    if (resource.type === "traits") return this.traitVerdict(resource);
    const inputs = this.inputsOf(resource);
    if ("waitsFor" in inputs) return { at: "waiting", reason: inputs.waitsFor };
    const { type, forced } = resource;
    const print = fingerprint(type, forced > 0 ? { forced, from: inputs.from } : inputs.from);
    if (print === resource.fingerprint && resource.result !== null)
      return { at: "fresh", fingerprint: print };
    if (print === resource.failedFingerprint) return { at: "refused", fingerprint: print };
    return { at: "build", fingerprint: print };
  }

  /** A trait is as fresh as the people who have it. */
  private traitVerdict({ name }: PlannedResource<"traits">): Verdict {
    const people = this.people();
    if ("waitsFor" in people) return { at: "waiting", reason: people.waitsFor };
    const isKnown = this.ofType("people")[0]!.result!.traits.some((trait) => trait.name === name);
    if (!isKnown) return { at: "waiting", reason: `Nobody has a trait ${name} yet.` };
    return { at: "fresh", fingerprint: "" };
  }

  private inputsOf(resource: PlannedResource<BuiltType>): Inputs {
    switch (resource.type) {
      case "connections":
        return { from: resource.config };
      case "datasets":
        return this.datasetInputs(resource);
      case "people":
        return this.peopleInputs(resource);
      case "streams":
        return this.streamInputs(resource);
      case "places":
        return this.placeInputs(resource.config);
      case "cohorts":
        return this.cohortInputs(resource.config);
      case "outcomes":
        return this.outcomeInputs(resource.config);
      case "persona_sets":
        return this.personaSetInputs(resource.config);
      case "recommenders":
        return this.recommenderInputs(resource.config);
      case "scopes":
        return this.scopeInputs(resource.config);
      case "targets":
        return this.targetInputs(resource.config);
    }
  }

  private datasetInputs({ config, result }: PlannedResource<"datasets">): Inputs {
    if (config.options.type === "postgres") return this.tableInputs({ config, result });
    const datasets = this.ofType("datasets");
    const directories = directoriesRead(config.options, datasets);
    if (directories === null)
      return { waitsFor: "Waiting for a dataset to merge that is archived or deleted." };
    const empty = directories.find((directory) => this.filePrints(directory).length === 0);
    if (empty !== undefined) return { waitsFor: `Waiting for a first file in directory ${empty}.` };
    const due = dueThrough(result, this.now);
    const forgotten = this.forgotten(config);
    if (config.options.type !== "merge")
      return { from: { config, files: this.filePrints(config.options.upload_directory), due, forgotten } };
    const members = mergeMembers(config.options, datasets).map(
      ({ config: { upsert_columns, incremental_column }, options }) => ({
        ...{ options, upsert_columns, incremental_column },
        files: this.filePrints(options.upload_directory),
      }),
    );
    return { from: { config, members, due, forgotten } };
  }

  private tableInputs({ config, result }: Pick<PlannedResource<"datasets">, "config" | "result">): Inputs {
    const connection = this.connectionInputs(config);
    if ("waitsFor" in connection) return connection;
    const due = dueThrough(result, this.now);
    return { from: { config, connection: connection.from, due, forgotten: this.forgotten(config) } };
  }

  /** Whether it works is not asked, for it may work again by the time it is used. */
  private connectionInputs({ connection_id: id }: { connection_id?: string }): Inputs {
    if (id === undefined) return { from: undefined };
    const connection = this.byId.get(id);
    if (connection?.type === "connections") return { from: connection.config };
    return { waitsFor: "Waiting for a connection that is archived or deleted." };
  }

  private filePrints(directory: string) {
    const files = this.files.filter((file) => file.directory === directory);
    return files.map((file) => [file.filename, file.sha256, file.created_at]).sort();
  }

  /** Who is to be deleted is known once people are resolved, and then the datasets are read again without them. */
  private forgotten({ privacy }: DatasetConfig): string | undefined {
    return privacy === undefined ? this.ofType("people")[0]?.result?.forgotten : undefined;
  }

  /** A dataset without any result yet takes no part; one whose newest file was refused takes part with its last good one. */
  private peopleInputs({ config }: PlannedResource<"people">): Inputs {
    const datasets = this.ofType("datasets").filter(outputsAnything);
    const building = datasets.find((dataset) => this.verdicts.get(dataset.id)?.at === "build");
    if (building) return { waitsFor: `Waiting for dataset ${building.name}.` };
    const known = datasets.filter((dataset) => isReadable(dataset, this.files, this.ofType("datasets")));
    const refused = datasets.find((dataset) => this.verdicts.get(dataset.id)?.at === "refused");
    if (known.length === 0 && refused) return { waitsFor: failed(refused) };
    if (known.length === 0) return { waitsFor: "Waiting for a first dataset with files." };
    return { from: { config, datasets: known.map((dataset) => [dataset.id, dataset.fingerprint]) } };
  }

  private streamInputs({ config: _, name }: PlannedResource<"streams">): Inputs {
    const people = this.people();
    const datasets = this.ofType("datasets").filter(
      (dataset) => outputsAnything(dataset) && name in dataset.config.output_to_streams,
    );
    if (datasets.length === 0) return { waitsFor: `No dataset outputs to stream ${name} yet.` };
    const known = datasets.filter(
      (dataset) => isReadable(dataset, this.files, this.ofType("datasets")) && dataset.result?.streams[name],
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

  private placeInputs(config: PlaceConfig): Inputs {
    const people = this.people();
    return "waitsFor" in people ? people : { from: { config, people: people.from } };
  }

  private cohortInputs(config: CohortConfig): Inputs {
    const people = this.people();
    const stream = config.stream_name === undefined ? undefined : this.streamNamed(config.stream_name);
    if (config.stream_name !== undefined && !stream)
      return { waitsFor: `Waiting for stream ${config.stream_name}.` };
    const streams = stream ? this.prints([stream.id]) : { from: [] };
    if ("waitsFor" in streams) return streams;
    if ("waitsFor" in people) return people;
    const places = this.prints((config.place_conditions ?? []).map(({ place_id }) => place_id));
    if ("waitsFor" in places) return places;
    return { from: { config, stream: streams.from, people: people.from, places: places.from } };
  }

  private outcomeInputs(config: OutcomeConfig): Inputs {
    const cohortIds = outcomeCohortIds(config);
    const cohorts = this.prints(cohortIds);
    if ("waitsFor" in cohorts) return cohorts;
    const streams = this.prints(this.emittedStreams().map((stream) => stream.id));
    if ("waitsFor" in streams) return streams;
    return { from: { config, cohorts: cohorts.from, streams: streams.from, said: this.saidTraits() } };
  }

  /** What its owner calls the personas changes what targets hold, not who is in which. */
  private personaSetInputs({ cohort_id, modeling_fields, number_of_clusters }: PersonaSetConfig): Inputs {
    const inputs = this.prints([cohort_id, ...this.emittedStreams().map((stream) => stream.id)]);
    return "waitsFor" in inputs
      ? inputs
      : { from: { modeling_fields, number_of_clusters, inputs: inputs.from, said: this.saidTraits() } };
  }

  private recommenderInputs(config: RecommenderConfig): Inputs {
    const stream = this.streamNamed(config.stream_name);
    if (!stream) return { waitsFor: `Waiting for stream ${config.stream_name}.` };
    const inputs = this.prints([stream.id]);
    return "waitsFor" in inputs ? inputs : { from: { config, stream: inputs.from } };
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
    const scope = this.prints([config.scope_id]);
    if ("waitsFor" in scope) return scope;
    const { preview, payload } = this.byId.get(config.scope_id)!.config as ScopeConfig;
    const cohorts = this.prints([...(payload.cohort_ids ?? []), ...filterCohortIds(config)]);
    if ("waitsFor" in cohorts) return cohorts;
    const recommenderIds = payload.recommender_ids ?? [];
    const recommenders = this.prints(recommenderIds);
    if ("waitsFor" in recommenders) return recommenders;
    const personas = this.personaInputs([...(payload.persona_set_ids ?? []), ...filterPersonaSetIds(config)]);
    if ("waitsFor" in personas) return personas;
    const reference = this.referenceInputs(config);
    if ("waitsFor" in reference) return reference;
    const connection = this.connectionInputs(config);
    if ("waitsFor" in connection) return connection;
    const areNamesUsed = config.human_readable || config.custom_structure !== undefined;
    const named = areNamesUsed
      ? [
          ...payload.outcome_ids,
          ...(payload.cohort_ids ?? []),
          ...(payload.persona_set_ids ?? []),
          ...recommenderIds,
        ]
      : [];
    const names = named.map((id) => this.byId.get(id)?.name);
    const inputs = {
      scope: scope.from,
      connection: connection.from,
      cohorts: cohorts.from,
      personas: personas.from,
      recommenders: recommenderIds.length > 0 ? recommenders.from : undefined,
      reference: reference.from,
    };
    return { from: { config, ...inputs, preview, names } };
  }

  /** Who is in which persona, and what each is called. */
  private personaInputs(ids: readonly string[]): Inputs {
    const prints = this.prints(ids);
    if ("waitsFor" in prints) return prints;
    if (ids.length === 0) return { from: undefined };
    const sets = this.ofType("persona_sets").filter(({ id }) => ids.includes(id));
    const names = sets.map(({ config, result }) => namedPersonas(config, result!.personas));
    return { from: { prints: prints.from, names } };
  }

  /** A dataset whose newest file was refused takes part with its last good one, as it does among the people. */
  private referenceInputs({ representation }: TargetConfig): Inputs {
    if (representation.mode !== "referenced") return { from: null };
    const dataset = this.byId.get(representation.reference.dataset_id);
    if (dataset?.type === "datasets" && isReadable(dataset, this.files, this.ofType("datasets")))
      return { from: dataset.fingerprint };
    return {
      waitsFor: `Waiting for ${dataset ? called(dataset) : "a dataset that is archived or deleted"}.`,
    };
  }

  /** What the owner says of traits that people have; undefined for nothing. */
  private saidTraits(): unknown {
    const known = this.ofType("people")[0]?.result?.traits.map(({ name }) => name) ?? [];
    const said = this.ofType("traits").filter(
      ({ name, config }) => known.includes(name) && changesFeatures(config),
    );
    return said.length > 0
      ? said.map(({ name, config: { description: _, ...config } }) => [name, config]).sort()
      : undefined;
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
  datasets: readonly PlannedResource<"datasets">[],
): boolean => {
  const directories = directoriesRead(config.options, datasets);
  return (
    result !== null &&
    outputsAnything({ config }) &&
    directories?.every((directory) => files.some((file) => file.directory === directory)) === true
  );
};

/** A preview dataset shows its columns and emits nothing. */
const outputsAnything = ({ config }: { config: DatasetConfig }): boolean => config.preview !== true;

/**
 * Rows dated in the future were rejected; once their time has come the file is read again, as of that moment. A table is
 * due again and again, also after a reading that failed.
 */
export const dueThrough = (result: ResultOf<"datasets"> | null, now: EpochMs): number | null => {
  if (result === null) return null;
  const { next_due: due, due_through: through = null, refresh_seconds: every } = result;
  if (due === null || due * 1000 > now) return through;
  return every === undefined ? due : due + Math.floor((now / 1000 - due) / every) * every;
};

export const filterCohortIds = ({ filter }: TargetConfig): string[] =>
  (filter?.cohort_membership ?? []).map(({ cohort_id }) => cohort_id);

export const filterPersonaSetIds = ({ filter }: TargetConfig): string[] =>
  (filter?.persona ?? []).map(({ persona_set_id }) => persona_set_id);

export const outcomeCohortIds = (config: OutcomeConfig): string[] =>
  [config.attainment_cohort_id, config.eligible_cohort_id, config.attrition_cohort_id].filter(
    (id) => id !== undefined,
  );
