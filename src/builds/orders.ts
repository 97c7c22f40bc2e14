// An order is what a step is told: the plain data and the directories of everything it reads. It is taken from what is
// recorded once the plan has said that a resource can be built, so everything an order needs is there.

import path from "node:path";
import { type IdentityField, identityFields } from "../domain/dataset.js";
import type { EpochSeconds, ResourceType } from "../domain/resource.js";
import { assert } from "../errors/refusal.js";
import { isReadable, type PlannedResource } from "./plan/plan.js";
import type { BuiltOutcome, OrderOf, Orders, UploadedFile, World } from "./step.js";

export type RecordedResource<T extends ResourceType = ResourceType> = PlannedResource<T> & {
  resultDir: string | null;
};

export interface Recorded {
  dataDir: string;
  resources: readonly RecordedResource[];
  files: readonly { directory: string; filename: string; path: string; bytes: number; created_at: number }[];
}

/** The order for a resource that the plan wants built. */
export const orderFor = (resource: RecordedResource, recorded: Recorded): OrderOf<ResourceType> => {
  const account = new Account(recorded);
  switch (resource.type) {
    case "datasets":
      return account.datasetOrder(resource);
    case "people":
      return account.peopleOrder(resource);
    case "streams":
      return account.streamOrder(resource);
    case "cohorts":
      return { config: resource.config, world: account.world() };
    case "outcomes":
      return account.outcomeOrder(resource);
    case "scopes":
      return account.scopeOrder(resource);
    case "targets":
      return account.targetOrder(resource);
  }
};

class Account {
  constructor(private readonly recorded: Recorded) {}

  datasetOrder({ config }: RecordedResource<"datasets">): Orders["datasets"] {
    const files = this.recorded.files.filter((file) => file.directory === config.options.upload_directory);
    return { config, files: files.map((file) => this.uploadedFile(file)) };
  }

  peopleOrder(people: RecordedResource<"people">): Orders["people"] {
    const datasets = this.readableDatasets().map((dataset) => ({
      id: dataset.id,
      dir: this.dirOf(dataset),
      result: dataset.result!,
      isSuppressionList: dataset.config.privacy !== undefined,
    }));
    return { datasets, previousDir: people.resultDir === null ? null : this.dirOf(people) };
  }

  streamOrder({ name }: RecordedResource<"streams">): Orders["streams"] {
    const datasets = this.readableDatasets().flatMap((dataset) => {
      const summary = dataset.result!.streams[name];
      return summary ? [{ id: dataset.id, dir: this.dirOf(dataset), summary }] : [];
    });
    return { name, datasets, peopleDir: this.dirOf(this.people()) };
  }

  outcomeOrder({ config }: RecordedResource<"outcomes">): Orders["outcomes"] {
    const eligible =
      config.eligible_cohort_id === undefined ? null : this.byId("cohorts", config.eligible_cohort_id).config;
    return {
      config,
      attainment: this.byId("cohorts", config.attainment_cohort_id).config,
      eligible,
      world: this.world(),
    };
  }

  scopeOrder({ config }: RecordedResource<"scopes">): Orders["scopes"] {
    const cohortDirs = (ids: readonly string[]) => ids.map((id) => this.dirOf(this.byId("cohorts", id)));
    return {
      config,
      includeDirs: cohortDirs(config.population.cohort_ids),
      excludeDirs: cohortDirs(config.population.exclusion_cohort_ids ?? []),
      outcomes: config.payload.outcome_ids.map((id) => this.builtOutcome(id)),
      world: this.world(),
    };
  }

  targetOrder({ config }: RecordedResource<"targets">): Orders["targets"] {
    const scope = this.byId("scopes", config.scope_id);
    assert(scope.result, `scope ${scope.id} has no result`);
    const outcomes = scope.config.payload.outcome_ids.map((id) => ({
      id,
      name: this.byId("outcomes", id).name,
    }));
    return {
      config,
      scope: { dir: this.dirOf(scope), config: scope.config, result: scope.result, outcomes },
      peopleDir: this.dirOf(this.people()),
      identityColumns: this.mappedIdentityFields(),
    };
  }

  world(): World {
    const people = this.people();
    assert(people.result, "a cohort was planned before people were resolved");
    const streams = this.ofType("streams").filter((stream) => stream.result !== null);
    return {
      dataThrough: people.result.data_through ?? this.newestArrival(),
      peopleDir: this.dirOf(people),
      people: people.result,
      streams: streams
        .map((stream) => ({ name: stream.name, dir: this.dirOf(stream), result: stream.result! }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    };
  }

  /** "Now" of an account whose streams have no dates at all. */
  private newestArrival(): EpochSeconds {
    return Math.ceil(Math.max(0, ...this.recorded.files.map((file) => file.created_at)) / 1000);
  }

  private builtOutcome(id: string): BuiltOutcome {
    const outcome = this.byId("outcomes", id);
    const { config, name, result } = outcome;
    assert(result, `outcome ${id} has no result`);
    const eligible = config.eligible_cohort_id;
    return {
      id,
      name,
      config,
      result,
      dir: this.dirOf(outcome),
      attainmentDir: this.dirOf(this.byId("cohorts", config.attainment_cohort_id)),
      eligibleDir: eligible === undefined ? null : this.dirOf(this.byId("cohorts", eligible)),
    };
  }

  private uploadedFile(file: Recorded["files"][number]): UploadedFile {
    const { filename, bytes, created_at } = file;
    return { path: path.join(this.recorded.dataDir, file.path), filename, bytes, arrived_at: created_at };
  }

  private mappedIdentityFields(): IdentityField[] {
    const sets = this.ofType("datasets").flatMap((dataset) => Object.values(dataset.config.identity_sets));
    return identityFields.filter((field) => sets.some((set) => set[field] !== undefined));
  }

  private readableDatasets(): RecordedResource<"datasets">[] {
    return this.ofType("datasets")
      .filter((dataset) => isReadable(dataset, this.recorded.files))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  private people(): RecordedResource<"people"> {
    const people = this.ofType("people")[0];
    assert(people, "an account has no people resource");
    return people;
  }

  private ofType<T extends ResourceType>(type: T): Extract<RecordedResource, { type: T }>[] {
    const isOfType = (resource: RecordedResource): resource is Extract<RecordedResource, { type: T }> =>
      resource.type === type && resource.archivedAt === null;
    return this.recorded.resources.filter(isOfType);
  }

  private byId<T extends ResourceType>(type: T, id: string): Extract<RecordedResource, { type: T }> {
    const found = this.ofType(type).find((resource) => resource.id === id);
    assert(found, `there is no ${type} ${id}`);
    return found;
  }

  private dirOf({ id, resultDir }: RecordedResource): string {
    assert(resultDir !== null, `${id} has not been built`);
    return path.join(this.recorded.dataDir, resultDir);
  }
}
