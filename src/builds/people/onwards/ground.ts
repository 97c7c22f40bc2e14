// The ground of people, laid from the records that are new and what is remembered of the others. What an edge hangs on is a
// value that several records bear, so only the bearers of values that came or went are looked at again. Whatever would change
// what is known of an old record (which days come first in its file, whether its telephone is a shop's) lays the ground anew.

import type { Engine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import { stillPaired } from "../../../warehouse/persons/known/edges.js";
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { Ground, Progress, Sources } from "../ground.js";
import { type Memory, rememberedFiles } from "../memory.js";
import { spellArrived } from "./arrivals.js";
import { compareWith } from "./comparable.js";
import { gatherOnwards } from "./gathered.js";
import { keepGround } from "./keep.js";
import { type There, whoIsThere } from "./present.js";

/** Null where everything must be found anew. Leaves in `dir` what the next build can go on from. */
export const groundOnwards = async (
  engine: Engine,
  sources: Sources,
  memory: Memory,
  progress: Progress,
): Promise<Ground | null> => {
  const before = rememberedFiles(memory.dir);
  const there = await whoIsThere(engine, sources, memory);
  if (there === null) return null;
  progress(0.1, "Normalising names and addresses");
  const fresh = await spellArrived(engine, there, sources, memory);
  if (fresh === null) return null;
  progress(0.2, "Finding records with equal keys");
  const gathered = await gatherOnwards(engine, there, fresh, sources, memory);
  if (gathered === null) return null;
  const { edges, everybodys } = gathered;
  const touched = await engine.createTable("touched", touchedNodes(there, gathered.touched));
  const compared =
    memory.likeness && (await compareWith(engine, there, fresh, { touched, everybodys, before }));
  await keepGround(engine, { there, fresh, gathered, compared }, memory, sources);
  return {
    numbered: there.numbered,
    identified: fresh.allIdentified,
    edges,
    comparable: compared,
    earlier: {
      dir: memory.dir,
      likeness: memory.likeness,
      decisions: memory.facts.decisions,
      likely: stillPaired(withAdded(before.likely), there.gone),
      clusters: relation(before.clusters),
      touched,
      gone: there.gone,
      isAnyGone: there.isAnyGone,
    },
  };
};

// One row per node whose links may be others than they were: node.
const touchedNodes = ({ numbered, gone }: There, around: Relation): Sql => sql`
  select near.node from ${around} as near
  union select numbered.node from ${numbered} as numbered where numbered.is_changed
  union select gone.node from ${gone} as gone`;
