// A target's file is made from the scores of its pipeline, and from whatever the payload and the filter name
// besides: cohorts, persona sets, recommenders, and the dataset with the owner's keys. Names count where the
// file shows them.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { outcomeCohortIds } from "../../domain/outcome/outcome.js";
import { countryOf } from "../../domain/people/people.js";
import { namedPersonas } from "../../domain/personas/persona-set.js";
import { payloadIds, populationIds } from "../../domain/pipeline/scope.js";
import type { ResourceType } from "../../domain/resource/resource.js";
import {
  escapesFormulas,
  isCrosswalk,
  isFile,
  isProgramList,
  isSent,
  listPresetOf,
  type TargetConfig,
  tracksChanges,
} from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import { targetFiles } from "../../warehouse/relations.js";
import { accessTo, connectionOf } from "../connection/kind.js";
import { type Account, Hopeless } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import {
  type BuiltResource,
  type DataDirectory,
  dirOf,
  fingerprintsOf,
  type RecordedResource,
} from "../kind/recorded.js";
import { goalOf } from "./goal.js";
import type {
  BuiltCohort,
  BuiltPersonaSet,
  BuiltRecommender,
  FormerContacts,
  PreviousTracking,
  TargetInput,
} from "./input.js";
import { manifestSources } from "./manifest-sources.js";

export const targets: Kind<"targets", TargetInput> = {
  version: 5,
  continuesFrom: (file) => file.startsWith("former/") || file === "contacts.parquet",
  read: (target, account) => {
    const references = readReferences(target, account);
    return {
      from: madeFrom(target, references, account),
      input: (data) => inputOf(target, references, account, data),
    };
  },
  isConnected: ({ options }) => isSent(options),
  afterBuild: async (trx, { id, config, result: { sha256, manifest }, now }) => {
    if (config.options.type !== "hosted_csv" || !manifest) return;
    const { noteDelivered } = await import("../../store/delivered-files.js");
    await noteDelivered(trx, id, { built_at: now, sha256, source: manifest.source });
  },
};

type Target = RecordedResource<"targets">;
type References = ReturnType<typeof readReferences>;

const readReferences = ({ config }: Target, account: Account) => {
  const { filter } = config;
  const scope = account.fresh("scopes", config.scope_id);
  const { payload } = scope.config;
  const filterCohortIds = (filter?.cohort_membership ?? []).map(({ cohort_id }) => cohort_id);
  const filterSetIds = (filter?.persona ?? []).map(({ persona_set_id }) => persona_set_id);
  const outcomes = account.allFresh("outcomes", payload.outcome_ids);
  return {
    scope,
    goals: outcomes.map((outcome) => goalIn(account, outcome)),
    cohorts: readNamed("cohorts", payload.cohort_ids, filterCohortIds, account),
    recommenders: account.allFresh("recommenders", payload.recommender_ids ?? []),
    personaSets: readNamed("persona_sets", payload.persona_set_ids, filterSetIds, account),
    reference: referenceOf(config, account),
    connection: connectionOf(config, account),
    contacts: (filter?.contacted ?? []).map(({ stream_name, days }) => ({
      days,
      stream: account.streamNamed(contactsStream(stream_name, scope)),
    })),
    outcomes,
  };
};

/** The pipeline may have changed since the target was configured. */
const contactsStream = (named: string | undefined, { config }: BuiltResource<"scopes">): string => {
  const stream = named ?? config.holdout?.contacts_stream;
  if (stream !== undefined) return stream;
  throw new Hopeless(refuse("contacts-missing", { field: "filter.contacted" }).message);
};

const goalIn = (account: Account, outcome: BuiltResource<"outcomes">): string =>
  goalOf(outcome, {
    cohort: (id) => account.inUse("cohorts", id),
    stream: (name) => account.ofType("streams").find((stream) => stream.name === name),
  });

