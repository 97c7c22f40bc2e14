// The ground of people, laid from the records that are new and what is remembered of the others. What an edge hangs on is a
// value that several records bear, so only the bearers of values that came or went are looked at again. Whatever would change
// what is known of an old record (which days come first in its file, whether its telephone is a shop's) lays the ground anew.

import type { Engine } from "../../warehouse/engine.js";
import { addRows, replaceRows, withAdded } from "../../warehouse/layers.js";
import { birthSignsTogether } from "../../warehouse/persons/births.js";
import { edgesOf } from "../../warehouse/persons/gather.js";
import { knownAsOthers, knownIdentities, stillPaired } from "../../warehouse/persons/known.js";
import { relation } from "../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import { type Fresh, spellArrived } from "./arrivals.js";
import { compareWith, type OldAndNew } from "./comparable.js";
import { type Gathered, gatherOnwards } from "./gathered.js";
import type { Ground, Progress, Sources } from "./ground.js";
import { type Memory, rememberedFiles, writeFacts } from "./memory.js";
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
  const comparable =
    memory.likeness && (await compareWith(engine, there, fresh, { touched, everybodys, before }));
  await keep(engine, there, fresh, gathered, memory, sources, comparable);
  return {
    numbered: there.numbered,
    identified: fresh.allIdentified,
    edges,
    comparable,
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

/** What the next build goes on from, but pairs. Who is gone leaves no trace in it. */
const keep = async (
  engine: Engine,
  there: There,
  fresh: Fresh,
  gathered: Gathered,
  { dir: previousDir, facts }: Memory,
  { dir, decisions }: Sources,
  compared: OldAndNew | null,
): Promise<void> => {
  const [before, files] = [rememberedFiles(previousDir), rememberedFiles(dir)];
  const { gone, isAnyGone } = there;
  await writeFacts(dir, { ...facts, hasHashes: facts.hasHashes || fresh.hasHashes, decisions });
  await keepIdentities(engine, there, fresh, { previous: before.identities, file: files.identities });
  const add = async (name: "spelled" | "values" | "profiles", rows: Relation): Promise<void> => {
    const added = sql`select * from ${rows}`;
    const stayed = sql`select * from ${withAdded(before[name])} as told anti join ${gone} as gone using (node)`;
    if (isAnyGone) await engine.writeParquet(sql`${stayed} union all by name ${added}`, files[name]);
    else await addRows(engine, before[name], files[name], added);
  };
  await add("spelled", fresh.spelled);
  await add("values", fresh.values);
  if (compared) await add("profiles", compared.fresh);
  await keepEdges(engine, gathered, before.edges, files, isAnyGone);
  await engine.writeParquet(sql`select * from ${gathered.everybodys}`, files.everybodys);
  await engine.writeParquet(birthSignsTogether(fresh.normalised.birthSigns), files.births);
};

/** Only those that are new or known as others are written. */
const keepIdentities = async (
  engine: Engine,
  { numbered, arrived, gone, isAnyGone }: There,
  { identified }: Fresh,
  { previous, file }: { previous: string; file: string },
): Promise<void> => {
  const changed = sql`select node from ${numbered} where is_changed`;
  const touched = await engine.createTable("rewritten", sql`${changed} union all select node from ${gone}`);
  const rows = sql`${knownIdentities(arrived, identified)} union all by name ${knownAsOthers(numbered)}`;
  await replaceRows(engine, { previous, file, key: "node", isWhole: isAnyGone }, touched, rows);
};

const keepEdges = async (
  engine: Engine,
  { found, keptRows, touchedValues }: Gathered,
  previous: string,
  { edges, rowEdges }: ReturnType<typeof rememberedFiles>,
  isWhole: boolean,
): Promise<void> => {
  const into = { previous, file: edges, key: "about", isWhole };
  await replaceRows(engine, into, touchedValues, edgesOf("key", found));
  const rows = sql`select * from ${keptRows} union all by name ${edgesOf("row", found)}`;
  await engine.writeParquet(rows, rowEdges);
};
