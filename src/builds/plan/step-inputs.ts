// An order is what a step is told: the plain data and the directories of everything it reads. It is taken from what is
// recorded once the plan has said that a resource can be built, so everything an order needs is there.

import path from "node:path";
import { type IdentityField, identityFields } from "../../domain/dataset.js";
import type { OutcomeConfig } from "../../domain/outcome.js";
import { countryOf } from "../../domain/people.js";
import { namedPersonas } from "../../domain/persona-set.js";
import type { BuiltType, EpochSeconds, ResourceType } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { peopleFiles } from "../../warehouse/relations.js";
import type { PostgresAccess } from "../connection/postgres.js";
import type {
  AccountSnapshot,
  BuiltCohort,
  BuiltOutcome,
  BuiltPersonaSet,
  BuiltRecommender,
  OutcomeSpec,
  StepInput,
  StepInputs,
  UploadedFile,
} from "../kind/step.js";
import { mergeMembers } from "./dataset-files.js";
import { filterCohortIds, filterPersonaSetIds, isReadable, type PlannedResource } from "./plan.js";

export type RecordedResource<T extends ResourceType = ResourceType> = PlannedResource<T> & {
  resultDir: string | null;
};

export interface Recorded {
  dataDir: string;
  /** Whether connections may be to this machine or its network. */
  privateAddresses: boolean;
  resources: readonly RecordedResource[];
  files: readonly { directory: string; filename: string; path: string; bytes: number; created_at: number }[];
}

/** The order for a resource that the plan wants built. */
export const stepInput = (
  resource: RecordedResource<BuiltType>,
  recorded: Recorded,
): StepInput<ResourceType> => {
  const account = new Account(recorded);
  switch (resource.type) {
    case "connections":
      return account.access(resource);
    case "datasets":
      return account.datasetOrder(resource);
    case "people":
      return account.peopleOrder(resource);
    case "streams":
      return account.streamOrder(resource);
    case "places":
      return account.placeOrder(resource);
    case "cohorts":
      return { config: resource.config, account: account.account() };
    case "outcomes":
      return account.outcomeOrder(resource);
    case "persona_sets":
      return account.personaSetOrder(resource);
    case "recommenders":
      return { config: resource.config, account: account.account() };
    case "scopes":
      return account.scopeOrder(resource);
    case "targets":
      return account.targetOrder(resource);
  }
};

/** What is known of the account as of its last builds; its people have been resolved. */
export const accountSnapshot = (recorded: Recorded): AccountSnapshot => new Account(recorded).account();

class Account {
  constructor(private readonly recorded: Recorded) {}

  access({ config }: RecordedResource<"connections">): PostgresAccess {
    const { dataDir, privateAddresses } = this.recorded;
    return { options: config.options, dataDir, privateAddresses };
  }

  datasetOrder({ config }: RecordedResource<"datasets">): StepInputs["datasets"] {
    const { options, privacy, connection_id } = config;
    const people = this.ofType("people")[0];
    const isForgetting = privacy === undefined && people?.result?.forgotten !== undefined;
    return {
      config,
      files: options.type === "hosted_csv" ? this.filesIn(options.upload_directory) : [],
      ...(connection_id !== undefined && { access: this.access(this.byId("connections", connection_id)) }),
      members: mergeMembers(options, this.ofType("datasets")).map((member) => ({
        ...member,
        files: this.filesIn(member.options.upload_directory),
      })),
      forgottenFile: isForgetting ? peopleFiles(this.dirOf(people)).forgotten : null,
    };
  }

  peopleOrder(people: RecordedResource<"people">): StepInputs["people"] {
    const datasets = this.readableDatasets().map((dataset) => ({
      id: dataset.id,
      dir: this.dirOf(dataset),
      result: dataset.result!,
      privacy: dataset.config.privacy,
    }));
    const previousDir = people.resultDir === null ? null : this.dirOf(people);
    return { config: people.config, datasets, previousDir, previousResult: people.result };
  }

  streamOrder({ name }: RecordedResource<"streams">): StepInputs["streams"] {
    const datasets = this.readableDatasets().flatMap((dataset) => {
      const summary = dataset.result!.streams[name];
      return summary ? [{ id: dataset.id, dir: this.dirOf(dataset), summary }] : [];
    });
    return { name, datasets, peopleDir: this.dirOf(this.people()) };
  }

  placeOrder({ config }: RecordedResource<"places">): StepInputs["places"] {
    const people = this.people();
    assert(people.result, "a place was planned before people were resolved");
    const datasetDirs = this.readableDatasets().map((dataset) => this.dirOf(dataset));
    return { config, people: people.result, peopleDir: this.dirOf(people), datasetDirs };
  }

  outcomeOrder({ config }: RecordedResource<"outcomes">): StepInputs["outcomes"] {
    return { ...this.asked(config), account: this.account() };
  }

  personaSetOrder(set: RecordedResource<"persona_sets">): StepInputs["persona_sets"] {
    const { id, config, result } = set;
    const cohort = this.byId("cohorts", config.cohort_id);
    return {
      ...{ id, config, cohort: cohort.config, membersDir: this.dirOf(cohort), account: this.account() },
      previous: result === null ? null : { dir: this.dirOf(set), result },
    };
  }

  scopeOrder(scope: RecordedResource<"scopes">): StepInputs["scopes"] {
    const { config, result } = scope;
    const cohortDirs = (ids: readonly string[]) => ids.map((id) => this.dirOf(this.byId("cohorts", id)));
    return {
      config,
      includeDirs: cohortDirs(config.population.cohort_ids),
      excludeDirs: cohortDirs(config.population.exclusion_cohort_ids ?? []),
      outcomes: config.payload.outcome_ids.map((id) => this.builtOutcome(id)),
      account: this.account(),
      following: {
        specs: Object.fromEntries(config.payload.outcome_ids.map((id) => [id, this.askedWith(id)])),
        previous: result === null ? null : { dir: this.dirOf(scope), followed: result.followed ?? {} },
      },
    };
  }

