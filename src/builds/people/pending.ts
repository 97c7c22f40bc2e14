// Pending decisions: the owner's merges and splits since the last build, applied to the components that they
// touch and to no other. Until the next build, which makes the same people, pages and look-ups read people
// so.

import { existsSync } from "node:fs";
import { decisionsNow, type Lead } from "../../domain/people/decided-records.js";
import type { Decision, Decisions } from "../../domain/people/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { stageProfilesAt } from "../../warehouse/matching/profiles.js";
import { customersIn, decidedIn, findLeads } from "../../warehouse/persons/decided-records.js";
import { edgesOfBoth } from "../../warehouse/persons/edges.js";
import {
  identifiedAmong,
  keysOf,
  noIdentities,
  storedIdentities,
} from "../../warehouse/persons/identities.js";
import { lineageOf, predecessorsIn } from "../../warehouse/persons/lineage.js";
import { allLinks, nodesOf } from "../../warehouse/persons/links.js";
import { affectedNodes } from "../../warehouse/persons/persons.js";
import { aliases, identitiesAround, originsAround, originsIn } from "../../warehouse/persons/registry.js";
import { stateFiles, stateRelations } from "../../warehouse/persons/resolution-state.js";
import { formerIds, peopleFiles, relation } from "../../warehouse/relations.js";
import { rowsAmong, rowsWithout, unionOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { findClusters } from "./clusters.js";
import type { PairScoring } from "./match.js";
import { type Registry, stageRows } from "./person-ids.js";
import { stageDecisionPairs } from "./resolve.js";
import { readMatchModel, readStateFacts } from "./state.js";
import { peopleVersion } from "./version.js";
import { type ChangedPeople, type Replacement, stageChangedPeople } from "./write.js";

/** People as files of a build have them, see `peopleFiles`; with pending decisions, as the next build will. */
export interface PeopleRelations {
  persons: Relation;
  people: Relation;
  matches: Relation;
  aliases: Relation;
  /** People whom pending decisions change: person_id. Null without any. */
  pending: Relation | null;
}

interface DecidedPeople {
  /** Directory of the people build. */
  dir: string;
  /** Identities by dataset: see `datasetFiles`. */
  identities: readonly Relation[];
  /** As of now. */
  decisions: Decisions;
}

export const stagePeople = async (engine: Engine, decided: DecidedPeople): Promise<PeopleRelations> => {
  const built = builtPeople(decided.dir);
  const facts = await readStateFacts(decided.dir);
  if (facts === null || facts.version !== peopleVersion) return built;
  const changed = changedDecisions(facts.decisions, decided.decisions);
  if (changed.length === 0) return built;
  const { decisions: before, reference } = facts;
  const changes = await stageChanges(engine, decided, { before, changed, reference });
  const { changing } = changes;
  return {
    persons: await replaceIn(engine, built.persons, "identity_key", changes.persons),
    people: await replaceIn(engine, built.people, "person_id", changes.people),
    matches: await replaceIn(engine, built.matches, "left_key", changes.matches),
    aliases: await stageAliases(engine, decided.dir, changing),
    pending: changes.people.replaced,
  };
};

const builtPeople = (dir: string): PeopleRelations => {
  const files = peopleFiles(dir);
  return {
    persons: relation(files.persons),
    people: relation(files.people),
    matches: relation(files.matches),
    aliases: relation(files.aliases),
    pending: null,
  };
};

/** Pairs that were decided, or decided otherwise or no longer, since the build. */
const changedDecisions = (before: Decisions, now: Decisions): Decision[] =>
  (["together", "apart"] as const).flatMap((kind) => [
    ...without(now[kind], before[kind]),
    ...without(before[kind], now[kind]),
  ]);

const without = (some: readonly Decision[], others: readonly Decision[]): Decision[] => {
  const nameOf = ({ id, left, right }: Decision) => `${id} ${left} ${right}`;
  const known = new Set(others.map(nameOf));
  return some.filter((decision) => !known.has(nameOf(decision)));
};

/** The affected people, resolved again from the state that the build left. */
const stageChanges = async (
  engine: Engine,
  { dir, identities, decisions }: DecidedPeople,
  { before, changed, reference }: { before: Decisions; changed: readonly Decision[]; reference: number },
): Promise<ChangedPeople> => {
  const { identities: stored } = stateRelations(dir);
  const leads = await leadsIn(engine, dir, [before, decisions]);
  const now = decisionsNow(decisions, leads);
  const affected = await stageAffected(
    engine,
    { dir, stored },
    changedDecisions(decisionsNow(before, leads), now),
  );
  const numbered = await engine.createTable(
    "pending_identity",
    storedIdentities(stored, identities, affected),
  );
  const registry = await stageRegistryOf(engine, { decisions, leads, now }, { dir, stored, numbered });
  const together = await stageDecisionPairs(engine, "together", now.together, stored);
  const apart = await stageDecisionPairs(engine, "kept_apart", now.apart, stored);
  const links = await engine.createTable("pending_link", linksOf(dir, affected, together));
  const scoring = await stageScoring(engine, dir, affected, reference);
  const ownerApart = withNode(withNode(apart, affected, "left_node"), affected, "right_node");
  const clusters = await findClusters(engine, { nodes: affected, links, ownerApart }, scoring);
  const resolution = {
    input: { numbered, identified: identifiedAmong(numbered) },
    links,
    clusters,
    registry,
    affected,
    previous: { dir, removed: noIdentities },
  };
  const decidedAt = Math.max(...changed.map(({ made_at }) => made_at));
  return stageChangedPeople(engine, identities, resolution, decidedAt);
};

/** The records of a build to which the names in these decisions lead. */
export const leadsIn = async (
  engine: Engine,
  dir: string,
  decisions: readonly Decisions[],
): Promise<Lead[]> => {
  const lineage = lineageOf(predecessorsIn(dir), originsIn(dir));
  const named = { held: relation(peopleFiles(dir).persons), lineage, decided: decidedIn(dir) };
  return (await findLeads(engine, decisions, named, customersIn(dir))).leads;
};

/** All nodes of the components that these pairs of records touch: node. `stored`: all identities. */
const stageAffected = async (
  engine: Engine,
  { dir, stored }: { dir: string; stored: Relation },
  changed: readonly Decision[],
): Promise<Relation> => {
  const pairs = await stageDecisionPairs(engine, "changed_pair", changed, stored);
  const touched = await engine.createTable("touched", nodesOf(pairs));
  const { clusters } = stateRelations(dir);
  return engine.createTable("affected", affectedNodes(touched, clusters, noIdentities));
};

interface DecisionsOfNow {
  decisions: Decisions;
  leads: readonly Lead[];
  /** See `decisionsNow`. */
  now: Decisions;
}

/**
 * The registry of the affected identities (`numbered`), and of those that any decision is about. `stored`:
 * all identities.
 */
const stageRegistryOf = async (
  engine: Engine,
  { decisions, leads, now }: DecisionsOfNow,
  { dir, stored, numbered: affected }: { dir: string; stored: Relation; numbered: Relation },
): Promise<Registry> => {
  const origins = originsIn(dir);
  const named = new Set([...now.together, ...now.apart].flatMap(({ left, right }) => [left, right]));
  const decided = await engine.createTableOf("decided_key", {
    identity_key: BigInt64Array.from(named, BigInt),
  });
  const keys = await engine.createTable("pending_key", keysOf(decided, affected));
  const around = await engine.createTable("origin_around", originsAround(origins, keys));
  const held = identitiesAround(stored, keys, around, origins);
  const numbered = await engine.createTable("identity_around", held);
  const rows = await stageRows(engine, decisions, leads, { origins: around, numbered });
  return { rows, origins, leads, changed: null };
};

const withNode = (pairs: Relation, nodes: Relation, side: "left_node" | "right_node"): Relation =>
  rowsAmong(pairs, nodes, side, "node");

const linksOf = (dir: string, affected: Relation, together: Relation) => {
  const stored = stateRelations(dir);
  const own = (pairs: Relation) => withNode(pairs, affected, "left_node");
  const matches = existsSync(stateFiles(dir).matches) ? [own(stored.matches)] : [];
  return allLinks(edgesOfBoth(own(stored.edges), own(stored.rowEdges)), matches, own(together));
};

/** Null in mode `exact`. */
const stageScoring = async (
  engine: Engine,
  dir: string,
  affected: Relation,
  reference: number,
): Promise<PairScoring | null> => {
  const model = await readMatchModel(peopleFiles(dir).matching);
  if (model === null || !existsSync(stateFiles(dir).profiles)) return null;
  const profiles = await stageProfilesAt(engine, stateRelations(dir).profiles, affected, reference);
  return { mixture: model.mixture, comparable: { profilesOf: async () => profiles } };
};

const replaceIn = async (
  engine: Engine,
  built: Relation,
  key: string,
  { replaced, rows }: Replacement,
): Promise<Relation> => {
  const own = await engine.createTable(`pending_by_${key}`, rows);
  return unionOf(rowsWithout(built, replaced, key), own);
};

/** Former ids, also of those who have just been merged. */
const stageAliases = async (
  engine: Engine,
  dir: string,
  { persons, previous }: ChangedPeople["changing"],
): Promise<Relation> => {
  const built = formerIds(dir);
  const origins = originsIn(dir);
  const found = aliases({
    persons,
    previous,
    origins,
    people: persons,
    previousOrigins: origins,
    previousAliases: rowsAmong(built, previous, "person_id"),
  });
  const own = await engine.createTable("pending_alias", found);
  return unionOf(rowsWithout(built, previous, "person_id"), own);
};
