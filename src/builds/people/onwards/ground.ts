// The ground of people, laid from the records that are new and what is remembered of the others. What an edge hangs on is a
// value that several records bear, so only the bearers of values that came or went are looked at again. Whatever would change
// what is known of an old record (which days come first in its file, whether its telephone is a shop's) lays the ground anew.

import type { Engine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import { pairsOfKept } from "../../../warehouse/persons/known/edges.js";
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { Progress, ResolutionInput, ResolutionSources } from "../ground.js";
import { type PreviousState, stateFiles } from "../memory.js";
import { normaliseAdded } from "./arrivals.js";
import { incrementalProfiles } from "./comparable.js";
import { incrementalEdges } from "./gathered.js";
import { storeState } from "./keep.js";
import { findChanges, type IdentityChanges } from "./present.js";

/** Null where everything must be found anew. Leaves in `dir` what the next build can go on from. */
export const incrementalInput = async (
  engine: Engine,
  sources: ResolutionSources,
  memory: PreviousState,
  progress: Progress,
): Promise<ResolutionInput | null> => {
  const before = stateFiles(memory.dir);
  const there = await findChanges(engine, sources, memory);
  if (there === null) return null;
  progress(0.1, "Normalising names and addresses");
  const fresh = await normaliseAdded(engine, there, sources, memory);
  if (fresh === null) return null;
  progress(0.2, "Finding records with equal keys");
  const gathered = await incrementalEdges(engine, there, fresh, sources, memory);
  if (gathered === null) return null;
  const { edges, placeholderValues: everybodys } = gathered;
  const touched = await engine.createTable("touched", touchedNodes(there, gathered.touched));
  const compared =
    memory.model && (await incrementalProfiles(engine, there, fresh, { touched, everybodys, before }));
  await storeState(engine, { there, fresh, gathered, compared }, memory, sources);
  return {
    numbered: there.numbered,
    identified: fresh.allIdentified,
    edges,
    comparable: compared,
    previous: {
      dir: memory.dir,
      model: memory.model,
      decisions: memory.facts.decisions,
      matches: pairsOfKept(withAdded(before.likely), there.removed),
      clusters: relation(before.clusters),
      touched,
      removed: there.removed,
      isAnyRemoved: there.isAnyRemoved,
    },
  };
};

// One row per node whose links may be others than they were: node.
const touchedNodes = ({ numbered, removed: gone }: IdentityChanges, around: Relation): Sql => sql`
  select near.node from ${around} as near
  union select numbered.node from ${numbered} as numbered where numbered.is_changed
  union select gone.node from ${gone} as gone`;