/** Resources that the payload names, and those that only the filter names, each once. */
const readNamed = <T extends ResourceType>(
  type: T,
  payloadIds: readonly string[] = [],
  filterIds: readonly string[],
  account: Account,
) => ({
  all: account.allFresh(type, [...payloadIds, ...filterIds]),
  ofPayload: account.allFresh(type, payloadIds),
  ofFilter: account.allFresh(
    type,
    [...new Set(filterIds)].filter((id) => !payloadIds.includes(id)),
  ),
});

/** A dataset whose newest file was refused is read with its last good result, as it is for the people. */
const referenceOf = ({ representation }: TargetConfig, account: Account): BuiltResource<"datasets"> | null =>
  representation.mode === "referenced" ? account.readableDataset(representation.reference.dataset_id) : null;

const madeFrom = (
  { config }: Target,
  { scope, goals, cohorts, recommenders, personaSets, reference, connection, contacts, outcomes }: References,
  account: Account,
) => {
  const named = [...outcomes, ...cohorts.ofPayload, ...personaSets.ofPayload, ...recommenders];
  const areNamesShown = config.human_readable || config.custom_structure !== undefined;
  return {
    config: { ...config, options: fileOptions(config.options) },
    // Absent where the file is the same as before.
    ...(escapesFormulas(config) && { escaped: 1 }),
    scope: fingerprintsOf([scope]),
    connection: connection?.config,
    cohorts: fingerprintsOf(cohorts.all),
    personas: personaSets.all.length > 0 ? personasFrom(personaSets.all) : undefined,
    recommenders: recommenders.length > 0 ? fingerprintsOf(recommenders) : undefined,
    reference: reference?.fingerprint ?? null,
    preview: scope.config.preview,
    contacts: contacts.length > 0 ? fingerprintsOf(contacts.map(({ stream }) => stream)) : undefined,
    // Absent where the file is the same as before.
    ...(listPresetOf(config) && { goals }),
    ...(isCrosswalk(config) && { datasets: datasetNames(account) }),
    names: areNamesShown ? named.map(({ name }) => name) : [],
  };
};

const datasetNames = (account: Account): string[] => account.readableDatasets().map(({ name }) => name);

/**
 * Options that change the file. Who may fetch it does not; whether it is escaped is in the fingerprint
 * already.
 */
const fileOptions = (options: TargetConfig["options"]): TargetConfig["options"] => {
  if (!isFile(options)) return options;
  const { standing_link: _, escape_formulas: __, track_changes: isTracked, format, ...ofFile } = options;
  return { ...ofFile, ...(format === "parquet" && { format }), ...(isTracked && { track_changes: true }) };
};

/** The people of each persona, and the names that the owner gave. */
const personasFrom = (sets: readonly BuiltResource<"persona_sets">[]) => {
  const distinct = [...new Map(sets.map((set) => [set.id, set])).values()];
  distinct.sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    prints: fingerprintsOf(sets),
    names: distinct.map(({ config, result }) => namedPersonas(config, result.personas)),
  };
};

const inputOf = (
  target: Target,
  { scope, goals, cohorts, recommenders, personaSets, reference, connection, contacts, outcomes }: References,
  account: Account,
  data: DataDirectory,
): TargetInput => {
  const { id: targetId, config, result } = target;
  const people = account.people();
  return {
    config,
    ...(contacts.length > 0 && {
      contacts: contacts.map(({ stream, days }) => ({ days, dir: dirOf(stream, data) })),
    }),
    ...(connection && { delivery: { access: accessTo(connection, data), targetId } }),
    ...(config.options.type === "spark_table" && { lake: { granted: data.tables, targetId } }),
    scope: {
      dir: dirOf(scope, data),
      config: scope.config,
      result: scope.result,
      outcomes: outcomes.map((outcome, i) => ({
        id: outcome.id,
        name: outcome.name,
        goal: goals[i]!,
        dir: dirOf(outcome, data),
      })),
      cohorts: cohorts.ofPayload.map((cohort) => builtCohort(cohort, data)),
      personaSets: personaSets.ofPayload.map((set) => builtPersonaSet(set, data)),
      recommenders: recommenders.map((recommender) => builtRecommender(recommender, data)),
    },
    filterCohorts: cohorts.ofFilter.map((cohort) => builtCohort(cohort, data)),
    filterPersonaSets: personaSets.ofFilter.map((set) => builtPersonaSet(set, data)),
    peopleDir: dirOf(people, data),
    people: people.result,
    country: countryOf(people.config),
    identityColumns: mappedIdentityFields(account),
    datasetDirs: account.readableDatasets().map((dataset) => dirOf(dataset, data)),
    ...(isCrosswalk(config) && { datasetNames: datasetNames(account) }),
    referenceDir: reference && dirOf(reference, data),
    ...(tracksChanges(config) && { previousTracking: previousTracking(target, data) }),
    ...(isProgramList(config.options) && { formerContacts: formerContacts(target, data) }),
    manifest: manifestSources(
      { scope, outcomes, definedBy: definedBy(target, scope, account), previous: result?.manifest ?? null },
      account,
      data,
    ),
  };
};

