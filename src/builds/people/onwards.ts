// The ground of people, laid from the records that are new and what is remembered of the others. What an edge hangs on is a
// value that several records bear, so only the bearers of values that came or went are looked at again. Whatever would change
// what is known of an old record (which days come first in its file, whether its telephone is a shop's) lays the ground anew.

import type { Engine } from "../../warehouse/engine.js";
import { addRows, withAdded } from "../../warehouse/layers.js";
import { blockParts } from "../../warehouse/matching/blocks.js";
import {
  keptParts,
  keptProfiles,
  profilesAmong,
  valueShares,
} from "../../warehouse/matching/known-profiles.js";
import { stageProfiles } from "../../warehouse/matching/profiles.js";
import { birthOrders, birthSignsTogether } from "../../warehouse/persons/births.js";
import { addressKeys } from "../../warehouse/persons/edges.js";
import { stageEverybodys, type ValueKind } from "../../warehouse/persons/everybodys.js";
import { gatherEdges, type Shareable, shareableValues } from "../../warehouse/persons/gather.js";
import { hasHashes, writtenIdentities } from "../../warehouse/persons/identities.js";
import {
  bearersOf,
  changedOfKnown,
  everybodysNow,
  goneNodes,
  keptEdges,
  knownIdentities,
  linkedNodes,
  newlyNumbered,
  openLinks,
  seenIdentities,
  stillNumbered,
  stillPaired,
  touchedContacts,
  touchedValues,
} from "../../warehouse/persons/known.js";
import { type Normalised, normalise } from "../../warehouse/persons/normalise.js";
import { identifiedIdentities } from "../../warehouse/persons/persons.js";
import { spelledIdentities } from "../../warehouse/persons/spelled.js";
import { relation } from "../../warehouse/relations.js";
import { ident, type Relation, sql } from "../../warehouse/sql/sql.js";
import type { Comparable, Ground, Progress, Sources } from "./ground.js";
import { type Memory, rememberedFiles, writeFacts } from "./memory.js";

/** Of the identities when all was found anew: so many may have come since, or may be gone at once, until it is again. */
const mostGrowth = 0.2;
const mostGone = 0.2;

/** Null where everything must be found anew. Leaves in `dir` what the next build can go on from. */
export const groundOnwards = async (
  engine: Engine,
  sources: Sources,
  memory: Memory,
  progress: Progress,
): Promise<Ground | null> => {
  const before = rememberedFiles(memory.dir);
  const there = await whoIsThere(engine, sources, memory);
  if (there === null) return null;
  progress(0.1, "Normalising names and addresses");
  const fresh = await spellArrived(engine, there, sources, relation(before.births));
  if (fresh === null) return null;
  progress(0.2, "Finding records with equal keys");
  const gathered = await gatherOnwards(engine, there, fresh, sources, memory);
  if (gathered === null) return null;
  const { edges, touched, everybodys } = gathered;
  const comparable =
    memory.likeness && (await compareWith(engine, there, fresh, everybodys, before.profiles));
  await keep(engine, there, fresh, everybodys, memory, sources.dir, comparable);
  return {
    numbered: there.numbered,
    identified: fresh.allIdentified,
    edges,
    comparable,
    earlier: {
      dir: memory.dir,
      likeness: memory.likeness,
      likely: stillPaired(withAdded(before.likely), there.gone),
      unlike: stillPaired(relation(before.unlike), there.gone),
      touched,
      isAnyGone: there.isAnyGone,
    },
  };
};

/** Who is known, came or went. Relations of nodes. */
interface There {
  /** All who are there, and of these those that are new; see `stillNumbered`. */
  numbered: Relation;
  arrived: Relation;
  /** Who is remembered and not there any more: node. */
  gone: Relation;
  isAnyGone: boolean;
}

