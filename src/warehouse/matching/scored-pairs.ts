// Scored pairs: compared pairs with their match weight. Weights are computed outside of the engine, for
// millions of pairs, so pairs leave it and come back in blocks of columns.

import type { Engine } from "../engine.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { hasLevel, restsOnFirstName, restsOnName } from "./levels.js";

/** Numbers of a scored pair, NaN where they do not apply. */
export const scoredNumbers = ["first_name_share", "last_name_share", "postcode_share", "log_odds"];
/** The same with its pattern. */
export const scoredColumns = ["pattern", ...scoredNumbers];

/** Columns of `comparedPairs`; shares are NaN where they do not apply. */
export interface ComparedBlock {
  left_node: Float64Array;
  right_node: Float64Array;
  pattern: Float64Array;
  first_name_share: Float64Array;
  last_name_share: Float64Array;
  postcode_share: Float64Array;
}

const pairsInBlock = 500_000;

/** Blocks of about half a million pairs, in order of their nodes. */
export async function* comparedBlocks(engine: Engine, compared: Relation): AsyncGenerator<ComparedBlock> {
  const { pairs, nodes } = await engine.row<{ pairs: number; nodes: number }>(sql`
    select count(*) as pairs, coalesce(max(left_node) + 1, 0) as nodes from ${compared}`);
  const step = Math.max(1, Math.floor((nodes * pairsInBlock) / Math.max(1, pairs)));
  for (let from = 0; from < nodes; from += step) {
    const { columns } = await engine.columns(blockOf(compared, from, from + step));
    yield columns as unknown as ComparedBlock;
  }
}

const blockOf = (compared: Relation, from: number, to: number): Sql => sql`
  select pair.left_node, pair.right_node, pair.pattern, pair.first_name_share, pair.last_name_share, pair.postcode_share
  from ${compared} as pair
  where pair.left_node >= ${from} and pair.left_node < ${to}
  order by pair.left_node, pair.right_node`;

/** A table of the columns of `comparedPairs` and log_odds DOUBLE, without rows. */
export const createScoredPairs = (engine: Engine, name: string): Promise<Relation> => {
  const nothing = new Float64Array(0);
  const none = { left_node: nothing, right_node: nothing, pattern: nothing };
  const shares = { first_name_share: nothing, last_name_share: nothing, postcode_share: nothing };
  return engine.createTableOf(name, columnsOf({ ...none, ...shares }, nothing, new Int32Array(0)));
};

/** Log-odds (natural) of the least certain match, and of a match by name alone at two addresses. */
export interface LeastOdds {
  usual: number;
  ofMove: number;
}

const isLikely = ({ usual, ofMove }: LeastOdds): Sql => sql`(
  pair.log_odds >= ${usual} and (pair.log_odds >= ${ofMove} or not ${isMoveByName}))`;
const isMoveByName = sql`(
  ${restsOnName("pair")} and ${hasLevel("pair", "address", "differs", "is in the same street")})`;

/** Scored pairs that may be links: of two last names, only with a house or a contact in common. */
export const matchesAmong = (scored: Relation, least: LeastOdds): Relation =>
  sql`(select pair.* from ${scored} as pair where ${isLikely(least)} and not ${restsOnFirstName("pair")})`;

/** Scored pairs below that line. */
export const nearAmong = (scored: Relation, least: LeastOdds): Relation =>
  sql`(select pair.* from ${scored} as pair where not ${isLikely(least)})`;

/**
 * The rows of `near.parquet`: `near` pairs of `numbered` records, and those of the `previous` build whose records
 * are still there; at `most` so many, those of two people first. Others may be two people again, once the owner
 * undoes a merge.
 */
export const nearRows = (
  near: Relation,
  numbered: Relation,
  persons: Relation,
  previous: Relation,
  most: number,
): Sql => sql`
  with pair as (
    select l.identity_key as left_key, r.identity_key as right_key, own.log_odds
    from ${near} as own
    join ${numbered} as l on l.node = own.left_node
    join ${numbered} as r on r.node = own.right_node
    union
    select before.left_key, before.right_key, before.log_odds from ${previous} as before
  ), likeliest as (
    select pair.* from pair
    join ${persons} as l on l.identity_key = pair.left_key
    join ${persons} as r on r.identity_key = pair.right_key
    order by l.person_id = r.person_id, pair.log_odds desc, pair.left_key, pair.right_key
    limit ${most}
  )
  select likeliest.* from likeliest order by likeliest.left_key, likeliest.right_key`;

/** Adds these rows of a block with their log-odds. */
export const appendScoredPairs = (
  engine: Engine,
  name: string,
  block: ComparedBlock,
  logOdds: Float64Array,
  rows: Int32Array,
): Promise<Relation> => engine.appendColumns(name, columnsOf(block, logOdds, rows));

const columnsOf = (block: ComparedBlock, logOdds: Float64Array, rows: Int32Array) => {
  const whole = (values: Float64Array) => Int32Array.from(rows, (row) => values[row]!);
  const at = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]!);
  return {
    left_node: whole(block.left_node),
    right_node: whole(block.right_node),
    pattern: whole(block.pattern),
    first_name_share: at(block.first_name_share),
    last_name_share: at(block.last_name_share),
    postcode_share: at(block.postcode_share),
    log_odds: at(logOdds),
  };
};
