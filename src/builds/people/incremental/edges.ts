// What holds records together by a key, where few are new: edges about values that nobody new bears stand, and those who bear
// the others are looked at again.

import type { Engine } from "../../../warehouse/engine.js";
import { withAdded, withReplaced } from "../../../warehouse/layers.js";
import { type KeyValues, stageEdges } from "../../../warehouse/persons/edges.js";
import {
  changedPlaceholders,
  holdersOf,
  keptEdges,
  keptRowEdges,
  normalisedColumn,
  pairsOfKept,
  pendingRowLinks,
  removedRowLinks,
  rowLinkNodes,
  touchedContacts,
  touchedValues,
  updatedPlaceholders,
} from "../../../warehouse/persons/kept-edges.js";
import { nodesOf } from "../../../warehouse/persons/links.js";
import { stagePlaceholderValues, type ValueKind } from "../../../warehouse/persons/shared-contacts.js";
import { relation } from "../../../warehouse/relations.js";
import { join, type Relation, sql } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../resolution-input.js";
import { type PreviousState, stateFiles } from "../state.js";
import type { AddedRecords, IdentityChanges } from "./changes.js";

export interface IncrementalEdges {
  /** See `gatherEdges`. Of these, what was found now, and those of a row that were known; all others are about no touched value. */
  edges: Relation;
  found: Relation;
  keptRows: Relation;
  /** See `touchedValues`. */
  touchedValues: Relation;
  placeholderValues: Relation;
  /** One row per node whose edges may have changed: node. */
  touched: Relation;
}

/** Null where a value that old records bear has become everybody's, or is no more. */
export const incrementalEdges = async (
  engine: Engine,
  there: IdentityChanges,
  fresh: AddedRecords,
  sources: ResolutionSources,
  { dir }: PreviousState,
): Promise<IncrementalEdges | null> => {
  const values = withAdded(stateFiles(dir).values);
  const touched = await engine.createTable(
    "touched_value",
    touchedValues(values, fresh.values, there.removed),
  );
  const { kept, open, closed } = await stageLinks(engine, there, sources, dir);
  const near = await stageNear(engine, there, fresh, { touched, links: [open, closed], dir });
  const everybodys = await everybodysOnwards(engine, near, { touched, gone: there.removed, fresh, dir });
  if (everybodys === null) return null;
  const shareable = shareableAmong(near, touched, everybodys);
  const found = await stageEdges(engine, shareable, fresh.allIdentified, open);
  const old = keptEdges(withReplaced(stateFiles(dir).edges, sql`about`), touched);
  const edges = sql`(
    ${old} union all by name select *, 'row' as kind from ${kept} union all by name select * from ${found})`;
  return {
    edges,
    found,
    keptRows: kept,
    touchedValues: touched,
    placeholderValues: everybodys,
    touched: near.around,
  };
};

/** Edges of a row that are as they were, pairs that may become such, and pairs that are in no row together any more. */
const stageLinks = async (
  engine: Engine,
  { numbered, removed: gone }: IdentityChanges,
  { rowLinks }: ResolutionSources,
  dir: string,
): Promise<{ kept: Relation; open: Relation; closed: Relation }> => {
  const linked = await engine.createTable("row_link", rowLinkNodes(rowLinks, numbered));
  const old = pairsOfKept(relation(stateFiles(dir).rowEdges), gone);
  const kept = await engine.createTable("kept_row", keptRowEdges(old, linked));
  return {
    kept,
    open: await engine.createTable("open_link", pendingRowLinks(linked, kept)),
    closed: await engine.createTable("closed_link", removedRowLinks(old, linked)),
  };
};

/** Who is to be looked at again. */
interface Near {
  /** One row per identity and touched value that it bears: node, about, is_address. */
  bearing: Relation;
  /** One row per identity: node; and what it tells, see `spelledIdentities`. */
  around: Relation;
  spoken: Relation;
}

const stageNear = async (
  engine: Engine,
  { removed: gone }: IdentityChanges,
  fresh: AddedRecords,
  { touched, links, dir }: { touched: Relation; links: readonly Relation[]; dir: string },
): Promise<Near> => {
  const { values, spelled } = stateFiles(dir);
  const old = holdersOf(withAdded(values), touched, gone);
  const bearing = await engine.createTable(
    "bearing",
    sql`${old} union all select node, about, is_address from ${fresh.values}`,
  );
  const around = await engine.createTable(
    "around",
    sql`
      select node from ${bearing} union select node from ${fresh.normalisedRows}
      union ${join(
        links.map((pairs) => sql`select node from ${nodesOf(pairs)}`),
        " union ",
      )}`,
  );
  const spoken = await engine.createTable(
    "spoken",
    sql`
      select told.* from ${withAdded(spelled)} as told semi join ${around} as near on near.node = told.node
      union all select * from ${fresh.normalisedRows}`,
  );
  return { bearing, around, spoken };
};

const shareableAmong = ({ bearing, spoken }: Near, touched: Relation, everybodys: Relation): KeyValues => {
  const of = (kind: ValueKind, column: string) =>
    touchedContacts(kind, normalisedColumn(spoken, column), touched);
  return {
    names: spoken,
    customers: of("customer", "customer"),
    emails: of("email", "email"),
    phones: of("phone", "phone"),
    nationalIds: of("national id", "national_id"),
    addressKeys: sql`(select node, about as key, about from ${bearing} where is_address)`,
    placeholderValues: everybodys,
  };
};

const everybodysOnwards = async (
  engine: Engine,
  { spoken }: Near,
  { touched, gone, fresh, dir }: { touched: Relation; gone: Relation; fresh: AddedRecords; dir: string },
): Promise<Relation | null> => {
  const files = stateFiles(dir);
  const [values, spelled] = [withAdded(files.values), withAdded(files.spelled)];
  const stayed = sql`(
    select told.* from ${spelled} as told anti join ${gone} as gone on gone.node = told.node
    union all select * from ${fresh.normalisedRows})`;
  const found = await findEverybodys(engine, spoken, stayed);
  const before = relation(files.everybodys);
  const now = await engine.createTable("everybodys_now", updatedPlaceholders(before, found, touched));
  const { changed } = await engine.row<{ changed: number }>(
    changedPlaceholders(before, now, values, spelled),
  );
  return changed > 0 ? null : now;
};

/** Whether a day of birth is everybody's hangs on all days there are, what else stands with whom on its bearers alone. */
const findEverybodys = async (engine: Engine, spoken: Relation, stayed: Relation): Promise<Relation> => {
  const { born } = await engine.row<{ born: number }>(sql`select count(birth_date) as born from ${stayed}`);
  const dated = born > 0 ? stayed : spoken;
  return stagePlaceholderValues(engine, {
    names: dated,
    customers: normalisedColumn(spoken, "customer"),
    emails: normalisedColumn(spoken, "email"),
    phones: normalisedColumn(spoken, "phone"),
    nationalIds: normalisedColumn(spoken, "national_id"),
    birthDates: normalisedColumn(dated, "birth_date"),
  });
};