const whoIsThere = async (
  engine: Engine,
  { identities }: Sources,
  { dir, facts }: Memory,
): Promise<There | null> => {
  const before = rememberedFiles(dir);
  const spelled = withAdded(before.identities);
  const known = await engine.createTable("known", knownIdentities(spelled));
  const seen = await engine.createTable("seen", seenIdentities(identities, known));
  const { last, newest } = await engine.row<{ last: number; newest: number }>(
    sql`select max(told.node) as last, max(told.first_seen) as newest from ${spelled} as told`,
  );
  const arrived = await engine.createTable("arrived", newlyNumbered(seen, last));
  const numbered = await engine.createTable("numbered", stillNumbered(seen));
  const gone = await engine.createTable("gone_node", goneNodes(known, numbered));
  const counts = await engine.row<{ arrived: number; gone: number; older: number }>(sql`
    select (select count(*) from ${arrived}) as arrived, (select count(*) from ${gone}) as gone,
      (select count(*) from ${arrived} where first_seen <= ${newest}) + (select count(*) from ${numbered} where is_older) as older`);
  for (const table of [seen, known]) await engine.run(sql`drop table ${table}`);
  const grown = last + 1 + counts.arrived - facts.anew;
  if (grown > mostGrowth * facts.anew || counts.gone > mostGone * facts.anew || counts.older > 0) return null;
  await engine.run(sql`insert into ${numbered} by name select * from ${arrived}`);
  return { numbered, arrived, gone, isAnyGone: counts.gone > 0 };
};

/** What is new, brought to one spelling. */
interface Fresh {
  normalised: Normalised;
  addressKeys: Relation;
  /** Of those that are new: see `identifiedIdentities`, `spelledIdentities` and `shareableValues`. */
  identified: Relation;
  spelled: Relation;
  values: Relation;
  /** Of all who are there: see `identifiedIdentities`. */
  allIdentified: Relation;
}

/** Null where what is new tells how to read what is old. */
const spellArrived = async (
  engine: Engine,
  { numbered, arrived }: There,
  { identities }: Sources,
  signs: Relation,
): Promise<Fresh | null> => {
  const written = await engine.createTable(
    "written",
    sql`select * from ${writtenIdentities(identities, arrived)}`,
  );
  const { found } = await engine.row<{ found: boolean }>(hasHashes([written]));
  if (found) return null;
  const normalised = await normalise(engine, written, signs);
  const { turned } = await engine.row<{ turned: number }>(sql`
    select count(*) as turned
    from (${birthOrders(signs)}) as old
    join (${birthOrders(normalised.birthSigns)}) as new using (separator)
    where old.is_day_first <> new.is_day_first`);
  if (turned > 0) return null;
  const identified = await engine.createTable("fresh_identified", identifiedIdentities(arrived, normalised));
  const keys = await engine.createTable("address_key", addressKeys(normalised.names, normalised.places));
  return {
    normalised,
    addressKeys: keys,
    identified,
    spelled: await engine.createTable("spelled", spelledIdentities(arrived, identified, normalised)),
    values: await engine.createTable("fresh_value", shareableValues({ ...normalised, addressKeys: keys })),
    allIdentified: await engine.createTable(
      "identified",
      sql`
        select node, identity_key, first_seen, row_count, household from ${numbered} where is_identified
        union all select * from ${identified}`,
    ),
  };
};

interface Gathered {
  edges: Relation;
  everybodys: Relation;
  /** One row per node whose edges may have changed: node. */
  touched: Relation;
}

/** Null where a value that old records bear has become everybody's, or is no more. */
const gatherOnwards = async (
  engine: Engine,
  { numbered, gone }: There,
  fresh: Fresh,
  { rowLinks }: Sources,
  { dir }: Memory,
): Promise<Gathered | null> => {
  const before = rememberedFiles(dir);
  const values = withAdded(before.values);
  const touched = await engine.createTable("touched_value", touchedValues(values, fresh.values, gone));
  const linked = await engine.createTable("row_link", linkedNodes(rowLinks, numbered));
  const old = stillPaired(relation(before.edges), gone);
  const kept = await engine.createTable("kept_edge", keptEdges(old, touched, linked));
  const open = await engine.createTable("open_link", openLinks(linked, kept));
  const bearing = await engine.createTable(
    "bearing",
    sql`${bearersOf(values, touched, gone)} union all select node, about, is_address from ${fresh.values}`,
  );
  const around = await engine.createTable(
    "around",
    sql`
      select node from ${bearing}
      union select left_node from ${open} union select right_node from ${open}
      union select node from ${fresh.spelled}`,
  );
  const spoken = await engine.createTable(
    "spoken",
    sql`
      select told.* from ${withAdded(before.identities)} as told semi join ${around} as near on near.node = told.node
      union all select * from ${fresh.spelled}`,
  );
  const everybodys = await everybodysOnwards(engine, spoken, touched, { gone, fresh, dir });
  if (everybodys === null) return null;
  const of = (kind: ValueKind, column: string) => touchedContacts(kind, toldIn(spoken, column), touched);
  const shareable: Shareable = {
    names: spoken,
    customers: of("customer", "customer"),
    emails: of("email", "email"),
    phones: of("phone", "phone"),
    nationalIds: of("national id", "national_id"),
    addressKeys: sql`(select node, about as key, about from ${bearing} where is_address)`,
    everybodys,
  };
  const edges = await gatherEdges(engine, shareable, fresh.allIdentified, open);
  await engine.run(sql`insert into ${edges} by name select * from ${kept}`);
  return { edges, everybodys, touched: around };
};

