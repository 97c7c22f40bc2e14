// Person lookup: their records, the links between these, and their household.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import type { PersonRecords } from "../../domain/kinds/inspection.js";
import { agreedFields, type WrittenFields } from "../../domain/people/agreement.js";
import { decisionsNow, type Lead } from "../../domain/people/decided-records.js";
import type { MatchKind } from "../../domain/people/people.js";
import {
  type MatchExplanation,
  type MatchToReview,
  type Person,
  type PersonLink,
  type PersonRecord,
  type PersonSummary,
  type Review,
  type ReviewRequest,
  shownFields,
} from "../../domain/people/person.js";
import { explainWeight } from "../../model/matching/match-weight.js";
import type { Mixture } from "../../model/matching/mixture.js";
import { sigmoid } from "../../model/numeric/special-functions.js";
import { households } from "../../warehouse/delivery/representations.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { heirsUntil, predecessorsIn } from "../../warehouse/persons/lineage.js";
import { stageAddresses } from "../../warehouse/persons/normalise.js";
import {
  countLinks,
  countToReview,
  householdMembers,
  householdOfPerson,
  linksOf,
  matchesToReview,
  personsOfKeys,
  possibleHousehold,
  recordKeys,
  recordsOf,
  summaries,
} from "../../warehouse/persons/person-queries.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { rowsOfPerson } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { leadsIn, type PeopleRelations, stagePeople } from "../people/pending.js";
import { readMatchModel } from "../people/state.js";
import type { PeopleSources } from "./sources.js";

export interface PeopleQueries extends PeopleRelations {
  engine: Engine;
  sources: PeopleSources;
  /** Identities by dataset. */
  identities: Relation[];
}

/** With the decisions that are not in the build yet: see `stagePeople`. */
export const peopleQueries = async (engine: Engine, sources: PeopleSources): Promise<PeopleQueries> => {
  const { peopleDir: dir, datasets, decisions } = sources;
  const identities = datasets.map((dataset) => relation(datasetFiles(dataset.dir).identities));
  return { engine, sources, identities, ...(await stagePeople(engine, { dir, identities, decisions })) };
};

/** Person by their id, a former id, or the id of any of their records. */
export const findPerson = async (key: string, tools: PeopleQueries): Promise<Person | null> => {
  const [found] = await personsOf([key], tools);
  if (!found) return null;
  const id = BigInt(found.person_id);
  const [summary] = await summarise([found.person_id], tools);
  const records = await recordsOfPerson(id, tools);
  return {
    ...summary!,
    records: records.map((record) => ({ ...record, fields: shown(record.fields) })),
    ...(await linksBetween(id, records, tools)),
    ...(await householdOf(id, tools)),
    isPending: await isPending(id, tools),
    decisions: await decisionsAbout(new Set(records.map((record) => record.id)), tools),
  };
};

/** Leads of the owner's decisions: see `Lead`. */
export const leadsOfDecisions = ({ engine, sources }: PeopleQueries): Promise<Lead[]> =>
  leadsIn(engine, sources.peopleDir, [sources.decisions]);

const decisionsAbout = async (records: ReadonlySet<string>, tools: PeopleQueries): Promise<string[]> => {
  const { together, apart } = decisionsNow(tools.sources.decisions, await leadsOfDecisions(tools));
  const own = [...together, ...apart].filter(({ left, right }) => records.has(left) || records.has(right));
  return [...new Set(own.map(({ id }) => id))];
};

export const findRecords = async (
  recordIds: readonly string[],
  tools: PeopleQueries,
): Promise<Record<string, PersonRecords>> => {
  const found = await personsOf(recordIds, tools);
  if (found.length === 0) return {};
  const ids = [...new Set(found.map(({ person_id }) => person_id))];
  const keys = await tools.engine.rows<{ person_id: string; id: string }>(
    recordKeys(tools.persons, ids.map(BigInt)),
  );
  const leads = await leadsOfDecisions(tools);
  const recordsOf = async (id: string): Promise<PersonRecords> => {
    const records = keys.filter(({ person_id }) => person_id === id).map((row) => row.id);
    return {
      id,
      records,
      leads: leads.filter(({ record }) => records.includes(record)),
      heirsUntil: await heirsUntil(tools.engine, tools.sources.peopleDir, records),
    };
  };
  const byId = new Map<string, PersonRecords>();
  for (const id of ids) byId.set(id, await recordsOf(id));
  return Object.fromEntries(found.map(({ key, person_id: id }) => [key, byId.get(id)!]));
};

export const summarise = async (
  ids: readonly string[],
  { engine, people, persons }: PeopleQueries,
): Promise<PersonSummary[]> => {
  if (ids.length === 0) return [];
  const rows = await engine.rows<SummaryRow>(summaries(people, persons, ids.map(BigInt)));
  return rows.map((row) => ({ id: row.id, recordCount: row.records, fields: shown(fieldsOf(row)) }));
};

