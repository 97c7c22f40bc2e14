// The ground of people, laid from the records that are new and what is remembered of the others. What an edge hangs on is a
// value that several records bear, so only the bearers of values that came or went are looked at again. Whatever would change
// what is known of an old record (which days come first in its file, whether its telephone is a shop's) lays the ground anew.

import type { Engine } from "../../warehouse/engine.js";
import { addRows, withAdded } from "../../warehouse/layers.js";
import { blockParts } from "../../warehouse/matching/blocks.js";
import {
  keptParts,
  keptProfiles,
  profilesAmong,
  valueShares,
} from "../../warehouse/matching/known-profiles.js";
import { stageNicknames } from "../../warehouse/matching/nicknames.js";
import { stageProfiles } from "../../warehouse/matching/profiles.js";
import { birthSignsTogether } from "../../warehouse/persons/births.js";
import { stillPaired } from "../../warehouse/persons/known.js";
import { relation } from "../../warehouse/relations.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { type Fresh, spellArrived } from "./arrivals.js";
import { gatherOnwards } from "./gathered.js";
import type { Comparable, Ground, Progress, Sources } from "./ground.js";
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
  const { edges, touched, everybodys } = gathered;
  const comparable =
    memory.likeness && (await compareWith(engine, there, fresh, everybodys, before.profiles));
  await keep(engine, there, fresh, everybodys, memory, sources.dir, comparable);
  return {
    numbered: there.numbered,
    identified: fresh.allIdentified,
    edges,
    comparable,
    earlier: {
      dir: memory.dir,
      likeness: memory.likeness,
      likely: stillPaired(withAdded(before.likely), there.gone),
      unlike: stillPaired(relation(before.unlike), there.gone),
      touched,
      isAnyGone: there.isAnyGone,
    },
  };
};

interface Compared extends Comparable {
  /** Of the identities that are new: see `keptProfiles`. */
  fresh: Relation;
}

const compareWith = async (
  engine: Engine,
  { gone }: There,
  { normalised, identified }: Fresh,
  everybodys: Relation,
  file: string,
): Promise<Compared> => {
  const profiles = await stageProfiles(engine, normalised, identified, everybodys);
  const freshParts = await engine.createTable("fresh_part", blockParts(profiles));
  const fresh = await engine.createTable("fresh_profile", keptProfiles(profiles, freshParts));
  const old = keptParts(withAdded(file), gone);
  const parts = await engine.createTable(
    "block_part",
    sql`${old} union all by name select * from ${freshParts}`,
  );
  const common = {
    shares: await engine.createTable("value_share", valueShares(parts)),
    nicknames: await stageNicknames(engine),
  };
  const all = sql`(select * from ${withAdded(file)} union all by name select * from ${fresh})`;
  return {
    parts,
    fresh,
    profilesOf: (nodes) => engine.createTable("compared_profile", profilesAmong(all, nodes, common)),
  };
};

/** What the next build goes on from, but pairs. Who is gone leaves no trace in it. */
const keep = async (
  engine: Engine,
  { gone, isAnyGone }: There,
  fresh: Fresh,
  everybodys: Relation,
  { dir: previousDir, facts }: Memory,
  dir: string,
  compared: Compared | null,
): Promise<void> => {
  const [before, files] = [rememberedFiles(previousDir), rememberedFiles(dir)];
  await writeFacts(dir, { ...facts, hasHashes: facts.hasHashes || fresh.hasHashes });
  const add = async (name: "identities" | "values" | "profiles", rows: Relation): Promise<void> => {
    const added = sql`select * from ${rows}`;
    const stayed = sql`select * from ${withAdded(before[name])} as told anti join ${gone} as gone using (node)`;
    if (isAnyGone) await engine.writeParquet(sql`${stayed} union all by name ${added}`, files[name]);
    else await addRows(engine, before[name], files[name], added);
  };
  await add("identities", fresh.spelled);
  await add("values", fresh.values);
  if (compared) await add("profiles", compared.fresh);
  await engine.writeParquet(sql`select * from ${everybodys}`, files.everybodys);
  await engine.writeParquet(birthSignsTogether(fresh.normalised.birthSigns), files.births);
};
