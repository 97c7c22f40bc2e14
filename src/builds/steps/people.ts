// People are made of the identities of all datasets: each is resolved to the person it belongs to, and the earliest identity
// of a person gives them their id. What held them together is kept with them.

import { existsSync } from "node:fs";
import type { DatasetResult } from "../../domain/dataset.js";
import { modeOf, type PeopleResult } from "../../domain/people.js";
import { assert } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { findResolution } from "../../warehouse/persons/findings.js";
import { forgottenIdentities, forgottenPrint } from "../../warehouse/persons/forgotten.js";
import { heldIdentities, numberedIdentities, writtenIdentities } from "../../warehouse/persons/identities.js";
import { matches } from "../../warehouse/persons/links.js";
import { coverage, people, personTraits } from "../../warehouse/persons/people.js";
import { persons, suppressedRoots } from "../../warehouse/persons/persons.js";
import { findTraits } from "../../warehouse/persons/trait-findings.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { join, parquet, type Relation, sql } from "../../warehouse/sql/sql.js";
import { refuseSuddenMerges } from "../people/held.js";
import { remember } from "../people/memory.js";
import { resolvePeople } from "../people/resolve.js";
import type { OrderOf, Step } from "../step.js";

export const buildPeople: Step<"people"> = async (
  { config, datasets, previousDir, previousResult = null },
  { engine, dir, now, progress },
) => {
  assert(datasets.length > 0, "people were asked of no dataset");
  const inputs = datasets.map((dataset) => datasetFiles(dataset.dir));
  const identities = inputs.map((input) => relation(input.identities));
  const files = peopleFiles(dir);
  const earlier = previousDir === null ? null : peopleFiles(previousDir);
  const previous = earlier && relation(earlier.persons);

  progress(0, "Reading identities");
  const numbered = await engine.createTable("numbered", numberedIdentities(identities, previous));
  const written = writtenIdentities(identities, numbered);
  const rowLinks = parquet(inputs.map((input) => input.links));
  const unresolved = { numbered, written, rowLinks, previousDir };
  const resolved = await resolvePeople(engine, unresolved, config, progress);
  const { normalised, identified, links, roots, compared } = resolved;

  progress(0.7, "Writing people");
  const lists = identities.filter((_, i) => datasets[i]!.privacy !== undefined);
  const suppressed = await engine.createTable("suppressed", suppressedRoots(numbered, roots, lists));
  await engine.writeParquet(persons(identified, roots, suppressed), files.persons);
  const deletions = identities.filter((_, i) => datasets[i]!.privacy === "delete");
  const forgotten = await forget(engine, numbered, roots, deletions, { files, previousDir });
  const found = relation(files.persons);
  const peopleCount = await engine.writeParquet(people(written, numbered, found), files.people);
  const traits = parquet(inputs.map((input) => input.traits));
  await engine.writeParquet(personTraits(traits, found), files.traits);
  const known = earlier && existsSync(earlier.matches) ? relation(earlier.matches) : null;
  await engine.writeParquet(matches(links, numbered, found, known, now), files.matches);
  await remember(engine, dir, compared, numbered);

  progress(0.9, "Counting");
  const held = sql`(${heldIdentities(identities)})`;
  const counted = await coverageById(engine, datasets, held, found);
  const { places } = normalised;
  const findings = { held, numbered, places, persons: found, matches: relation(files.matches), previous };
  const mode = modeOf(config);
  const resolution = await findResolution(engine, findings, mode, counted);
  refuseSuddenMerges(config, previousResult, resolution);
  return {
    people_count: peopleCount,
    data_through: dataThrough(datasets.map((dataset) => dataset.result)),
    datasets: counted,
    traits: await findTraits(engine, relation(files.traits), listsOf(datasets), peopleCount),
    resolution,
    ...(forgotten !== null && { forgotten }),
  };
};

/** Returns the print of who is forgotten; null for nobody. */
const forget = async (
  engine: Engine,
  numbered: Relation,
  roots: Relation,
  deletions: readonly Relation[],
  { files, previousDir }: { files: ReturnType<typeof peopleFiles>; previousDir: string | null },
): Promise<string | null> => {
  if (deletions.length === 0) return null;
  const previous = previousDir === null ? null : peopleFiles(previousDir).forgotten;
  const carried = previous !== null && existsSync(previous) ? previous : null;
  const keys = deletions.map((list) => sql`select written.identity_key from ${list} as written`);
  const listed: Relation = sql`(${join(keys, " union ")})`;
  await engine.writeParquet(forgottenIdentities(numbered, roots, listed, carried), files.forgotten);
  const { print } = await engine.row<{ print: string | null }>(forgottenPrint(relation(files.forgotten)));
  return print;
};

/** Traits that any dataset reads as a list. */
const listsOf = (datasets: OrderOf<"people">["datasets"]): string[] =>
  datasets.flatMap(({ result }) =>
    Object.entries(result.trait_sources ?? {}).flatMap(([name, { isList }]) => (isList ? [name] : [])),
  );

/** Just after the newest event of the dated streams; null before the first. */
const dataThrough = (results: readonly DatasetResult[]): number | null => {
  const newest = results
    .flatMap((result) => Object.values(result.streams))
    .flatMap((stream) => (stream.isDated && stream.newest !== null ? [stream.newest] : []));
  return newest.length > 0 ? Math.max(...newest) + 1 : null;
};

const coverageById = async (
  engine: Engine,
  datasets: OrderOf<"people">["datasets"],
  held: Relation,
  persons: Relation,
): Promise<PeopleResult["datasets"]> => {
  type Coverage = {
    source: number;
    identified_count: number;
    matched_count: number;
    identified_rows: number;
  };
  const rows = await engine.rows<Coverage>(coverage(held, persons));
  const counted = datasets.map(({ id, result }, i) => {
    const {
      identified_count = 0,
      matched_count = 0,
      identified_rows = 0,
    } = rows.find(({ source }) => source === i) ?? {};
    const { parsed, duplicates, valid, allowed } = result.funnel;
    const countedRows = parsed - duplicates - (valid - allowed);
    return [
      id,
      { identified_count, matched_count, unidentified_rows: countedRows - identified_rows },
    ] as const;
  });
  return Object.fromEntries(counted);
};
