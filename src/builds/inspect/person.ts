// Person lookup: their records, the links between these, and their household.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import type { PersonRecords } from "../../domain/kinds/inspection.js";
import { agreedFields, type WrittenFields } from "../../domain/people/agreement.js";
import { decisionsNow, type Lead } from "../../domain/people/decided-records.js";
import type { OwnReview } from "../../domain/people/decisions.js";
import type { MatchKind } from "../../domain/people/people.js";
import {
  type MatchExplanation,
  type MatchQuality,
  type PairToReview,
  type Person,
  type PersonLink,
  type PersonRecord,
  type PersonSummary,
  type Review,
  type ReviewRequest,
  shownFields,
} from "../../domain/people/person.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { type DrawnPairs, fewestDrawn, matchQuality } from "../../model/matching/match-quality.js";
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
  firstGone,
  householdMembers,
  householdOfPerson,
  linksOf,
  pairsToReview,
  personsOfKeys,
  possibleHousehold,
  recordKeys,
  recordsOf,
  summaries,
} from "../../warehouse/persons/person-queries.js";
import { datasetFiles, goneIds, nearPairs, peopleFiles, relation } from "../../warehouse/relations.js";
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

/** Person by their id, a former id, or the id of any of their records. `isRecord`: see `personsOfKeys`. */
export const findPerson = async (
  key: string,
  tools: PeopleQueries,
  isRecord = false,
): Promise<Person | null> => {
  const [found] = await personsOf([key], tools, isRecord);
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
  { ids: wanted, areRecords = false }: { ids: readonly string[]; areRecords?: boolean },
  tools: PeopleQueries,
): Promise<Record<string, PersonRecords>> => {
  const found = await personsOf(wanted, tools, areRecords);
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
  tools: PeopleQueries,
  reviewed: readonly OwnReview[],
): Promise<Review> => {
  const { engine, sources, persons, matches } = tools;
  const { apart } = decisionsNow(sources.decisions, await leadsOfDecisions(tools));
  const keys = await engine.createTableOf("decided_apart", {
    left_key: BigInt64Array.from(apart, ({ left }) => BigInt(left)),
    right_key: BigInt64Array.from(apart, ({ right }) => BigInt(right)),
  });
  const reviewable = { persons, matches, near: nearPairs(sources.peopleDir), apart: keys };
  const rows = await engine.rows<ReviewRow>(pairsToReview(reviewable, wanted));
  const { total, one, two } = await engine.row<{ total: number; one: number; two: number }>(
    countToReview(reviewable),
  );
  return {
    total,
    quality: qualityOf(reviewed, { one, two }),
    pairs: rows.map(({ person_id: personId, other_person_id: otherPersonId, ...row }) => ({
      personId,
      otherPersonId,
      ...row,
    })),
  };
};

/** `left`: the pairs of one person and of two people that are not decided. */
const qualityOf = (reviewed: readonly OwnReview[], left: { one: number; two: number }): MatchQuality => {
  const drawnOf = (wasOne: boolean, undecided: number): DrawnPairs => {
    const own = reviewed.filter(({ was_one, is_drawn }) => is_drawn && was_one === wasOne);
    return {
      decided: own.length,
      same: own.filter(({ isSame }) => isSame).length,
      all: own.length + undecided,
    };
  };
  const [one, two] = [drawnOf(true, left.one), drawnOf(false, left.two)];
  return {
    decided: reviewed.length,
    drawnOne: one.decided,
    drawnTwo: two.decided,
    needed: fewestDrawn,
    ...matchQuality(one, two),
  };
};

/** Review of an account without people. */
export const emptyReview = (reviewed: readonly OwnReview[]): Review => ({
  pairs: [],
  total: 0,
  quality: qualityOf(reviewed, { one: 0, two: 0 }),
});

type ReviewRow = Omit<PairToReview, "personId" | "otherPersonId"> &
  Row & { person_id: string; other_person_id: string };

/** The id of the person to whom this id leads; null if there is none. */
export const personIdOf = async (key: string, tools: Tools) => {
  const [found] = await personsOf([key], tools);
  return found ? BigInt(found.person_id) : null;
};

type SummaryRow = Row & { id: string; records: number };

const largestKey = 2n ** 63n - 1n;
export const isKey = (id: string): boolean => /^\d{1,19}$/.test(id) && BigInt(id) <= largestKey;

type Tools = Pick<PeopleQueries, "engine" | "sources" | "persons" | "aliases">;

/** Refuses an id of somebody who is gone. */
const personsOf = async (
  ids: readonly string[],
  { engine, sources, persons, aliases }: Tools,
  areRecords = false,
): Promise<{ key: string; person_id: string }[]> => {
  const keys = ids.filter(isKey).map(BigInt);
  if (keys.length === 0) return [];
  const former = predecessorsIn(sources.peopleDir);
  const found = await engine.rows<{ key: string; person_id: string }>(
    personsOfKeys({ persons, aliases, former }, keys, areRecords),
  );
  const unknown = keys.filter((key) => !found.some((own) => own.key === String(key)));
  if (unknown.length > 0) await refuseGone(unknown, { engine, sources });
  return found;
};

/** Refuses `person-gone` and, for somebody on a privacy list, `person-excluded`. */
const refuseGone = async (
  keys: readonly bigint[],
  { engine, sources }: Pick<Tools, "engine" | "sources">,
): Promise<void> => {
  const [gone] = await engine.rows<{ id: string; gone_at: EpochMs | null }>(
    firstGone(goneIds(sources.peopleDir), keys),
  );
  if (!gone) return;
  const { id, gone_at } = gone;
  if (gone_at === null) throw refuse("person-excluded", { id });
  throw refuse("person-gone", { id, gone_on: new Date(gone_at).toISOString().slice(0, 10) });
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

export const fieldsOf = (row: Row): WrittenFields => {
  const given = identityFields.filter((field) => typeof row[field] === "string");
  return Object.fromEntries(given.map((field) => [field, row[field]]));
};

/** A national id is not shown. */
export const shown = (fields: WrittenFields): WrittenFields =>
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
