// Records that share no key can still be one person's. Those that are worth it are compared, a model of the kinds of pairs
// is fitted to how alike they turned out, without any labels, and it weighs every pair.

import { minProbability, type ResolutionMode } from "../../domain/matching.js";
import { fitMixture, type PatternCounts } from "../../model/matching/fit.js";
import { matchWeights } from "../../model/matching/match-weight.js";
import type { Mixture } from "../../model/matching/mixture.js";
import { logit } from "../../model/numeric/special-functions.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Caps, findCandidates, findNewCandidates } from "../../warehouse/matching/candidates.js";
import { chancePairs, comparedPairs, patternCounts } from "../../warehouse/matching/compare.js";
import { profileStatistics } from "../../warehouse/matching/profiles.js";
import {
  appendScoredPairs,
  comparedBlocks,
  createScoredPairs,
} from "../../warehouse/matching/scored-pairs.js";
import { nodesOf } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import type { ComparableProfiles, PreviousBuild } from "./resolution-input.js";
import type { MatchModel } from "./state.js";
import { peopleVersion } from "./version.js";

export interface MatchedPairs {
  model: MatchModel;
  /** Pairs that are likely enough one person, but those of `earlier`: see `weighedTable`. */
  matches: Relation;
}

/** What pairs of records are compared and weighed by. */
export interface PairScoring {
  comparable: ComparableProfiles;
  mixture: Mixture;
}

/** Compares all profiles, or where something is remembered those that are fresh with all. */
export const matchPairs = async (
  engine: Engine,
  { parts, newParts: freshParts, profilesOf }: ComparableProfiles,
  mode: Exclude<ResolutionMode, "exact">,
  earlier: PreviousBuild | null,
): Promise<MatchedPairs> => {
  const known = earlier?.model ?? null;
  const { candidates, blocks } =
    known && freshParts
      ? { ...known, candidates: await findNewCandidates(engine, parts, freshParts, capsOf(known)) }
      : await findCandidates(engine, parts);
  await engine.run(sql`drop table ${parts}`);
  const profiles = await profilesOf(nodesOf(candidates));
  const compared = await engine.createTable("compared", comparedPairs(profiles, candidates));
  await engine.run(sql`drop table ${candidates}`);
  const likeness = known ?? {
    version: peopleVersion,
    mode,
    mixture: await learnMixture(engine, profiles, compared),
    blocks,
  };
  const least = logit(minProbability[mode]);
  const likely = await scorePairs(engine, "likely", compared, likeness.mixture, (odds) => odds >= least);
  await engine.run(sql`drop table ${compared}`);
  return { model: likeness, matches: likely };
};

const capsOf = ({ blocks }: MatchModel): Caps =>
  Object.fromEntries(blocks.map(({ rule, cap }) => [rule, cap]));

const learnMixture = async (engine: Engine, profiles: Relation, compared: Relation): Promise<Mixture> => {
  const seen = await countsOf(engine, compared);
  const chance = await countsOf(engine, await chancePairs(engine, profiles));
  const facts = await engine.row<StatisticsRow>(profileStatistics(profiles));
  return fitMixture(seen, chance, { profiles: facts.profiles, sumOfSquares: facts });
};

type StatisticsRow = { profiles: number; first_name: number; last_name: number; postcode: number };

const countsOf = async (engine: Engine, compared: Relation): Promise<PatternCounts> => {
  const { columns } = await engine.columns(patternCounts(compared));
  return { pattern: columns.pattern as Float64Array, pairs: Float64Array.from(columns.pairs!, Number) };
};

/**
 * Those of the compared pairs that are wanted by their log-odds (natural) of being one person: the columns of `compared` and
 * log_odds DOUBLE, with NaN where a share does not apply.
 */
export const scorePairs = async (
  engine: Engine,
  name: string,
  compared: Relation,
  mixture: Mixture,
  isWanted: (logOdds: number) => boolean,
): Promise<Relation> => {
  const kept = await createScoredPairs(engine, name);
  for await (const block of comparedBlocks(engine, compared)) {
    const logOdds = matchWeights(mixture, {
      pattern: block.pattern,
      firstNameShare: block.first_name_share,
      lastNameShare: block.last_name_share,
      postcodeShare: block.postcode_share,
    });
    await appendScoredPairs(engine, name, block, logOdds, rowsWhere(logOdds, isWanted));
  }
  return kept;
};

/** Millions of rows pass here, of which few are wanted. */
const rowsWhere = (values: Float64Array, isWanted: (value: number) => boolean): Int32Array => {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (isWanted(values[row]!)) rows.push(row);
  return Int32Array.from(rows);
};