/** With the decisions that are not in the build yet. */
export const reviewOf = async (
  wanted: ReviewRequest,
  { engine, persons, matches }: PeopleQueries,
): Promise<Review> => {
  if (matches === null) return { matches: [], total: 0 };
  const rows = await engine.rows<Omit<MatchToReview, "personId"> & Row & { person_id: string }>(
    matchesToReview(persons, matches, wanted),
  );
  const { total } = await engine.row<{ total: number }>(countToReview(persons, matches));
  return { total, matches: rows.map(({ person_id: personId, ...row }) => ({ personId, ...row })) };
};

/** The id of the person to whom this id leads; null if there is none. */
export const personIdOf = async (key: string, tools: Tools) => {
  const [found] = await personsOf([key], tools);
  return found ? BigInt(found.person_id) : null;
};

type SummaryRow = Row & { id: string; records: number };

const largestKey = 2n ** 63n - 1n;
export const isKey = (id: string): boolean => /^\d{1,19}$/.test(id) && BigInt(id) <= largestKey;

type Tools = Pick<PeopleQueries, "engine" | "sources" | "persons" | "aliases">;

const personsOf = async (
  ids: readonly string[],
  { engine, sources, persons, aliases }: Tools,
): Promise<{ key: string; person_id: string }[]> => {
  const keys = ids.filter(isKey).map(BigInt);
  const former = predecessorsIn(sources.peopleDir);
  return keys.length === 0 ? [] : engine.rows(personsOfKeys({ persons, aliases, former }, keys));
};

const isPending = async (id: bigint, { engine, pending }: PeopleQueries): Promise<boolean> =>
  pending !== null && (await engine.rows(rowsOfPerson(pending, id))).length > 0;

const recordsOfPerson = async (id: bigint, tools: PeopleQueries): Promise<PersonRecord[]> => {
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
  const given = identityFields.filter((field) => typeof row[field] === "string");
  return Object.fromEntries(given.map((field) => [field, row[field]]));
};

const shown = (fields: WrittenFields): WrittenFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([field]) => shownFields.includes(field as IdentityField)),
  );

const linksBetween = async (
  id: bigint,
  records: readonly PersonRecord[],
  { engine, sources, persons, matches }: PeopleQueries,
): Promise<Pick<Person, "linkCount" | "links">> => {
  if (matches === null) return { linkCount: 0, links: [] };
  const { links } = await engine.row<{ links: number }>(countLinks(matches, persons, id));
  const rows = await engine.rows<LinkRow>(linksOf(matches, persons, id));
  const model = await readMatchModel(peopleFiles(sources.peopleDir).matching);
  const fields = new Map(records.map((record) => [record.id, record.fields]));
  const linkDetails = rows.map(
    (row): PersonLink => ({
      left: row.left_id,
      right: row.right_id,
      kind: row.kind,
      madeAt: row.made_at,
      agreesOn: agreedFields(fields.get(row.left_id) ?? {}, fields.get(row.right_id) ?? {}, sources.country),
      match: model && matchExplanation(model.mixture, row),
    }),
  );
  return { linkCount: links, links: linkDetails };
};

const householdOf = async (
  id: bigint,
  tools: PeopleQueries,
): Promise<Pick<Person, "householdId" | "household">> => {
  const { engine, people } = tools;
  const candidates = await engine.createTable("possible_household", possibleHousehold(people, id));
  const residences = await engine.createTable(
    "residence",
    households(await stageAddresses(engine, candidates)),
  );
  const others = await engine.rows<{ person_id: string }>(householdMembers(residences, id));
  const [home] = await engine.rows<{ id: string }>(householdOfPerson(residences, id));
  const ids = others.map(({ person_id }) => person_id);
  return { householdId: home?.id ?? null, household: await summarise(ids, tools) };
};

/** A row of `linksOf`. */
export type LinkRow = {
  left_id: string;
  right_id: string;
  kind: MatchKind;
  made_at: number;
  pattern: number | null;
  log_odds: number | null;
} & Omit<ComparedPair, "pattern">;

/** Pattern and shares of two compared records: see `comparedPairs`. */
export type ComparedPair = { pattern: number } & Record<
  "first_name_share" | "last_name_share" | "postcode_share",
  number | null
>;

/**
 * Explanation of the match weight of a link, by the model of the build that made it; null unless its kind is
 * `match`.
 */
export const matchExplanation = (mixture: Mixture, link: LinkRow): MatchExplanation | null => {
  const { kind, pattern, log_odds } = link;
  if (kind !== "match" || pattern === null || log_odds === null) return null;
  const explained = explainedMatch(mixture, { ...link, pattern });
  return { ...explained, probability: sigmoid(log_odds), bits: log_odds / Math.LN2 };
};

/** The match weight of two compared records, and how it came about. */
export const explainedMatch = (mixture: Mixture, pair: ComparedPair): MatchExplanation => {
  const { bits, kind, rival, bitsAgainstRival, prior, parts } = explainWeight(mixture, {
    pattern: pair.pattern,
    firstNameShare: pair.first_name_share,
    lastNameShare: pair.last_name_share,
    postcodeShare: pair.postcode_share,
  });
  const probability = sigmoid(bits * Math.LN2);
  return { probability, bits, matchClass: kind, rival, bitsAgainstRival, prior, comparisons: parts };
};
