// One person's receipt: what was written of them, what holds it together, and who lives with them.

import { existsSync } from "node:fs";
import { agreedFields, type WrittenFields } from "../../domain/agreement.js";
import { type IdentityField, identityFields } from "../../domain/dataset.js";
import type { PersonRecords } from "../../domain/inspection.js";
import type { MatchKind } from "../../domain/people.js";
import {
  type MatchExplanation,
  type Person,
  type PersonLink,
  type PersonRecord,
  type PersonSummary,
  shownFields,
} from "../../domain/person.js";
import { explainWeight } from "../../model/matching/match-weight.js";
import type { Mixture } from "../../model/matching/mixture.js";
import { sigmoid } from "../../model/numeric/special-functions.js";
import { households } from "../../warehouse/delivery/representations.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { stageAddresses } from "../../warehouse/persons/normalise.js";
import {
  countLinks,
  householdMembers,
  linksOf,
  personsOfRecords,
  possibleHousehold,
  recordKeys,
  recordsOf,
  summaries,
} from "../../warehouse/persons/person-queries.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { readMatchModel } from "../people/state.js";
import type { PeopleSources } from "./sources.js";

export interface PeopleQueries {
  engine: Engine;
  sources: PeopleSources;
  /** By dataset. */
  identities: Relation[];
  persons: Relation;
  people: Relation;
}

export const peopleQueries = (engine: Engine, sources: PeopleSources): PeopleQueries => {
  const files = peopleFiles(sources.peopleDir);
  return {
    engine,
    sources,
    identities: sources.datasets.map(({ dir }) => relation(datasetFiles(dir).identities)),
    persons: relation(files.persons),
    people: relation(files.people),
  };
};

/** By the id of any of their records, which is what the id of a person who was merged has become. */
export const findPerson = async (asked: string, tools: PeopleQueries): Promise<Person | null> => {
  const [found] = await present([asked], tools);
  if (!found) return null;
  const id = BigInt(found.person_id);
  const [summary] = await summarise([found.person_id], tools);
  const written = await recordsWritten(id, tools);
  return {
    ...summary!,
    records: written.map((record) => ({ ...record, fields: shown(record.fields) })),
    ...(await linksHolding(id, written, tools)),
    household: await householdOf(id, tools),
  };
};

export const findRecords = async (
  asked: readonly string[],
  tools: PeopleQueries,
): Promise<Record<string, PersonRecords>> => {
  const found = await present(asked, tools);
  if (found.length === 0) return {};
  const ids = [...new Set(found.map(({ person_id }) => person_id))];
  const keys = await tools.engine.rows<{ person_id: string; id: string }>(
    recordKeys(tools.persons, ids.map(BigInt)),
  );
  const recordsOfPerson = (id: string) =>
    keys.filter(({ person_id }) => person_id === id).map((row) => row.id);
  return Object.fromEntries(
    found.map(({ asked, person_id: id }) => [asked, { id, records: recordsOfPerson(id) }]),
  );
};

export const summarise = async (
  ids: readonly string[],
  { engine, people, persons }: PeopleQueries,
): Promise<PersonSummary[]> => {
  if (ids.length === 0) return [];
  const rows = await engine.rows<SummaryRow>(summaries(people, persons, ids.map(BigInt)));
  return rows.map((row) => ({ id: row.id, recordCount: row.records, fields: shown(fieldsOf(row)) }));
};

/** The id of the person whose record it is; null for nobody's. */
export const personIdOf = async (asked: string, tools: Pick<PeopleQueries, "engine" | "persons">) => {
  const [found] = await present([asked], tools);
  return found ? BigInt(found.person_id) : null;
};

type SummaryRow = Row & { id: string; records: number };

const largestKey = 2n ** 63n - 1n;
const isKey = (id: string): boolean => /^\d{1,19}$/.test(id) && BigInt(id) <= largestKey;

