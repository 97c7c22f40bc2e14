// Whose each identity is.

import type { Engine } from "../../warehouse/engine.js";
import { rootsOf } from "../../warehouse/persons/clusters.js";
import { persons, suppressedRoots } from "../../warehouse/persons/persons.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";

interface Clustered {
  numbered: Relation;
  identified: Relation;
  /** See `warehouse/persons/clusters.ts`. */
  clusters: Relation;
}

/** Stages `persons` of these identities, without those who are on a list. */
export const stagePersons = async (
  engine: Engine,
  { numbered, identified, clusters }: Clustered,
): Promise<Relation> => {
  const roots = await engine.createTable("root", sql`select * from ${rootsOf(numbered, clusters)}`);
  const suppressed = await engine.createTable("suppressed", suppressedRoots(numbered, roots));
  return engine.createTable("person", persons(identified, roots, suppressed));
};