  targetOrder({ id: targetId, config }: RecordedResource<"targets">): StepInputs["targets"] {
    const scope = this.byId("scopes", config.scope_id);
    assert(scope.result, `scope ${scope.id} has no result`);
    const people = this.people();
    assert(people.result, "a target was planned before people were resolved");
    const { outcome_ids: outcomeIds, cohort_ids: cohortIds = [] } = scope.config.payload;
    const outcomes = outcomeIds.map((id) => ({ id, name: this.byId("outcomes", id).name }));
    const cohorts = cohortIds.map((id) => this.builtCohort(id));
    const personaSetIds = scope.config.payload.persona_set_ids ?? [];
    const personaSets = personaSetIds.map((id) => this.builtPersonaSet(id));
    const { recommender_ids: recommenderIds = [] } = scope.config.payload;
    const recommenders = recommenderIds.map((id) => this.builtRecommender(id));
    const { representation, connection_id } = config;
    return {
      config,
      ...(connection_id !== undefined && {
        delivery: { access: this.access(this.byId("connections", connection_id)), targetId },
      }),
      scope: {
        dir: this.dirOf(scope),
        config: scope.config,
        result: scope.result,
        outcomes,
        cohorts,
        personaSets,
        recommenders,
      },
      filterCohorts: [...new Set(filterCohortIds(config))]
        .filter((id) => !cohortIds.includes(id))
        .map((id) => this.builtCohort(id)),
      filterPersonaSets: [...new Set(filterPersonaSetIds(config))]
        .filter((id) => !personaSetIds.includes(id))
        .map((id) => this.builtPersonaSet(id)),
      peopleDir: this.dirOf(people),
      people: people.result,
      country: countryOf(people.config),
      identityColumns: this.mappedIdentityFields(),
      datasetDirs: this.readableDatasets().map((dataset) => this.dirOf(dataset)),
      referenceDir:
        representation.mode === "referenced"
          ? this.dirOf(this.byId("datasets", representation.reference.dataset_id))
          : null,
    };
  }

  private builtCohort(id: string): BuiltCohort {
    const cohort = this.byId("cohorts", id);
    return { id, name: cohort.name, dir: this.dirOf(cohort) };
  }

  private builtRecommender(id: string): BuiltRecommender {
    const recommender = this.byId("recommenders", id);
    assert(recommender.result, `recommender ${id} has no result`);
    return {
      id,
      name: recommender.name,
      dir: this.dirOf(recommender),
      popular: recommender.result.popular,
    };
  }

  private builtPersonaSet(id: string): BuiltPersonaSet {
    const set = this.byId("persona_sets", id);
    assert(set.result, `persona set ${id} has no result`);
    return {
      id,
      name: set.name,
      dir: this.dirOf(set),
      personas: namedPersonas(set.config, set.result.personas),
    };
  }

  account(): AccountSnapshot {
    const people = this.people();
    assert(people.result, "a cohort was planned before people were resolved");
    const streams = this.ofType("streams").filter((stream) => stream.result !== null);
    return {
      dataThrough: people.result.data_through ?? this.newestArrival(),
      peopleDir: this.dirOf(people),
      people: people.result,
      traitConfigs: Object.fromEntries(this.ofType("traits").map(({ name, config }) => [name, config])),
      streams: streams
        .map((stream) => ({ name: stream.name, dir: this.dirOf(stream), result: stream.result! }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      places: this.ofType("places")
        .filter((place) => place.result !== null)
        .map((place) => ({ id: place.id, name: place.name, dir: this.dirOf(place), result: place.result! }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    };
  }

  /** "Now" of an account whose streams have no dates at all. */
  private newestArrival(): EpochSeconds {
    return Math.ceil(Math.max(0, ...this.recorded.files.map((file) => file.created_at)) / 1000);
  }

  private asked(config: OutcomeConfig): OutcomeSpec {
    const cohort = (id: string | undefined) => (id === undefined ? null : this.byId("cohorts", id).config);
    return {
      config,
      attainment: this.byId("cohorts", config.attainment_cohort_id).config,
      eligible: cohort(config.eligible_cohort_id),
      attrition: cohort(config.attrition_cohort_id),
    };
  }

  private askedWith(outcomeId: string): OutcomeSpec & { fingerprint: string } {
    const { config, fingerprint } = this.byId("outcomes", outcomeId);
    assert(fingerprint !== null, `outcome ${outcomeId} has no result`);
    return { ...this.asked(config), fingerprint };
  }

  private builtOutcome(id: string): BuiltOutcome {
    const outcome = this.byId("outcomes", id);
    const { config, name, result } = outcome;
    assert(result, `outcome ${id} has no result`);
    const cohortDir = (cohortId: string | undefined) =>
      cohortId === undefined ? null : this.dirOf(this.byId("cohorts", cohortId));
    return {
      id,
      name,
      config,
      result,
      dir: this.dirOf(outcome),
      attainmentDir: this.dirOf(this.byId("cohorts", config.attainment_cohort_id)),
      eligibleDir: cohortDir(config.eligible_cohort_id),
      attritionDir: cohortDir(config.attrition_cohort_id),
    };
  }

  private filesIn(directory: string): UploadedFile[] {
    return this.recorded.files
      .filter((file) => file.directory === directory)
      .map((file) => this.uploadedFile(file));
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
      .filter((dataset) => isReadable(dataset, this.recorded.files, this.ofType("datasets")))
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
