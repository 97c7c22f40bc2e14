// Candidate pairs: profiles that share a block of any blocking rule. Blocks above the rule's cap are skipped and reported, because
// matches can be missed there.

import { assert } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  type BlockingRule,
  blockingRules,
  blockMembers,
  blockPairs,
  blockSizes,
  newBlockPairs,
  sizeCounts,
} from "./blocking.js";

/** By rule, the largest number of records in a block that is used. */
export type Caps = Readonly<Record<string, number>>;

/** Pairs that a rule contributed, and blocks that it skipped. `cap`: largest number of records in a block that is used. */
export interface BlockFinding {
  rule: string;
  cap: number;
  pairs: number;
  skipped_blocks: number;
  skipped_records: number;
}

/** One row per pair: left_node < right_node, distinct. `parts`: see `blockParts`. Without `caps`, each rule chooses its own. */
export const findCandidates = async (
  engine: Engine,
  parts: Relation,
  caps?: Caps,
): Promise<{ candidates: Relation; blocks: BlockFinding[] }> => {
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from ${parts}`);
  const found = await engine.createTable("found_pair", noPairs);
  const blocks: BlockFinding[] = [];
  for (const rule of blockingRules) {
    const capOf = (sizes: readonly SizeCount[]) =>
      caps ? capFrom(caps, rule) : chooseCap(sizes, budgetOf(count, rule.pairsPerProfile));
    const taken = await addBlockPairs(engine, blockMembers(parts, rule), capOf, found);
    blocks.push({ rule: rule.name, ...taken });
  }
  for (const name of ["block_member", "block_size"]) await engine.run(sql`drop table ${ident(name)}`);
  return { candidates: await stageDistinct(engine, found), blocks };
};

/**
 * The same for pairs with a new profile; `newParts` are among the `parts`. With the caps of the previous run, old and new pairs
 * together equal those of a full run, except for blocks that have outgrown their cap since.
 */
export const findNewCandidates = async (
  engine: Engine,
  parts: Relation,
  newParts: Relation,
  caps: Caps,
): Promise<Relation> => {
  const found = await engine.createTable("found_pair", noPairs);
  for (const rule of blockingRules)
    await engine.run(sql`insert into ${found} ${newBlockPairs(parts, newParts, rule, capFrom(caps, rule))}`);
  return stageDistinct(engine, found);
};

const stageDistinct = async (engine: Engine, found: Relation): Promise<Relation> => {
  const candidates = await engine.createTable("candidate", distinctPairs(found));
  await engine.run(sql`drop table ${found}`);
  return candidates;
};

const capFrom = (caps: Caps, { name }: BlockingRule): number => {
  const cap = caps[name];
  assert(cap !== undefined, `no cap for the blocking rule ${name}`);
  return cap;
};

/** Adds the pairs of blocks up to the cap to `found`. */
const addBlockPairs = async (
  engine: Engine,
  membership: Sql,
  capOf: (sizes: readonly SizeCount[]) => number,
  found: Relation,
): Promise<Omit<BlockFinding, "rule">> => {
  const members = await engine.createTable("block_member", membership);
  const sizes = await engine.createTable("block_size", blockSizes(members));
  const counts = await engine.rows<{ [K in keyof SizeCount]: number }>(sizeCounts(sizes));
  const cap = capOf(counts);
  if (cap > 1) await engine.run(sql`insert into ${found} ${blockPairs(members, sizes, cap)}`);
  return { cap, ...usedAndSkipped(counts, cap) };
};

const usedAndSkipped = (sizes: readonly SizeCount[], cap: number) => {
  const skipped = sizes.filter(({ records }) => records > cap);
  return {
    pairs: total(sizes, ({ records, pairs }) => (records > cap ? 0 : pairs)),
    skipped_blocks: total(skipped, ({ blocks }) => blocks),
    skipped_records: total(skipped, ({ records, blocks }) => records * blocks),
  };
};

const total = (sizes: readonly SizeCount[], of: (size: SizeCount) => number): number =>
  sizes.reduce((sum, size) => sum + of(size), 0);

const noPairs = sql`
  select cast(null as integer) as left_node, cast(null as integer) as right_node where false`;

const distinctPairs = (found: Relation): Sql => sql`
  select distinct pair.left_node, pair.right_node from ${found} as pair`;

/** All blocks of one size: records in each, number of blocks, and pairs in all of them. */
export interface SizeCount {
  records: number;
  blocks: number;
  pairs: number;
}

const maxBlockRecords = 1_000;

/** Small files can afford every rule. */
const minBudget = 300_000;

export const budgetOf = (profiles: number, pairsPerProfile: number): number =>
  Math.max(minBudget, profiles * pairsPerProfile);

/**
 * The largest number of records in a block that fits the budget; 1 for none. `sizes` ascend. A block of a common name has more
 * pairs than all rare ones together and hardly a match, so a rule takes its smallest blocks first, and the work stays
 * proportional to the number of profiles.
 */
export const chooseCap = (sizes: readonly SizeCount[], budget: number): number => {
  let spent = 0;
  const tooLarge = sizes.find(({ pairs }) => {
    spent += pairs;
    return spent > budget;
  });
  return Math.min(maxBlockRecords, (tooLarge?.records ?? Number.POSITIVE_INFINITY) - 1);
};