/** One row per identity that tells it: node, value. */
const toldIn = (spelled: Relation, column: string): Relation =>
  sql`(select told.node, told.${ident(column)} as value from ${spelled} as told where told.${ident(column)} is not null)`;

const everybodysOnwards = async (
  engine: Engine,
  spoken: Relation,
  touched: Relation,
  { gone, fresh, dir }: { gone: Relation; fresh: Fresh; dir: string },
): Promise<Relation | null> => {
  const files = rememberedFiles(dir);
  const stayed = sql`(
    select told.* from ${withAdded(files.identities)} as told anti join ${gone} as gone on gone.node = told.node
    union all select * from ${fresh.spelled})`;
  const { born } = await engine.row<{ born: number }>(sql`select count(birth_date) as born from ${stayed}`);
  const found = await stageEverybodys(engine, {
    names: born > 0 ? stayed : spoken,
    customers: toldIn(spoken, "customer"),
    emails: toldIn(spoken, "email"),
    phones: toldIn(spoken, "phone"),
    nationalIds: toldIn(spoken, "national_id"),
    birthDates: toldIn(born > 0 ? stayed : spoken, "birth_date"),
  });
  const before = relation(files.everybodys);
  const now = await engine.createTable("everybodys_now", everybodysNow(before, found, touched));
  const known = { values: withAdded(files.values), spelled: withAdded(files.identities) };
  const { changed } = await engine.row<{ changed: number }>(
    changedOfKnown(before, now, known.values, known.spelled),
  );
  return changed > 0 ? null : now;
};

interface Compared extends Comparable {
  /** Of the identities that are new: see `keptProfiles`. */
  fresh: Relation;
}

const compareWith = async (
  engine: Engine,
  { gone }: There,
  { normalised, identified }: Fresh,
  everybodys: Relation,
  file: string,
): Promise<Compared> => {
  const profiles = await stageProfiles(engine, normalised, identified, everybodys);
  const freshParts = await engine.createTable("fresh_part", blockParts(profiles));
  const fresh = await engine.createTable("fresh_profile", keptProfiles(profiles, freshParts));
  const old = keptParts(withAdded(file), gone);
  const parts = await engine.createTable(
    "block_part",
    sql`${old} union all by name select * from ${freshParts}`,
  );
  const shares = await engine.createTable("value_share", valueShares(parts));
  const all = sql`(select * from ${withAdded(file)} union all by name select * from ${fresh})`;
  return {
    parts,
    fresh,
    profilesOf: (nodes) => engine.createTable("compared_profile", profilesAmong(all, nodes, shares)),
  };
};

/** What the next build goes on from, but pairs. Who is gone leaves no trace in it. */
const keep = async (
  engine: Engine,
  { gone, isAnyGone }: There,
  fresh: Fresh,
  everybodys: Relation,
  { dir: previousDir, facts }: Memory,
  dir: string,
  compared: Compared | null,
): Promise<void> => {
  const [before, files] = [rememberedFiles(previousDir), rememberedFiles(dir)];
  await writeFacts(dir, facts);
  const add = async (name: "identities" | "values" | "profiles", rows: Relation): Promise<void> => {
    const added = sql`select * from ${rows}`;
    const stayed = sql`select * from ${withAdded(before[name])} as told anti join ${gone} as gone using (node)`;
    if (isAnyGone) await engine.writeParquet(sql`${stayed} union all by name ${added}`, files[name]);
    else await addRows(engine, before[name], files[name], added);
  };
  await add("identities", fresh.spelled);
  await add("values", fresh.values);
  if (compared) await add("profiles", compared.fresh);
  await engine.writeParquet(sql`select * from ${everybodys}`, files.everybodys);
  await engine.writeParquet(birthSignsTogether(fresh.normalised.birthSigns), files.births);
};
