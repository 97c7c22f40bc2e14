// The ground of people, laid from all records anew.

import type { ResolutionMode } from "../../domain/matching.js";
import type { Engine } from "../../warehouse/engine.js";
import { blockParts } from "../../warehouse/matching/blocking.js";
import { stageProfiles, storedProfiles } from "../../warehouse/matching/profiles.js";
import { addressKeys, edgesOf, keyValues, stageEdges } from "../../warehouse/persons/edges.js";
import {
  hasHashes,
  identitiesToStore,
  numberedIdentities,
  writtenIdentities,
} from "../../warehouse/persons/identities.js";
import { type Normalised, normalise, normalisedIdentities } from "../../warehouse/persons/normalise.js";
import { identifiableIdentities } from "../../warehouse/persons/persons.js";
import { stagePlaceholderValues } from "../../warehouse/persons/shared-contacts.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { Progress, ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { type StateFacts, stateFiles, writeStateFacts } from "./state.js";
import { peopleVersion } from "./version.js";

/** Leaves in `dir` what the next build can go on from. */
export const fullInput = async (
  engine: Engine,
  sources: ResolutionSources,
  mode: ResolutionMode,
  progress: Progress,
): Promise<ResolutionInput> => {
  const { identities, lists, rowLinks, country, previousDir } = sources;
  const previous = previousDir === null ? null : relation(peopleFiles(previousDir).persons);
  const numbered = await engine.createTable("numbered", numberedIdentities(identities, lists, previous));
  const written = writtenIdentities(identities, numbered);

  progress(0.05, "Normalising names and addresses");
  const normalised = await normalise(engine, written, { country });
  const identified = await engine.createTable("identified", identifiableIdentities(numbered, normalised));
  const everybodys = await stagePlaceholderValues(engine, normalised);

  progress(0.2, "Finding records with equal keys");
  const { names, addresses: places } = normalised;
  const shareable = {
    ...normalised,
    placeholderValues: everybodys,
    addressKeys: await engine.createTable("address_key", addressKeys(names, places)),
  };
  const edges = await stageEdges(engine, shareable, identified, rowLinks);

  const profiles = mode === "exact" ? null : await stageProfiles(engine, normalised, identified, everybodys);
  const parts = profiles && (await engine.createTable("block_part", blockParts(profiles)));
  if (sources.keepsState) {
    await writeStateFacts(sources.dir, await factsOf(engine, sources, mode, numbered));
    await keep(engine, sources.dir, {
      identities: identitiesToStore(numbered, identified),
      spelled: normalisedIdentities(numbered, normalised),
      values: keyValues(shareable),
      edges: edgesOf("key", edges),
      rowEdges: edgesOf("row", edges),
      profiles: profiles && parts && storedProfiles(profiles, parts),
    });
    await keepReadings(engine, sources.dir, everybodys, normalised);
  }
  for (const table of new Set(Object.values(shareable))) await engine.run(sql`drop table ${table}`);
  return {
    numbered,
    identified,
    edges,
    comparable: profiles && parts && { parts, newParts: null, profilesOf: async () => profiles },
    previous: null,
  };
};

const factsOf = async (
  engine: Engine,
  { identities, country, decisions }: ResolutionSources,
  mode: ResolutionMode,
  numbered: Relation,
): Promise<StateFacts> => {
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from ${numbered}`);
  const { found } = await engine.row<{ found: boolean }>(hasHashes(identities));
  return { version: peopleVersion, mode, country, anew: count, hasHashes: found, decisions };
};

type KeptAlways = "identities" | "spelled" | "values" | "edges" | "rowEdges";

/** `profiles`: null where only keys are looked at. */
const keep = async (
  engine: Engine,
  dir: string,
  { profiles, ...kept }: Record<KeptAlways, Sql> & { profiles: Sql | null },
): Promise<void> => {
  const files = stateFiles(dir);
  for (const [name, rows] of Object.entries(kept)) await engine.writeParquet(rows, files[name as KeptAlways]);
  if (profiles) await engine.writeParquet(profiles, files.profiles);
};

const keepReadings = async (
  engine: Engine,
  dir: string,
  everybodys: Relation,
  { dateOrderCounts: birthSigns }: Normalised,
): Promise<void> => {
  const files = stateFiles(dir);
  await engine.writeParquet(sql`select * from ${everybodys}`, files.everybodys);
  await engine.writeParquet(sql`select * from ${birthSigns}`, files.births);
};
