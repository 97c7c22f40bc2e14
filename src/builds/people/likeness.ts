// Records that share no key can still be one person's. Those that are worth it are compared, a model of the kinds of pairs
// is fitted to how alike they turned out, without any labels, and it weighs every pair.

import { leastProbability, type ResolutionMode } from "../../domain/matching.js";
import type { Mixture } from "../../model/matching/likelihood.js";
import { fitMixture } from "../../model/matching/mixture.js";
import type { PatternCounts } from "../../model/matching/patterns.js";
import { weigh } from "../../model/matching/weigh.js";
import { logit } from "../../model/numeric/logit.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Caps, findCandidates, findFreshCandidates } from "../../warehouse/matching/candidates.js";
import { comparedPairs, patternCounts } from "../../warehouse/matching/compare.js";
import { profileFacts } from "../../warehouse/matching/facts.js";
import { chancePairs } from "../../warehouse/matching/sample.js";
import { comparedBlocks, keepPairs, weighedTable } from "../../warehouse/matching/weighed.js";
import { nodesOf } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { stepVersions } from "../plan/fingerprint.js";
import type { Comparable, Earlier } from "./ground.js";
import type { Likeness } from "./memory.js";

export interface Alike {
  likeness: Likeness;
  /** Pairs that are likely enough one person, but those of `earlier`: see `weighedTable`. */
  likely: Relation;
}

/** What pairs of records are compared and weighed by. */
export interface Comparing {
  comparable: Comparable;
  mixture: Mixture;
}

/** Compares all profiles, or where something is remembered those that are fresh with all. */
export const findAlike = async (
  engine: Engine,
  { parts, freshParts, profilesOf }: Comparable,
  mode: Exclude<ResolutionMode, "exact">,
  earlier: Earlier | null,
): Promise<Alike> => {
  const known = earlier?.likeness ?? null;
  const { candidates, blocks } =
    known && freshParts
      ? { ...known, candidates: await findFreshCandidates(engine, parts, freshParts, capsOf(known)) }
      : await findCandidates(engine, parts);
  await engine.run(sql`drop table ${parts}`);
  const profiles = await profilesOf(nodesOf(candidates));
  const compared = await engine.createTable("compared", comparedPairs(profiles, candidates));
  await engine.run(sql`drop table ${candidates}`);
  const likeness = known ?? {
    version: stepVersions.people,
    mode,
    mixture: await learnMixture(engine, profiles, compared),
    blocks,
  };
  const least = logit(leastProbability[mode]);
  const likely = await weighedPairs(engine, "likely", compared, likeness.mixture, (odds) => odds >= least);
  await engine.run(sql`drop table ${compared}`);
  return { likeness, likely };
};

const capsOf = ({ blocks }: Likeness): Caps => Object.fromEntries(blocks.map(({ rule, cap }) => [rule, cap]));

const learnMixture = async (engine: Engine, profiles: Relation, compared: Relation): Promise<Mixture> => {
  const seen = await countsOf(engine, compared);
  const chance = await countsOf(engine, await chancePairs(engine, profiles));
  const facts = await engine.row<Facts>(profileFacts(profiles));
  return fitMixture(seen, chance, { profiles: facts.profiles, sumOfSquares: facts });
};

type Facts = { profiles: number; first_name: number; last_name: number; postcode: number };

const countsOf = async (engine: Engine, compared: Relation): Promise<PatternCounts> => {
  const { columns } = await engine.columns(patternCounts(compared));
  return { pattern: columns.pattern as Float64Array, pairs: Float64Array.from(columns.pairs!, Number) };
};

/**
 * Those of the compared pairs that are wanted by their log-odds (natural) of being one person: the columns of `compared` and
 * log_odds DOUBLE, with NaN where a share does not apply.
 */
export const weighedPairs = async (
  engine: Engine,
  name: string,
  compared: Relation,
  mixture: Mixture,
  isWanted: (logOdds: number) => boolean,
): Promise<Relation> => {
  const kept = await weighedTable(engine, name);
  for await (const block of comparedBlocks(engine, compared)) {
    const logOdds = weigh(mixture, {
      pattern: block.pattern,
      firstNameShare: block.first_name_share,
      lastNameShare: block.last_name_share,
      postcodeShare: block.postcode_share,
    });
    await keepPairs(engine, name, block, logOdds, rowsWhere(logOdds, isWanted));
  }
  return kept;
};

/** Millions of rows pass here, of which few are wanted. */
const rowsWhere = (values: Float64Array, isWanted: (value: number) => boolean): Int32Array => {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (isWanted(values[row]!)) rows.push(row);
  return Int32Array.from(rows);
};