/** The target with everything that it names, directly or not. */
const definedBy = (
  { config, ...target }: Target,
  scope: BuiltResource<"scopes">,
  account: Account,
): RecordedResource[] => {
  const { filter } = config;
  const outcomes = scope.config.payload.outcome_ids.map((id) => account.inUse("outcomes", id));
  const ids = [
    ...populationIds(scope.config),
    ...payloadIds(scope.config),
    ...outcomes.flatMap((outcome) => (outcome ? outcomeCohortIds(outcome.config) : [])),
    ...(filter?.cohort_membership ?? []).map(({ cohort_id }) => cohort_id),
    ...(filter?.persona ?? []).map(({ persona_set_id }) => persona_set_id),
  ];
  const types = ["cohorts", "outcomes", "persona_sets", "recommenders"] as const;
  const named = [...new Set(ids)].flatMap((id) => types.flatMap((type) => account.inUse(type, id) ?? []));
  const file = { ...config, options: fileOptions(config.options) };
  return [
    { ...target, config: file },
    scope,
    ...named,
    ...account.ofType("places"),
    ...account.ofType("atlases"),
  ];
};

/** The builds that the last result tracks, without those whose files are damaged. */
const previousTracking = (
  { result, resultDir, damagedFiles }: Target,
  data: DataDirectory,
): PreviousTracking | null => {
  if (!result?.tracked || resultDir === null) return null;
  const { current, former } = result.tracked;
  const { rows, former: fileOf } = targetFiles("");
  return {
    dir: dirOf({ resultDir }, data),
    current: damagedFiles.includes(rows) ? null : current,
    former: former.filter(({ build }) => !damagedFiles.includes(fileOf(build))),
  };
};

/** Absent: the program has nothing of the target that is known. */
const formerContacts = (
  { config, result, resultDir, damagedFiles }: Target,
  data: DataDirectory,
): FormerContacts | null => {
  const { sent } = result ?? {};
  const isKnown =
    sent?.connection_id === config.connection_id && !damagedFiles.includes(targetFiles("").contacts);
  return sent && isKnown && resultDir !== null ? { dir: dirOf({ resultDir }, data), sent } : null;
};

const builtCohort = (cohort: BuiltResource<"cohorts">, data: DataDirectory): BuiltCohort => ({
  id: cohort.id,
  name: cohort.name,
  dir: dirOf(cohort, data),
});

const builtPersonaSet = (set: BuiltResource<"persona_sets">, data: DataDirectory): BuiltPersonaSet => ({
  id: set.id,
  name: set.name,
  dir: dirOf(set, data),
  personas: namedPersonas(set.config, set.result.personas),
});

const builtRecommender = (
  recommender: BuiltResource<"recommenders">,
  data: DataDirectory,
): BuiltRecommender => ({
  id: recommender.id,
  name: recommender.name,
  dir: dirOf(recommender, data),
  popular: recommender.result.popular,
});

const mappedIdentityFields = (account: Account): IdentityField[] => {
  const sets = account.ofType("datasets").flatMap((dataset) => Object.values(dataset.config.identity_sets));
  return identityFields.filter((field) => sets.some((set) => set[field] !== undefined));
};
