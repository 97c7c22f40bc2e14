// Edges of an incremental resolution. An edge joins holders of one value, so edges by values that no added or
// removed record has are kept, and the holders of all other values are joined again.

import type { Engine } from "../../../warehouse/engine.js";
import { type KeyValues, stageEdges } from "../../../warehouse/persons/edges.js";
import { nodesIn } from "../../../warehouse/persons/identities.js";
import {
  changedPlaceholders,
  holdersOf,
  keptRowEdges,
  normalisedColumn,
  pairsOfKept,
  pendingRowLinks,
  removedRowLinks,
  rowLinkNodes,
  touchedAddressKeys,
  touchedContacts,
  touchedValues,
  updatedEdges,
  updatedPlaceholders,
} from "../../../warehouse/persons/kept-edges.js";
import { nodesOf } from "../../../warehouse/persons/links.js";
import { stateRelations } from "../../../warehouse/persons/resolution-state.js";
import { stagePlaceholderValues, type ValueKind } from "../../../warehouse/persons/shared-contacts.js";
import { rowsAmong, rowsWithout, unionOf } from "../../../warehouse/rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../resolution-input.js";
import type { PreviousState } from "../state.js";
import type { AddedRecords, IdentityChanges } from "./changes.js";

export interface IncrementalEdges {
  /** All edges; see `stageEdges`. */
  edges: Relation;
  /** Edges among these that were found now, by touched values and by rows. */
  found: Relation;
  /** Kept edges between records of one row. */
  keptRows: Relation;
  /** See `touchedValues`. */
  touchedValues: Relation;
  placeholderValues: Relation;
  /** One row per node whose edges may have changed: node. */
  touched: Relation;
}

/** Null where a value of kept records has become a placeholder, or is none any more. */
export const incrementalEdges = async (
  engine: Engine,
  changes: IdentityChanges,
  added: AddedRecords,
  sources: ResolutionSources,
  { dir }: PreviousState,
): Promise<IncrementalEdges | null> => {
  const { removed } = changes;
  const stored = stateRelations(dir);
  const { values } = stored;
  const touched = await engine.createTable("touched_value", touchedValues(values, added.values, removed));
  const { kept, pending, removedLinks } = await stageRowLinks(engine, changes, sources, dir);
  const near = await stageTouched(engine, changes, added, { touched, links: [pending, removedLinks], dir });
  const placeholders = await updatePlaceholders(engine, near, { touched, removed, added, dir });
  if (placeholders === null) return null;
  const keys = touchedKeyValues(near, touched, placeholders);
  const found = await stageEdges(engine, keys, added.allIdentified, pending);
  return {
    edges: updatedEdges(stored.edges, touched, kept, found),
    found,
    keptRows: kept,
    touchedValues: touched,
    placeholderValues: placeholders,
    touched: near.nodes,
  };
};

/** Links between records of one row: edges to keep, pairs to check, and pairs that share no row any more. */
const stageRowLinks = async (
  engine: Engine,
  { numbered, removed }: IdentityChanges,
  { rowLinks }: ResolutionSources,
  dir: string,
): Promise<{ kept: Relation; pending: Relation; removedLinks: Relation }> => {
  const linked = await engine.createTable("row_link", rowLinkNodes(rowLinks, numbered));
  const previous = pairsOfKept(stateRelations(dir).rowEdges, removed);
  const kept = await engine.createTable("kept_row", keptRowEdges(previous, linked));
  return {
    kept,
    pending: await engine.createTable("pending_link", pendingRowLinks(linked, kept)),
    removedLinks: await engine.createTable("removed_link", removedRowLinks(previous, linked)),
  };
};

/** Identities to join again. */
interface TouchedIdentities {
  /** One row per identity and touched value that it has: node, about, is_address. */
  holders: Relation;
  /** One row per identity: node. */
  nodes: Relation;
  /** Their normalised fields, see `normalisedIdentities`. */
  normalised: Relation;
}

const stageTouched = async (
  engine: Engine,
  { removed }: IdentityChanges,
  added: AddedRecords,
  { touched, links, dir }: { touched: Relation; links: readonly Relation[]; dir: string },
): Promise<TouchedIdentities> => {
  const stored = stateRelations(dir);
  const held = holdersOf(stored.values, added.values, touched, removed);
  const holders = await engine.createTable("touched_holder", held);
  const near = nodesIn(holders, added.normalisedRows, ...links.map(nodesOf));
  const nodes = await engine.createTable("touched_node", near);
  const rows = unionOf(rowsAmong(stored.normalised, nodes, "node"), added.normalisedRows);
  return { holders, nodes, normalised: await engine.createTable("touched_normalised", rows) };
};

const touchedKeyValues = (
  { holders, normalised }: TouchedIdentities,
  touched: Relation,
  placeholderValues: Relation,
): KeyValues => {
  const of = (kind: ValueKind, column: string) =>
    touchedContacts(kind, normalisedColumn(normalised, column), touched);
  return {
    names: normalised,
    customers: of("customer", "customer"),
    numbers: normalisedColumn(normalised, "customer"),
    emails: of("email", "email"),
    mailboxHolders: normalisedColumn(normalised, "email"),
    phones: of("phone", "phone"),
    nationalIds: of("national id", "national_id"),
    addressKeys: touchedAddressKeys(holders),
    placeholderValues,
  };
};

const updatePlaceholders = async (
  engine: Engine,
  { normalised }: TouchedIdentities,
  {
    touched,
    removed,
    added,
    dir,
  }: { touched: Relation; removed: Relation; added: AddedRecords; dir: string },
): Promise<Relation | null> => {
  const { values, normalised: previousRows, placeholders: before } = stateRelations(dir);
  const all = unionOf(rowsWithout(previousRows, removed, "node"), added.normalisedRows);
  const found = await findPlaceholders(engine, normalised, all);
  const now = await engine.createTable("updated_placeholder", updatedPlaceholders(before, found, touched));
  const { changed } = await engine.row<{ changed: number }>(
    changedPlaceholders(before, now, values, previousRows),
  );
  return changed > 0 ? null : now;
};

/**
 * A birth date is a placeholder compared with all birth dates, and a value of nearly all records among these;
 * any other by its own holders.
 */
const findPlaceholders = async (engine: Engine, touched: Relation, all: Relation): Promise<Relation> => {
  const dated = (await engine.count(normalisedColumn(all, "birth_date"))) > 0 ? all : touched;
  const valuesOf = (rows: Relation) => ({
    names: rows,
    customers: normalisedColumn(rows, "customer"),
    emails: normalisedColumn(rows, "email"),
    phones: normalisedColumn(rows, "phone"),
    nationalIds: normalisedColumn(rows, "national_id"),
    birthDates: normalisedColumn(rows, "birth_date"),
  });
  const birthDates = normalisedColumn(dated, "birth_date");
  return stagePlaceholderValues(engine, { ...valuesOf(touched), names: dated, birthDates }, valuesOf(all));
};
