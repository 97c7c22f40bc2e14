// Full resolution input: all records normalised, keyed and profiled, whatever the previous build found. Ids
// of people survive, because datasets say when each identity was first seen.

import type { ResolutionMode } from "../../domain/people/matching.js";
import type { Engine } from "../../warehouse/engine.js";
import { blockParts } from "../../warehouse/matching/blocking.js";
import { stageProfiles, storedProfiles } from "../../warehouse/matching/profiles.js";
import { conflictingNumbers } from "../../warehouse/persons/contradictions.js";
import { addressKeys, edgesOf, keyValues, stageEdges } from "../../warehouse/persons/edges.js";
import {
  hashesAmong,
  identitiesToStore,
  numberedIdentities,
  writtenIdentities,
} from "../../warehouse/persons/identities.js";
import { normalise, normalisedIdentities } from "../../warehouse/persons/normalise.js";
import { identifiableIdentities } from "../../warehouse/persons/persons.js";
import { type StateFiles, stateFiles } from "../../warehouse/persons/resolution-state.js";
import { stagePlaceholderValues } from "../../warehouse/persons/shared-contacts.js";
import { allRows } from "../../warehouse/rows.js";
import type { Sql } from "../../warehouse/sql/sql.js";
import { referenceSize } from "./reference.js";
import type { Progress, ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { type StateFacts, writeStateFacts } from "./state.js";
import { peopleVersion } from "./version.js";

/** Stores the state for the next build in `dir`. */
export const fullInput = async (
  engine: Engine,
  sources: ResolutionSources,
  mode: ResolutionMode,
  progress: Progress,
): Promise<ResolutionInput> => {
  const { identities, excluded, rowLinks, country } = sources;
  const numbered = await engine.createTable("numbered", numberedIdentities(identities, excluded));
  const count = await engine.count(numbered);
  const reference = referenceSize(count, sources.minIncremental);
  const written = writtenIdentities(identities, numbered);

  progress(0.05, "Normalising names and addresses");
  const normalised = await normalise(engine, written, { country });
  const identified = await engine.createTable("identified", identifiableIdentities(numbered, normalised));
  const placeholders = await stagePlaceholderValues(engine, normalised);

  progress(0.2, "Finding records with equal keys");
  const { names, addresses } = normalised;
  const keys = {
    ...normalised,
    placeholderValues: placeholders,
    mailboxHolders: normalised.emails,
    numbers: normalised.customers,
    addressKeys: await engine.createTable("address_key", addressKeys(names, addresses)),
  };
  const edges = await stageEdges(engine, keys, identified, rowLinks);

  const profiled = { identified, placeholderValues: placeholders, reference, knownHouses: null };
  const staged = mode === "exact" ? null : await stageProfiles(engine, normalised, profiled);
  const profiles = staged?.profiles ?? null;
  const parts = profiles && (await engine.createTable("block_part", blockParts(profiles)));
  if (sources.keepsState) {
    await writeStateFacts(sources.dir, await factsOf(engine, sources, mode, reference));
    await store(engine, sources.dir, {
      identities: identitiesToStore(numbered, identified),
      normalised: normalisedIdentities(numbered, normalised),
      values: keyValues(keys),
      edges: edgesOf("key", edges),
      rowEdges: edgesOf("row", edges),
      ...(staged &&
        parts && {
          profiles: storedProfiles(staged.profiles, parts),
          houses: allRows(staged.houses),
        }),
      placeholders: allRows(placeholders),
      dateOrderCounts: allRows(normalised.dateOrderCounts),
    });
  }
  const conflicts = await engine.createTable("number_conflict", conflictingNumbers(keys));
  await engine.drop(...new Set(Object.values(keys)));
  return {
    numbered,
    identified,
    edges,
    conflicts,
    comparable: profiles && parts && { parts, newParts: null, reference, profilesOf: async () => profiles },
    previous: null,
  };
};

const factsOf = async (
  engine: Engine,
  { identities, country, decisions }: ResolutionSources,
  mode: ResolutionMode,
  reference: number,
): Promise<StateFacts> => {
  const hasHashes = (await engine.count(hashesAmong(identities))) > 0;
  return { version: peopleVersion, mode, country, reference, hasHashes, decisions };
};

const store = async (
  engine: Engine,
  dir: string,
  rows: Partial<Record<keyof StateFiles, Sql>>,
): Promise<void> => {
  const files = stateFiles(dir);
  for (const [name, query] of Object.entries(rows))
    await engine.writeParquet(query, files[name as keyof StateFiles]);
};
