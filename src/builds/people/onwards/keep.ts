// What a build that goes on leaves for the next, but pairs: what the one before has left, with what is new of it laid over or
// added. Who is gone leaves no trace.

import type { Engine } from "../../../warehouse/engine.js";
import { addRows, replaceRows, withAdded } from "../../../warehouse/layers.js";
import { birthSignsTogether } from "../../../warehouse/persons/births.js";
import { edgesOf } from "../../../warehouse/persons/gather.js";
import { knownAsOthers, knownIdentities } from "../../../warehouse/persons/known/presence.js";
import { type Relation, sql } from "../../../warehouse/sql/sql.js";
import type { Sources } from "../ground.js";
import { type Memory, rememberedFiles, writeFacts } from "../memory.js";
import type { Fresh } from "./arrivals.js";
import type { OldAndNew } from "./comparable.js";
import type { Gathered } from "./gathered.js";
import type { There } from "./present.js";

/** `compared`: null where only keys are looked at. */
export interface Laid {
  there: There;
  fresh: Fresh;
  gathered: Gathered;
  compared: OldAndNew | null;
}

interface Files {
  before: ReturnType<typeof rememberedFiles>;
  now: ReturnType<typeof rememberedFiles>;
}

export const keepGround = async (
  engine: Engine,
  { there, fresh, gathered, compared }: Laid,
  { dir, facts }: Memory,
  sources: Sources,
): Promise<void> => {
  const hasHashes = facts.hasHashes || fresh.hasHashes;
  await writeFacts(sources.dir, { ...facts, hasHashes, decisions: sources.decisions });
  const files = { before: rememberedFiles(dir), now: rememberedFiles(sources.dir) };
  await keepIdentities(engine, there, fresh, files);
  await keepTold(engine, "spelled", fresh.spelled, there, files);
  await keepTold(engine, "values", fresh.values, there, files);
  if (compared) await keepTold(engine, "profiles", compared.fresh, there, files);
  await keepEdges(engine, gathered, there, files);
  await engine.writeParquet(sql`select * from ${gathered.everybodys}`, files.now.everybodys);
  await engine.writeParquet(birthSignsTogether(fresh.normalised.birthSigns), files.now.births);
};

/** Only those that are new or known as others are written. */
const keepIdentities = async (
  engine: Engine,
  { numbered, arrived, gone, isAnyGone }: There,
  { identified }: Fresh,
  { before, now }: Files,
): Promise<void> => {
  const into = { previous: before.identities, file: now.identities, key: "node", isWhole: isAnyGone };
  const changed = sql`select node from ${numbered} where is_changed`;
  const touched = await engine.createTable("rewritten", sql`${changed} union all select node from ${gone}`);
  const rows = sql`${knownIdentities(arrived, identified)} union all by name ${knownAsOthers(numbered)}`;
  await replaceRows(engine, into, touched, rows);
};

/** What an identity tells never changes. */
const keepTold = async (
  engine: Engine,
  name: "spelled" | "values" | "profiles",
  rows: Relation,
  { gone, isAnyGone }: There,
  { before, now }: Files,
): Promise<void> => {
  const added = sql`select * from ${rows}`;
  const stayed = sql`select * from ${withAdded(before[name])} as told anti join ${gone} as gone using (node)`;
  if (isAnyGone) await engine.writeParquet(sql`${stayed} union all by name ${added}`, now[name]);
  else await addRows(engine, before[name], now[name], added);
};

const keepEdges = async (
  engine: Engine,
  { found, keptRows, touchedValues }: Gathered,
  { isAnyGone }: There,
  { before, now }: Files,
): Promise<void> => {
  const into = { previous: before.edges, file: now.edges, key: "about", isWhole: isAnyGone };
  await replaceRows(engine, into, touchedValues, edgesOf("key", found));
  const rows = sql`select * from ${keptRows} union all by name ${edgesOf("row", found)}`;
  await engine.writeParquet(rows, now.rowEdges);
};
