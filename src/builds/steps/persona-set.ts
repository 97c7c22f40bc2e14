// A persona set's result: the cohort's members in groups of people alike. The groups are learned from a sample; then everybody
// is put in the nearest one, and each group is matched with the persona of before that it goes on from.

import type { FeaturePlan } from "../../domain/features.js";
import { fieldOf } from "../../domain/persona-fields.js";
import type { Difference } from "../../domain/persona-names.js";
import { mostPersonas } from "../../domain/persona-set.js";
import { refuse } from "../../errors/refusal.js";
import {
  type ClusterModel,
  differences,
  type LearnedClusters,
  learnClusters,
  mostClusters,
} from "../../model/kmeans/clusters.js";
import { cutsOf, Tally } from "../../model/kmeans/tally.js";
import type { Engine } from "../../warehouse/engine.js";
import { everyone, type KeyRange } from "../../warehouse/features/past.js";
import { summarizeTraits } from "../../warehouse/features/trait-values.js";
import { readFrame } from "../../warehouse/frame.js";
import { clusterTraits, personasOfPeople, seenFrom, sharedMembers } from "../../warehouse/personas.js";
import { cohortFiles, peopleFiles, personaFiles, relation } from "../../warehouse/relations.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../feature-relations.js";
import { assignEverybody } from "../personas/assign.js";
import { pastFlow } from "../personas/flow.js";
import { personaIds, type Shared } from "../personas/ids.js";
import { planPersonas } from "../personas/plans.js";
import { personasOf, type TraitCount } from "../personas/portraits.js";
import type { OrderOf, Step, World } from "../step.js";

/** People that groups are learned from, and that stand for all in months past. */
const sampledPeople = 50_000;

/** Writes `personas.parquet`. Refuses `modeling-field-unknown` and `personas-too-few`. */
export const buildPersonaSet: Step<"persona_sets"> = async (order, tools) => {
  const { config, cohort, world } = order;
  const { engine, dir, seed, progress } = tools;
  progress(0, "choosing what tells people apart");
  const members = relation(cohortFiles(order.membersDir).members);
  const plans = await planPersonas(order, engine);
  const range = await sampleRange(members, engine);

  progress(0.05, "finding people who are alike");
  const { columns } = await readFrame(
    engine,
    plans.described,
    featureRelations(world),
    seenFrom(members, world.dataThrough),
    world.dataThrough,
    range,
  );
  const { model, candidates } = learn(columns, plans.told, config.number_of_clusters ?? null, seed);

  progress(0.3, "putting everybody in a group");
  const tally = new Tally(model.centres.length, cutsOf(columns));
  const clustered = await assignEverybody(model, plans, tally, members, world, engine);
  const { ids, personasMade } = await matched(order, model.centres.length, clustered, engine);
  await engine.writeParquet(personasOfPeople(clustered, members, ids), personaFiles(dir).personas);

  progress(0.6, "describing them");
  const personas = personasOf({
    ...{ ids, features: plans.described.features, cuts: cutsOf(columns), tally },
    differences: differencesOf(model, plans.told, tally),
    texts: await textsOf(clustered, members, world, engine),
    stream: cohort.stream_name,
    before: order.previous?.result.personas ?? [],
  });

  progress(0.7, "looking back");
  const past = await pastFlow({ cohort, plan: plans.told, model, range }, world, engine);
  const now = { cutoff: world.dataThrough, counts: tally.sizes };
  return {
    population_count: tally.sizes.reduce((sum, size) => sum + size, 0),
    personas,
    personas_made: personasMade,
    fields: plans.told.features.map(({ name }) => name),
    candidates: candidates.map(({ clusters, silhouette }) => ({ clusters, silhouette })),
    flow: [...past, now].map(({ cutoff, counts }) => ({
      cutoff,
      counts: personas.map(({ id }) => counts[ids.indexOf(id)]!),
    })),
  };
};

/** Ids are random, so that those below a bound are a random sample. */
const sampleRange = async (members: Relation, engine: Engine): Promise<KeyRange> => {
  const { people } = await engine.row<{ people: number }>(sql`select count(*) as people from ${members}`);
  if (people <= sampledPeople) return everyone;
  return { from: 0n, until: BigInt(Math.floor((sampledPeople / people) * 2 ** 53)) << 10n };
};

/** Refuses `personas-too-few`. */
const learn = (
  columns: readonly Float32Array[],
  { features }: FeaturePlan,
  clusters: number | null,
  seed: number,
): LearnedClusters => {
  const told = columns.slice(0, features.length);
  const fields = features.map(fieldOf);
  const possible = mostClusters(told, fields, mostPersonas);
  const wanted = clusters ?? 1;
  if (possible < wanted) throw refuse("personas-too-few", { wanted, possible });
  return learnClusters(told, fields, { clusters, seed });
};

/** By cluster. */
const differencesOf = (model: ClusterModel, { features }: FeaturePlan, tally: Tally): Difference[][] =>
  differences(model).map((centre, cluster) =>
    centre.map((difference, axis) => {
      const { column } = model.space[axis]!;
      const { sum, known } = tally.columns[cluster]![column]!;
      return { feature: features[column]!, difference, mean: sum / known };
    }),
  );

const matched = async (
  { id, previous }: OrderOf<"persona_sets">,
  clusters: number,
  clustered: Relation,
  engine: Engine,
) => {
  const shared = previous
    ? await engine.rows<Shared>(sharedMembers(clustered, relation(personaFiles(previous.dir).personas)))
    : [];
  return personaIds(id, clusters, previous?.result ?? null, shared);
};

const textsOf = async (
  clustered: Relation,
  members: Relation,
  world: World,
  engine: Engine,
): Promise<TraitCount[]> => {
  const traits = relation(peopleFiles(world.peopleDir).traits);
  const known = await summarizeTraits(engine, traits, world.people.traits, world.saidTraits);
  const frequent = known
    .filter(({ type, isList }) => type === "text" && !isList)
    .flatMap(({ name, values }) =>
      values.slice(0, mostValues).map((value) => ({ trait: name, value: value.name })),
    );
  if (frequent.length === 0) return [];
  const texts = new Set(frequent.map(({ trait }) => trait));
  const counts = await engine.rows<TraitCount>(clusterTraits(clustered, members, traits, frequent));
  return counts.filter(({ trait }) => texts.has(trait));
};

const mostValues = 12;
