// People of a dataset: identities with their links, traits and references, the moments when they were first
// seen, and the records that they supersede. A build of all rows writes these files. A build that only
// reads added files extends those of the previous build.

import { existsSync } from "node:fs";
import { firstSeenOfAll } from "../../warehouse/ingest/first-seen.js";
import {
  addedLinks,
  addIdentities,
  heldIdentities,
  identities,
  links,
  withoutErased,
} from "../../warehouse/ingest/identities.js";
import { writeListRows } from "../../warehouse/ingest/list-rows.js";
import {
  addedReferences,
  addedTraits,
  newestTraits,
  references,
  traits,
} from "../../warehouse/ingest/traits.js";
import { linkFile } from "../../warehouse/layers.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { dropsRecords, noHistory } from "./file-history.js";
import { type RecordsRead, replayFiles, stageFirstSeen } from "./first-seen.js";
import type { DatasetInput } from "./input.js";
import type { KeptRows } from "./kept-rows.js";
import { writeLineage } from "./lineage.js";
import type { DatasetRows } from "./reading/strategy.js";

/** Writes people, and returns the number of identities. */
export const writePeople = async (
  { engine, dir, now }: StepTools,
  input: DatasetInput,
  rows: DatasetRows,
  { used, log }: KeptRows,
  scratch: string,
): Promise<number> => {
  const { config, history = noHistory, erasedFile = null } = input;
  const { plan, records, files: read } = rows;
  const sets = plan.sets.length;
  const retained = (all: Relation) => withoutErased(all, erasedFile, sets);
  const whole: RecordsRead = {
    rows: retained(records.relation),
    sets: plan.sets,
    names: rows.names,
    derived: plan.derived,
    scratch,
    retained,
    files: input.files.map((file) => ({ ...file, replaced_at: null })),
  };
  const replay = await replayFiles(engine, config, whole, history);
  const firstSeen = input.history ? await stageFirstSeen(engine, config, whole, history, replay) : null;
  const files = datasetFiles(dir);
  if (dropsRecords(config))
    await engine.writeParquet(firstSeenOfAll(whole.rows, sets, firstSeen), files.arrivals);
  await engine.writeParquet(links(used, sets), files.links);
  await engine.writeParquet(traits(used, rows.traits, sets), files.traits);
  if (plan.references.length > 0)
    await engine.writeParquet(references(used, plan.references, sets), files.references);
  const arrivals = read.map(({ source }) => source.arrived_at);
  const written = await engine.writeParquet(
    log
      ? heldIdentities(log.holders, plan.sets[0]!, arrivals, firstSeen)
      : identities(used, plan.sets, firstSeen, plan.isHashed),
    files.identities,
  );
  await writeLineage(engine, dir, { config, history, erasedFile, now }, whole, replay);
  if (config.privacy !== undefined)
    await writeListRows(engine, dir, used, sets, read, config.options.type === "merge");
  return written;
};

/** Adds people to those in `from`. Returns the identities of the rows, and how many are new. */
export const addPeople = async (
  { engine, dir }: StepTools,
  from: string,
  { plan, traits: columns }: DatasetRows,
  { kept }: KeptRows,
): Promise<{ own: Relation; added: number }> => {
  const [before, files] = [datasetFiles(from), datasetFiles(dir)];
  const sets = plan.sets.length;
  for (const name of ["origins", "predecessors", "eventKeys"] as const)
    if (existsSync(before[name])) await linkFile(before[name], files[name]);
  if (sets === 1) await linkFile(before.links, files.links);
  else await engine.writeParquet(addedLinks(relation(before.links), links(kept, sets)), files.links);
  if (columns.length === 0) await linkFile(before.traits, files.traits);
  else {
    const later = await engine.createTable("newest_trait", newestTraits(kept, columns, sets));
    await engine.writeParquet(addedTraits(relation(before.traits), later), files.traits);
  }
  if (plan.references.length > 0) {
    const later = await engine.createTable("added_reference", references(kept, plan.references, sets));
    await engine.writeParquet(addedReferences(relation(before.references), later), files.references);
  }
  const own = await engine.createTable("added_identity", identities(kept, plan.sets, null, plan.isHashed));
  return { own, added: await addIdentities(engine, own, before.identities, files.identities) };
};
