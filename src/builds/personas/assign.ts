// Who belongs to which group: everybody known, in ranges of keys, so that memory does not grow with them.

import type { FeaturePlan } from "../../domain/features.js";
import { assignClusters, type ClusterModel } from "../../model/kmeans/clusters.js";
import type { Tally } from "../../model/kmeans/tally.js";
import type { Engine } from "../../warehouse/engine.js";
import { populationFrames } from "../../warehouse/frame.js";
import { othersThan, seenFrom } from "../../warehouse/personas.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../feature-relations.js";
import type { World } from "../step.js";
import type { PersonaPlans } from "./plans.js";

/**
 * One row per person in a group: person_id, cluster. All members are in one; others where everything that groups are told
 * apart by is known of them. Members are counted on the way.
 */
export const assignEverybody = async (
  model: ClusterModel,
  { told, described }: PersonaPlans,
  tally: Tally,
  members: Relation,
  world: World,
  engine: Engine,
): Promise<Relation> => {
  const people = relation(peopleFiles(world.peopleDir).people);
  const nobody = { person_id: new BigInt64Array(), cluster: new Int32Array() };
  const clustered = await engine.createTableOf("clustered", nobody);
  const append = (personId: BigInt64Array, cluster: Int32Array) =>
    engine.appendColumns("clustered", { person_id: personId, cluster });
  for await (const { personId, columns } of framesOf(described, members, world, engine)) {
    const assignment = assignClusters(model, columns);
    tally.add(columns, assignment);
    await append(personId, assignment);
  }
  const others = sql`(${othersThan(members, people)})`;
  for await (const { personId, columns } of framesOf(told, others, world, engine)) {
    const assignment = assignClusters(model, columns);
    const isKnown = (_: unknown, row: number) =>
      model.space.every(({ column }) => !Number.isNaN(columns[column]![row]!));
    await append(personId.filter(isKnown), assignment.filter(isKnown));
  }
  return clustered;
};

const framesOf = (plan: FeaturePlan, people: Relation, world: World, engine: Engine) =>
  populationFrames(
    engine,
    plan,
    featureRelations(world),
    seenFrom(people, world.dataThrough),
    world.dataThrough,
    world.people.people_count,
  );
