// Candidate pairs: profiles that share a block of any blocking rule. Blocks above the rule's cap are skipped
// and reported, because matches can be missed there.

import { assert } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { rowsBelow } from "../rows.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  type BlockingRule,
  blockingRules,
  blockMembers,
  blockPairs,
  blockSizes,
  isOutgrownBlockReduced,
  newBlockPairs,
  sizeCounts,
} from "./blocking.js";

/** Largest number of records in a block that is used, by rule. */
export type Caps = Readonly<Record<string, number>>;

/**
 * Pairs that a rule contributed, and blocks that it skipped, among the reference records. `cap`: largest
 * number of them in a block that is used.
 */
export interface BlockFinding {
  rule: string;
  cap: number;
  pairs: number;
  skipped_blocks: number;
  skipped_records: number;
}

/**
 * One row per pair: left_node < right_node, distinct. `parts`: see `blockParts`. Without `caps`, each rule
 * chooses its own, by the blocks of nodes below `reference`.
 */
export const findCandidates = async (
  engine: Engine,
  parts: Relation,
  { reference, caps }: { reference: number; caps?: Caps },
): Promise<{ candidates: Relation; blocks: BlockFinding[] }> => {
  const count = await engine.count(rowsBelow(reference, parts, "node"));
  const found = await engine.createTable("found_pair", noPairs);
  const blocks: BlockFinding[] = [];
  const capOf = (rule: BlockingRule, sizes: readonly SizeCount[]) =>
    caps ? capFrom(caps, rule) : chooseCap(sizes, budgetOf(count, rule));
  for (const rules of chunksOf(blockingRules, rulesAtOnce(await engine.count(parts))))
    blocks.push(...(await addBlockPairs(engine, { parts, rules, reference }, capOf, found)));
  await engine.drop(ident("block_member"), ident("block_size"));
  return { candidates: await stageDistinct(engine, found), blocks };
};

/**
 * The same for pairs with a new profile; `newParts` are among the `parts`, with the largest nodes. With the
 * caps and the reference of the previous run, old and new pairs together are those of a full run.
 */
export const findNewCandidates = async (
  engine: Engine,
  { parts, newParts }: { parts: Relation; newParts: Relation },
  { reference, caps }: { reference: number; caps: Caps },
): Promise<Relation> => {
  const found = await engine.createTable("found_pair", noPairs);
  for (const some of await capsAtOnce(engine, parts, caps))
    await engine.insert(found, newBlockPairs(parts, newParts, { caps: some, reference }));
  return stageDistinct(engine, found);
};

/**
 * Whether removed profiles make others the first members of a block, which have never been compared. `parts`
 * include the removed.
 */
export const areOthersComparable = async (
  engine: Engine,
  { parts, removed }: { parts: Relation; removed: Relation },
  { reference, caps }: { reference: number; caps: Caps },
): Promise<boolean> => {
  for (const some of await capsAtOnce(engine, parts, caps)) {
    const { found } = await engine.row<{ found: boolean }>(
      isOutgrownBlockReduced(parts, removed, { caps: some, reference }),
    );
    if (found) return true;
  }
  return false;
};

const stageDistinct = async (engine: Engine, found: Relation): Promise<Relation> => {
  const candidates = await engine.createTable("candidate", distinctPairs(found));
  await engine.drop(found);
  return candidates;
};

const capFrom = (caps: Caps, { name }: BlockingRule): number => {
  const cap = caps[name];
  assert(cap !== undefined, `no cap for the blocking rule ${name}`);
  return cap;
};

/** Caps of the rules, by their positions, for each statement. */
const capsAtOnce = async (engine: Engine, parts: Relation, caps: Caps): Promise<Map<number, number>[]> => {
  const all = blockingRules.map((rule, position): [number, number] => [position, capFrom(caps, rule)]);
  return chunksOf(all, rulesAtOnce(await engine.count(parts))).map((some) => new Map(some));
};

/** Members of blocks that are held at a time. */
const membersAtOnce = 500_000;

/** A statement has a cost of its own, and in a small file nearly no other. */
const rulesAtOnce = (profiles: number): number =>
  Math.max(1, Math.floor(membersAtOnce / Math.max(profiles, 1)));

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  items.flatMap((_, i) => (i % size === 0 ? [items.slice(i, i + size)] : []));

/** Adds the pairs of blocks of the rules up to their caps to `found`. `parts`: see `blockParts`. */
const addBlockPairs = async (
  engine: Engine,
  { parts, rules, reference }: { parts: Relation; rules: readonly BlockingRule[]; reference: number },
  capOf: (rule: BlockingRule, sizes: readonly SizeCount[]) => number,
  found: Relation,
): Promise<BlockFinding[]> => {
  const ofRules = rules.map((rule) => blockMembers(parts, rule));
  const members = await engine.createTable("block_member", join(ofRules, " union all "));
  const sizes = await engine.createTable("block_size", blockSizes(members, reference));
  const counts = await engine.rows<{ [K in keyof SizeCount | "rule"]: number }>(sizeCounts(sizes));
  const caps = new Map<number, number>();
  const findings = rules.map((rule) => {
    const position = blockingRules.indexOf(rule);
    const own = counts.filter((size) => size.rule === position);
    const cap = capOf(rule, own);
    if (cap > 1) caps.set(position, cap);
    return { rule: rule.name, cap, ...usedAndSkipped(own, cap) };
  });
  if (caps.size > 0) await engine.insert(found, blockPairs(members, sizes, caps));
  return findings;
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

export const budgetOf = (
  profiles: number,
  { pairsPerProfile, minPairs }: Pick<BlockingRule, "pairsPerProfile" | "minPairs">,
): number => Math.max(minPairs, profiles * pairsPerProfile);

/**
 * The largest number of records in a block that fits the budget; 1 for none. `sizes` ascend. A block of a
 * common name has more pairs than all rare ones together and hardly a match, so a rule takes its smallest
 * blocks first, and the work stays proportional to the number of profiles.
 */
export const chooseCap = (sizes: readonly SizeCount[], budget: number): number => {
  let spent = 0;
  const tooLarge = sizes.find(({ pairs }) => {
    spent += pairs;
    return spent > budget;
  });
  return Math.min(maxBlockRecords, (tooLarge?.records ?? Number.POSITIVE_INFINITY) - 1);
};
