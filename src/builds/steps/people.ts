// A person is a connected component of identities: two identities with an equal key are one person. The engine normalises
// and finds the edges, union-find finds the components, and the earliest identity of each gives the person its id.

import { existsSync } from "node:fs";
import type { DatasetResult } from "../../domain/dataset.js";
import type { PeopleResult } from "../../domain/people.js";
import { assert } from "../../errors/refusal.js";
import { connectedComponents } from "../../model/components.js";
import type { Engine } from "../../warehouse/engine.js";
import { forgottenIdentities, forgottenPrint } from "../../warehouse/persons/forgotten.js";
import { gatherEdges } from "../../warehouse/persons/gather.js";
import { heldIdentities, numberedIdentities, writtenIdentities } from "../../warehouse/persons/identities.js";
import { normalise } from "../../warehouse/persons/normalise.js";
import { coverage, people, personTraits } from "../../warehouse/persons/people.js";
import { identifiedIdentities, persons, suppressedRoots } from "../../warehouse/persons/persons.js";
import { findTraits } from "../../warehouse/persons/trait-findings.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { join, parquet, type Relation, sql } from "../../warehouse/sql/sql.js";
import type { OrderOf, Step } from "../step.js";

export const buildPeople: Step<"people"> = async ({ datasets, previousDir }, { engine, dir, progress }) => {
  assert(datasets.length > 0, "people were asked of no dataset");
  const inputs = datasets.map((dataset) => datasetFiles(dataset.dir));
  const identities = inputs.map((input) => relation(input.identities));
  const previous = previousDir === null ? null : relation(peopleFiles(previousDir).persons);
  const files = peopleFiles(dir);

  progress(0, "Reading identities");
  const numbered = await engine.createTable("numbered", numberedIdentities(identities, previous));
  const written = writtenIdentities(identities, numbered);

  progress(0.1, "Normalising names and addresses");
  const normalised = await normalise(engine, written);
  const identified = await engine.createTable("identified", identifiedIdentities(numbered, normalised));

  progress(0.4, "Finding records of the same person");
  const links = parquet(inputs.map((input) => input.links));
  const edges = await gatherEdges(engine, normalised, identified, links);
  const roots = await findRoots(engine, numbered, edges);
  const lists = identities.filter((_, i) => datasets[i]!.privacy !== undefined);
  const suppressed = await engine.createTable("suppressed", suppressedRoots(numbered, roots, lists));
  await engine.writeParquet(persons(identified, roots, suppressed), files.persons);
  const deletions = identities.filter((_, i) => datasets[i]!.privacy === "delete");
  const forgotten = await forget(engine, numbered, roots, deletions, { files, previousDir });

  progress(0.7, "Writing people");
  const resolved = relation(files.persons);
  const peopleCount = await engine.writeParquet(people(written, numbered, resolved), files.people);
  const traits = parquet(inputs.map((input) => input.traits));
  await engine.writeParquet(personTraits(traits, resolved), files.traits);

  progress(0.95, "Counting");
  return {
    people_count: peopleCount,
    data_through: dataThrough(datasets.map((dataset) => dataset.result)),
    datasets: await coverageById(engine, datasets, identities, resolved),
    traits: await findTraits(engine, relation(files.traits), listsOf(datasets), peopleCount),
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

/** One row per node: node and root, the smallest node of its component. */
const findRoots = async (engine: Engine, numbered: Relation, edges: Relation): Promise<Relation> => {
  const { nodes } = await engine.row<{ nodes: number }>(sql`select count(*) as nodes from ${numbered}`);
  const { columns } = await engine.columns(sql`select left_node, right_node from ${edges}`);
  const root = connectedComponents(
    nodes,
    Int32Array.from(columns.left_node as Float64Array),
    Int32Array.from(columns.right_node as Float64Array),
  );
  return engine.createTableOf("root", { node: root.map((_, node) => node), root });
};

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
  identities: readonly Relation[],
  persons: Relation,
): Promise<PeopleResult["datasets"]> => {
  type Coverage = {
    source: number;
    identified_count: number;
    matched_count: number;
    identified_rows: number;
  };
  const rows = await engine.rows<Coverage>(coverage(sql`(${heldIdentities(identities)})`, persons));
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
