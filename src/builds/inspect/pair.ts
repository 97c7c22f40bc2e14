// Pair of records: the reason why they are one person or two, from the owner's decisions, the links that join
// them, and the match weights.

import { existsSync } from "node:fs";
import type { InspectionInput } from "../../domain/kinds/inspection.js";
import { agreedFields } from "../../domain/people/agreement.js";
import { decisionsNow } from "../../domain/people/decided-records.js";
import { minProbability } from "../../domain/people/matching.js";
import type {
  MatchExplanation,
  PairReason,
  Person,
  PersonLink,
  PersonRecord,
} from "../../domain/people/person.js";
import type { Row } from "../../warehouse/engine.js";
import { comparedRecords, pairsBetween } from "../../warehouse/matching/compare.js";
import { stageProfilesAt } from "../../warehouse/matching/profiles.js";
import { nodesOfRecords } from "../../warehouse/persons/identities.js";
import { stateFiles, stateRelations } from "../../warehouse/persons/resolution-state.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { readMatchModel, readStateFacts } from "../people/state.js";
import { peopleVersion } from "../people/version.js";
import {
  type ComparedPair,
  explainedMatch,
  findPerson,
  leadsOfDecisions,
  type PeopleQueries,
} from "./person.js";
import type { PairSources } from "./sources.js";

/** Records of a person that are compared. */
const maxCompared = 30;

/** Reason why two records or people are one or two; null if one of them is unknown. */
export const reasonOf = async (
  { left, right, records = false }: InspectionInput<"pair">,
  tools: PeopleQueries,
  { mode }: PairSources,
): Promise<PairReason | null> => {
  const [one, other] = [await findPerson(left, tools, records), await findPerson(right, tools, records)];
  if (!one || !other) return null;
  const isOne = one.id === other.id;
  const [ours, theirs] = [
    recordsMeant(one, left, isOne || records),
    recordsMeant(other, right, isOne || records),
  ];
  const pairs = await comparePairs(tools, ours, theirs);
  const [l, r] = pairs[0] ? [pairs[0].left, pairs[0].right] : [ours[0]!.id, theirs[0]!.id];
  const [leftRecord, rightRecord] = [recordOf(one, l), recordOf(other, r)];
  const { country } = tools.sources;
  return {
    left: { personId: one.id, record: leftRecord },
    right: { personId: other.id, record: rightRecord },
    isOne,
    mode,
    minProbability: mode === "exact" ? null : minProbability[mode],
    agreesOn: agreedFields(leftRecord.fields, rightRecord.fields, country),
    match: pairs[0]?.match ?? null,
    links: isOne ? pathBetween(one.links, l, r) : [],
    decision: isOne ? null : await decisionBetween(tools, one, other),
  };
};

/**
 * The record with this id; of a person's id, all records, or the earliest where both ids lead to one person.
 * `isOne`: that, or both ids are of records.
 */
const recordsMeant = ({ id, records }: Person, key: string, isOne: boolean): PersonRecord[] => {
  const named = records.filter((record) => record.id === key);
  if (named.length > 0 && (isOne || key !== id)) return named;
  return isOne ? records.slice(0, 1) : records.slice(0, maxCompared);
};

const recordOf = ({ records }: Person, id: string): PersonRecord =>
  records.find((record) => record.id === id)!;

const decisionBetween = async (tools: PeopleQueries, one: Person, other: Person): Promise<string | null> => {
  const [ours, theirs] = [one, other].map(({ records }) => new Set(records.map(({ id }) => id)));
  const { apart } = decisionsNow(tools.sources.decisions, await leadsOfDecisions(tools));
  const found = apart.find(
    ({ left, right }) => (ours!.has(left) && theirs!.has(right)) || (ours!.has(right) && theirs!.has(left)),
  );
  return found?.id ?? null;
};

/** The shortest chain of links from one record to the other; empty if the shown links have none. */
const pathBetween = (links: readonly PersonLink[], from: string, to: string): PersonLink[] => {
  const reached = new Map<string, PersonLink[]>([[from, []]]);
  for (const [record, path] of reached) {
    if (record === to) return path;
    for (const link of links) {
      const next = link.left === record ? link.right : link.right === record ? link.left : null;
      if (next !== null && !reached.has(next)) reached.set(next, [...path, link]);
    }
  }
  return [];
};

interface ComparedRecords {
  left: string;
  right: string;
  match: MatchExplanation;
}

/**
 * Likeliest one person first. Empty where nothing can be compared: in mode exact, for records with too few
 * fields, or until the first build after an upgrade.
 */
const comparePairs = async (
  { engine, sources }: PeopleQueries,
  ours: readonly PersonRecord[],
  theirs: readonly PersonRecord[],
): Promise<ComparedRecords[]> => {
  const model = await readMatchModel(peopleFiles(sources.peopleDir).matching);
  const facts = await readStateFacts(sources.peopleDir);
  const { profiles: file } = stateFiles(sources.peopleDir);
  if (model === null || facts?.version !== peopleVersion || !existsSync(file)) return [];
  const state = stateRelations(sources.peopleDir);
  const keys = (records: readonly PersonRecord[]) => records.map(({ id }) => BigInt(id));
  const [ourKeys, theirKeys] = [keys(ours), keys(theirs)];
  const records = nodesOfRecords(state.identities, [...ourKeys, ...theirKeys]);
  const nodes = await engine.createTable("pair_node", records);
  const profiles = await stageProfilesAt(engine, state.profiles, nodes, facts.reference);
  const pairs = pairsBetween(nodes, ourKeys, theirKeys);
  const rows = await engine.rows<ComparedRow>(comparedRecords(profiles, pairs));
  return rows
    .map((row) => ({ left: row.l, right: row.r, match: explainedMatch(model.mixture, row) }))
    .sort((a, b) => b.match.bits - a.match.bits || (a.left + a.right < b.left + b.right ? -1 : 1));
};

type ComparedRow = Row & ComparedPair & { l: string; r: string };
