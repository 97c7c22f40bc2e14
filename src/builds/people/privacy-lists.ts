// Privacy lists in a build of people: whom they take out, what each of their rows matched, and the identities
// whose rows the other datasets are then read without.

import { existsSync } from "node:fs";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { Country } from "../../domain/people/identity/phones.js";
import type { ListEntry, PrivacyFindings } from "../../domain/people/privacy.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  carriedRecords,
  deletedRecords,
  excludedFromData,
  excludedRecords,
  firstEntries,
  listedCauses,
  listRowCounts,
  listRowEffects,
  listSummary,
  ofList,
  printOfDeletions,
} from "../../warehouse/persons/excluded-people.js";
import { keysOf, noIdentities } from "../../warehouse/persons/identities.js";
import { type ListedContacts, stageListedContacts } from "../../warehouse/persons/listed-contacts.js";
import { rootsOf } from "../../warehouse/persons/persons.js";
import type { Excluded } from "../../warehouse/persons/registry.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import type { Resolution } from "./resolve.js";

interface ReadDataset {
  id: string;
  dir: string;
  privacy: DatasetConfig["privacy"];
}

export interface PrivacyLists {
  datasets: readonly ReadDataset[];
  /** Identities of each dataset: see `datasetFiles`. */
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
  /** Findings by dataset. */
  privacy: Record<string, PrivacyFindings>;
  /** Print of the identities to delete; null without any. */
  forgotten: string | null;
  excluded: Excluded;
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
  const roots = await engine.createTable("root", rootsOf(numbered, clusters));
  const records = await engine.createTable(
    "excluded_record",
    excludedRecords(numbered, roots, contacts, causes, dataOf(lists)),
  );
  const carried = carriedFrom(previousDir, causes);
  if (carried) await engine.insert(records, carried);
  const forgotten = await writeDeletions(engine, lists, causes, records, dir);
  const taken = excludedFromData(records);
  const privacy: AppliedLists["privacy"] = {};
  for (const [i, { id, privacy: mode, dir: list }] of datasets.entries())
    if (mode !== undefined) {
      const files = { rows: relation(datasetFiles(list).listRows), id, position: i };
      privacy[id] = { mode, ...(await findingsOf(engine, files, { causes, taken, contacts })) };
    }
  return { privacy, forgotten, excluded: { records, causes } };
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
  return keysOf(noIdentities, ...data);
};

/** The identities that earlier builds deleted, which the datasets no longer hold; null without any. */
const carriedFrom = (previousDir: string | null, causes: Relation): Sql | null => {
  const file = previousDir === null ? null : peopleFiles(previousDir).forgotten;
  return file !== null && existsSync(file) ? carriedRecords(file, causes) : null;
};

/** `causes`: see `listedCauses`; `records`: see `excludedRecords`. */
const writeDeletions = async (
  engine: Engine,
  lists: PrivacyLists,
  causes: Relation,
  records: Relation,
  dir: string,
): Promise<string | null> => {
  const positions = listsOf(lists, "delete").map(([position]) => position);
  if (positions.length === 0) return null;
  const file = peopleFiles(dir).forgotten;
  await engine.writeParquet(deletedRecords(records, causes, positions), file);
  const { print } = await engine.row<{ print: string | null }>(printOfDeletions(relation(file)));
  return print;
};

const findingsOf = async (
  engine: Engine,
  { id, position, rows }: { id: string; position: number; rows: Relation },
  { causes, taken, contacts }: { causes: Relation; taken: Relation; contacts: ListedContacts },
): Promise<Omit<PrivacyFindings, "mode">> => {
  const [own, listed] = [ofList(causes, position), ofList(contacts.listed, position)];
  const effects = await engine.createTable("list_row", listRowEffects(rows, own, taken, listed, `${id}:`));
  type Counts = Pick<PrivacyFindings, "rows" | "matched_rows" | "crowded_rows">;
  const counts = await engine.row<Counts & Record<string, number>>(listRowCounts(effects));
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