const present = async (
  asked: readonly string[],
  { engine, persons }: Pick<PeopleQueries, "engine" | "persons">,
): Promise<{ asked: string; person_id: string }[]> => {
  const keys = asked.filter(isKey).map(BigInt);
  return keys.length === 0 ? [] : engine.rows(personsOfRecords(persons, keys));
};

const recordsWritten = async (id: bigint, tools: PeopleQueries): Promise<PersonRecord[]> => {
  const { engine, sources, identities, persons } = tools;
  const rows = await engine.rows<RecordRow>(recordsOf(identities, persons, id));
  return rows.map((row) => ({
    id: row.id,
    fields: fieldsOf(row),
    datasets: row.sources === "" ? [] : row.sources.split(",").map((i) => sources.datasets[Number(i)]!.id),
    rows: row.rows,
    firstSeen: row.first_seen,
  }));
};

type RecordRow = Row & { id: string; first_seen: number; rows: number; sources: string };

const fieldsOf = (row: Row): WrittenFields => {
  const written = identityFields.filter((field) => typeof row[field] === "string");
  return Object.fromEntries(written.map((field) => [field, row[field]]));
};

const shown = (fields: WrittenFields): WrittenFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([field]) => shownFields.includes(field as IdentityField)),
  );

const linksHolding = async (
  id: bigint,
  written: readonly PersonRecord[],
  { engine, sources, persons }: PeopleQueries,
): Promise<Pick<Person, "linkCount" | "links">> => {
  const files = peopleFiles(sources.peopleDir);
  if (!existsSync(files.matches)) return { linkCount: 0, links: [] };
  const matches = relation(files.matches);
  const { links } = await engine.row<{ links: number }>(countLinks(matches, persons, id));
  const rows = await engine.rows<LinkRow>(linksOf(matches, persons, id));
  const likeness = await readMatchModel(files.matching);
  const fields = new Map(written.map((record) => [record.id, record.fields]));
  const heldBy = rows.map(
    (row): PersonLink => ({
      left: row.left_id,
      right: row.right_id,
      kind: row.kind,
      madeAt: row.made_at,
      agreesOn: agreedFields(fields.get(row.left_id) ?? {}, fields.get(row.right_id) ?? {}, sources.country),
      match: likeness && readingOf(likeness.mixture, row),
    }),
  );
  return { linkCount: links, links: heldBy };
};

const householdOf = async (id: bigint, tools: PeopleQueries): Promise<PersonSummary[]> => {
  const { engine, people } = tools;
  const possible = await engine.createTable("possible_household", possibleHousehold(people, id));
  const homes = await engine.createTable("home", households(await stageAddresses(engine, possible)));
  const others = await engine.rows<{ person_id: string }>(householdMembers(homes, id));
  return summarise(
    others.map(({ person_id }) => person_id),
    tools,
  );
};

// How the likeness of two records was weighed, told by what the build that linked them has learned.

/** A row of `linksOf`. */
export type LinkRow = {
  left_id: string;
  right_id: string;
  kind: MatchKind;
  made_at: number;
  pattern: number | null;
  log_odds: number | null;
  first_name_share: number | null;
  last_name_share: number | null;
  postcode_share: number | null;
};

/** Null of a link that is no matter of likeness. */
export const readingOf = (mixture: Mixture, link: LinkRow): MatchExplanation | null => {
  const { kind, pattern, log_odds } = link;
  if (kind !== "match" || pattern === null || log_odds === null) return null;
  const {
    kind: sameness,
    rival,
    bitsAgainstRival,
    prior,
    parts,
  } = explainWeight(mixture, {
    pattern,
    firstNameShare: link.first_name_share,
    lastNameShare: link.last_name_share,
    postcodeShare: link.postcode_share,
  });
  return {
    probability: sigmoid(log_odds),
    bits: log_odds / Math.LN2,
    ...{ matchClass: sameness, rival, bitsAgainstRival, prior, comparisons: parts },
  };
};
