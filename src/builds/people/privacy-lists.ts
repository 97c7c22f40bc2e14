// Privacy lists in a build of people: whom they take out, what each of their rows matched, and the identities
// whose rows the other datasets are then read without.

import { existsSync } from "node:fs";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { Country } from "../../domain/people/identity/phones.js";
import { crowdSize, type ListEntry, type PrivacyFindings } from "../../domain/people/privacy.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  carriedRecords,
  excludedRecords,
  firstEntries,
  hasColumn,
  listedCauses,
  listRowEffects,
  listSummary,
  printOfDeletions,
} from "../../warehouse/persons/excluded-people.js";
import { type ListedContacts, stageListedContacts } from "../../warehouse/persons/listed-contacts.js";
import { rootsOf } from "../../warehouse/persons/persons.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { join, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { Resolution } from "./resolve.js";

interface ReadDataset {
  id: string;
  dir: string;
  privacy: DatasetConfig["privacy"];
}

export interface PrivacyLists {
  datasets: readonly ReadDataset[];
  /** Of each dataset: see `datasetFiles`. */
  identities: readonly Relation[];
  contacts: ListedContacts;
}

/** Null without any list. */
export const stagePrivacyLists = async (
  engine: Engine,
  datasets: readonly ReadDataset[],
  identities: readonly Relation[],
  country: Country,
): Promise<PrivacyLists | null> => {
  const lists = datasets.flatMap(({ privacy }, i) => (privacy === undefined ? [] : [i]));
  if (lists.length === 0) return null;
  const contacts = await stageListedContacts(engine, identities, lists, country);
  return { datasets, identities, contacts };
};

export interface AppliedLists {
  /** By dataset. */
  privacy: Record<string, PrivacyFindings>;
  /** Print of the identities to delete; null without any. */
  forgotten: string | null;
}

/** Writes the identities to delete, if there is a list of them. */
export const applyPrivacyLists = async (
  engine: Engine,
  lists: PrivacyLists,
  { input: { numbered }, clusters }: Resolution,
  { dir, previousDir }: { dir: string; previousDir: string | null },
): Promise<AppliedLists> => {
  const { datasets, contacts } = lists;
  const causes = await engine.createTable("list_cause", listedCauses(contacts, listsOf(lists)));
  const roots = await engine.createTable("root", sql`select * from ${rootsOf(numbered, clusters)}`);
  const records = await engine.createTable(
    "excluded_record",
    excludedRecords(numbered, roots, contacts, causes, dataOf(lists)),
  );
  await engine.insert(records, await carriedFrom(engine, previousDir, causes));
  const forgotten = await writeDeletions(engine, lists, causes, records, dir);
  const taken = sql`(select distinct record.* from ${records} as record where record.in_data)`;
  const privacy: AppliedLists["privacy"] = {};
  for (const [i, { id, privacy: mode, dir: list }] of datasets.entries())
    if (mode !== undefined) {
      const files = { rows: rowsOf(list), id, position: i };
      privacy[id] = { mode, ...(await findingsOf(engine, files, { causes, taken, contacts })) };
    }
  return { privacy, forgotten };
};

/** A dataset of an earlier version has no rows, so its identities count as rows. */
const rowsOf = (dir: string): Relation => {
  const { listRows, identities } = datasetFiles(dir);
  if (existsSync(listRows)) return relation(listRows);
  const place = sql`row_number() over (order by own.first_seen, own.identity_key)`;
  return sql`(
    select ${place} as place, cast(null as varchar) as file, ${place} as line, own.identity_key from ${relation(identities)} as own)`;
};

const listsOf = ({ datasets, identities }: PrivacyLists, mode?: "delete"): [number, Relation][] =>
  datasets.flatMap(({ privacy }, i) =>
    privacy !== undefined && privacy === (mode ?? privacy)
      ? [[i, identities[i]!] satisfies [number, Relation]]
      : [],
  );

/** One row per identity of a dataset that is no list: identity_key. */
const dataOf = ({ datasets, identities }: PrivacyLists): Relation => {
  const data = identities.filter((_, i) => datasets[i]!.privacy === undefined);
  const none = sql`select cast(null as bigint) as identity_key where false`;
  return sql`(${join([...data.map((held) => sql`select own.identity_key from ${held} as own`), none], " union all ")})`;
};

const noRecords = sql`select cast(null as bigint), cast(null as bigint), cast(null as bigint), false where false`;

/** The identities that earlier builds deleted: the datasets no longer hold them. */
const carriedFrom = async (engine: Engine, previousDir: string | null, causes: Relation): Promise<Sql> => {
  const file = previousDir === null ? null : peopleFiles(previousDir).forgotten;
  if (file === null || !existsSync(file)) return noRecords;
  const { found } = await engine.row<{ found: boolean }>(hasColumn(file, "person_id"));
  return carriedRecords(file, found, causes);
};

/** `causes`: see `listedCauses`; `records`: see `excludedRecords`. */
const writeDeletions = async (
  engine: Engine,
  lists: PrivacyLists,
  causes: Relation,
  records: Relation,
  dir: string,
): Promise<string | null> => {
  const positions = listsOf(lists, "delete").map(([position]) => sql`${position}`);
  if (positions.length === 0) return null;
  const file = peopleFiles(dir).forgotten;
  const deletions = sql`
    select gone.identity_key, gone.list_key, gone.person_id, bool_or(gone.in_data) as in_data
    from ${records} as gone
    where gone.list_key in (select cause.list_key from ${causes} as cause where cause.list in (${join(positions)}))
    group by all
    order by all`;
  await engine.writeParquet(deletions, file);
  const { print } = await engine.row<{ print: string | null }>(printOfDeletions(relation(file)));
  return print;
};

interface List {
  id: string;
  position: number;
  rows: Relation;
}

interface Effect {
  causes: Relation;
  taken: Relation;
  contacts: ListedContacts;
}

const findingsOf = async (
  engine: Engine,
  { id, position, rows }: List,
  { causes, taken, contacts }: Effect,
): Promise<Omit<PrivacyFindings, "mode">> => {
  const own = sql`(select cause.* from ${causes} as cause where cause.list = ${position})`;
  const listed = sql`(select contact.* from ${contacts.listed} as contact where contact.list = ${position})`;
  const effects = await engine.createTable("list_row", listRowEffects(rows, own, taken, listed, `${id}:`));
  type Counts = Pick<PrivacyFindings, "rows" | "matched_rows" | "crowded_rows">;
  const counts = await engine.row<Counts & Record<string, number>>(sql`
    select count(*) as rows, count(*) filter (where people > 0) as matched_rows,
      count(*) filter (where people > ${crowdSize}) as crowded_rows
    from ${effects}`);
  type Summary = Pick<PrivacyFindings, "people" | "print">;
  const summary = await engine.row<Summary & Record<string, number | string>>(
    listSummary(causes, taken, position),
  );
  const entries = await engine.rows<ListEntry & Record<string, string | number | null>>(
    firstEntries(effects),
  );
  return {
    ...counts,
    ...summary,
    entries: entries.map(({ file, line, people, hash }) => ({ file, line, people, hash })),
  };
};
