// The step of a persona set: clusters the cohort's members. Clusters are learned from a sample, every person
// is assigned to the nearest one, and each cluster is matched with the persona of the previous build that it
// continues.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import {
  type Feature,
  type FeaturePlan,
  planFeatures,
  type TraitSummary,
  withinLimit,
} from "../../domain/outcome/features/plan.js";
import {
  chosenFeatures,
  describingFeatures,
  describingTraits,
  fieldOf,
} from "../../domain/personas/persona-fields.js";
import type { Difference } from "../../domain/personas/persona-names.js";
import {
  chosenFields,
  maxPersonas,
  type PersonaSetConfig,
  type PersonaSetResult,
} from "../../domain/personas/persona-set.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import {
  assignClusters,
  type ClusterModel,
  centreDifferences,
  type FittedClusters,
  fitClusters,
  maxClusters,
} from "../../model/kmeans/clusters.js";
import { binEdges, ClusterStatistics } from "../../model/kmeans/statistics.js";
import type { Engine } from "../../warehouse/engine.js";
import { type KeyRange, wholeRange } from "../../warehouse/features/key-range.js";
import { summarizeTraits } from "../../warehouse/features/traits.js";
import { peopleAt, populationFrames, readFrame } from "../../warehouse/frame.js";
import { clusterTraits, personasOfPeople, sharedMembers } from "../../warehouse/personas.js";
import { cohortFiles, peopleFiles, personaFiles, relation } from "../../warehouse/relations.js";
import { rowsWithout } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Step } from "../kind/kind.js";
import { featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { pastFlow } from "./flow.js";
import { personaIds, type Shared, sharedBySize } from "./ids.js";
import { personasOf, type TraitCount } from "./portraits.js";

export interface PersonaSetInput {
  id: string;
  config: PersonaSetConfig;
  cohort: CohortConfig;
  membersDir: string;
  account: AccountSnapshot;
  /** The previous build, whose personas keep their ids; null for the first. `dir` is null if its files are damaged. */
  previous: { dir: string | null; result: PersonaSetResult } | null;
}

/** The size of the sample that clusters are learned from, and that past months are estimated on. */
const sampledPeople = 50_000;

/** Writes `personas.parquet`. Refuses `modeling-field-unknown` and `personas-too-few`. */
export const buildPersonaSet: Step<PersonaSetInput, ResultOf<"persona_sets">> = async (input, tools) => {
  const { config, cohort, account } = input;
  const { engine, dir, seed, progress } = tools;
  progress(0, "Choosing features");
  const members = relation(cohortFiles(input.membersDir).members);
  const summaries = await describingSummaries(input, engine);
  const plans = planPersonas(input, summaries);
  const range = await sampleRange(members, engine);

  progress(0.05, "Clustering people");
  const { columns } = await readFrame(
    engine,
    plans.describing,
    featureRelations(account),
    peopleAt(members, account.dataThrough),
    account.dataThrough,
    range,
  );
  const { model, candidates } = learn(columns, plans.clustering, config.number_of_clusters ?? null, seed);

  progress(0.3, "Assigning people to personas");
  const tally = new ClusterStatistics(model.centres.length, binEdges(columns));
  const clustered = await assignPeople(model, plans, tally, members, account, engine);
  const { ids, personasMade } = await matched(input, tally.sizes, clustered, engine);
  await engine.writeParquet(personasOfPeople(clustered, members, ids), personaFiles(dir).personas);

  progress(0.6, "Describing personas");
  const personas = personasOf({
    ids,
    features: plans.describing.features,
    cuts: binEdges(columns),
    tally,
    differences: differencesOf(model, plans.clustering, tally),
    texts: await textsOf(clustered, members, account, summaries, engine),
    stream: cohort.stream_name,
    before: input.previous?.result.personas ?? [],
  });

  progress(0.7, "Counting past members");
  const past = await pastFlow({ cohort, plan: plans.clustering, model, range }, account, engine);
  const now = { cutoff: account.dataThrough, counts: tally.sizes };
  return {
    population_count: tally.sizes.reduce((sum, size) => sum + size, 0),
    personas,
    personas_made: personasMade,
    fields: plans.clustering.features.map(({ name }) => name),
    candidates: candidates.map(({ clusters, silhouette }) => ({ clusters, silhouette })),
    flow: [...past, now].map(({ cutoff, counts }) => ({
      cutoff,
      counts: personas.map(({ id }) => counts[ids.indexOf(id)]!),
    })),
  };
};

/** Ids are hashes, so the ids below a bound are a random sample. */
const sampleRange = async (members: Relation, engine: Engine): Promise<KeyRange> => {
  const people = await engine.count(members);
  if (people <= sampledPeople) return wholeRange;
  return { from: 0n, until: BigInt(Math.floor((sampledPeople / people) * 2 ** 53)) << 10n };
};

/** Refuses `personas-too-few`. */
const learn = (
  columns: readonly Float32Array[],
  { features }: FeaturePlan,
  clusters: number | null,
  seed: number,
): FittedClusters => {
  const chosen = columns.slice(0, features.length);
  const fields = features.map(fieldOf);
  const possible = maxClusters(chosen, fields, maxPersonas);
  const wanted = clusters ?? 1;
  if (possible < wanted) throw refuse("personas-too-few", { wanted, possible });
  return fitClusters(chosen, fields, { clusters, seed });
};

/** Differences from the cohort, by cluster. */
const differencesOf = (
  model: ClusterModel,
  { features }: FeaturePlan,
  tally: ClusterStatistics,
): Difference[][] =>
  centreDifferences(model).map((centre, cluster) =>
    centre.map((difference, axis) => {
      const { column } = model.space[axis]!;
      const { sum, known } = tally.columns[cluster]![column]!;
      return { feature: features[column]!, difference, mean: sum / known };
    }),
  );

const matched = async (
  { id, previous }: PersonaSetInput,
  sizes: readonly number[],
  clustered: Relation,
  engine: Engine,
) => {
  const result = previous?.result ?? null;
  if (!previous?.dir) return personaIds(id, sizes.length, result, sharedBySize(sizes, result));
  const before = relation(personaFiles(previous.dir).personas);
  const shared = await engine.rows<Shared>(sharedMembers(clustered, before));
  return personaIds(id, sizes.length, result, shared);
};

const textsOf = async (
  clustered: Relation,
  members: Relation,
  { peopleDir }: AccountSnapshot,
  summaries: readonly TraitSummary[],
  engine: Engine,
): Promise<TraitCount[]> => {
  const traits = relation(peopleFiles(peopleDir).traits);
  const frequent = summaries
    .filter(({ type, isList }) => type === "text" && !isList)
    .flatMap(({ name, values }) =>
      values.slice(0, maxValues).map((value) => ({ trait: name, value: value.name })),
    );
  if (frequent.length === 0) return [];
  const texts = new Set(frequent.map(({ trait }) => trait));
  const counts = await engine.rows<TraitCount>(clusterTraits(clustered, members, traits, frequent));
  return counts.filter(({ trait }) => texts.has(trait));
};

const describingSummaries = ({ config, account }: PersonaSetInput, engine: Engine): Promise<TraitSummary[]> =>
  summarizeTraits(
    engine,
    relation(peopleFiles(account.peopleDir).traits),
    describingTraits(account.people.traits, chosenFields(config)),
    account.traitConfigs,
  );

const maxValues = 12;

/**
 * Features that the clusters are learned from, and features that describe them. The former are the first of
 * the latter.
 */
export interface PersonaPlans {
  clustering: FeaturePlan;
  describing: FeaturePlan;
}

/** Refuses `modeling-field-unknown`. */
const planPersonas = (
  { config, account }: PersonaSetInput,
  summaries: readonly TraitSummary[],
): PersonaPlans => {
  const plan = planFeatures(account.streams, summaries, {
    blocklist: [],
    blockedProviders: ["calendar"],
    excludeStreams: [],
    landmarkSpanDays: 0,
  });
  const limited = (features: Feature[], most: number) => withinLimit({ features }, most).plan.features;
  const describing = limited(describingFeatures(plan), limits.personaFeatures.is);
  const fields = chosenFields(config);
  const clustering =
    fields === undefined ? describing : limited(chosenFeatures(plan, fields), limits.features.is);
  const chosen = new Set(clustering);
  const others = describing.filter((feature) => !chosen.has(feature));
  return { clustering: { features: clustering }, describing: { features: [...clustering, ...others] } };
};

/**
 * One row per person with a cluster: person_id, cluster. Every member has one; other people have one if all
 * features of the clusters are known. The tally counts the members. People are read in ranges of keys, which
 * bounds the memory.
 */
export const assignPeople = async (
  model: ClusterModel,
  { clustering, describing }: PersonaPlans,
  tally: ClusterStatistics,
  members: Relation,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Relation> => {
  const people = relation(peopleFiles(account.peopleDir).people);
  const none = { person_id: new BigInt64Array(), cluster: new Int32Array() };
  const clustered = await engine.createTableOf("clustered", none);
  const append = (personId: BigInt64Array, cluster: Int32Array) =>
    engine.appendColumns("clustered", { person_id: personId, cluster });
  for await (const { personId, columns } of framesOf(describing, members, account, engine)) {
    const assignment = assignClusters(model, columns);
    tally.add(columns, assignment);
    await append(personId, assignment);
  }
  const others = rowsWithout(people, members, "person_id");
  for await (const { personId, columns } of framesOf(clustering, others, account, engine)) {
    const assignment = assignClusters(model, columns);
    const isKnown = (_: unknown, row: number) =>
      model.space.every(({ column }) => !Number.isNaN(columns[column]![row]!));
    await append(personId.filter(isKnown), assignment.filter(isKnown));
  }
  return clustered;
};

const framesOf = (plan: FeaturePlan, people: Relation, account: AccountSnapshot, engine: Engine) =>
  populationFrames(
    engine,
    plan,
    featureRelations(account),
    peopleAt(people, account.dataThrough),
    account.dataThrough,
    account.people.people_count,
  );
