// Probabilistic matching: links records that share no key. Candidate pairs are compared field by field, a
// mixture model is fitted to the comparison levels without labels, and it gives every pair a match weight.

import { minProbability, nearBits, type ResolutionMode } from "../../domain/people/matching.js";
import { fitMixture } from "../../model/matching/fit.js";
import { matchWeights } from "../../model/matching/match-weight.js";
import { extraOddsOfMove, type Mixture } from "../../model/matching/mixture.js";
import type { PatternCounts } from "../../model/matching/pattern-table.js";
import { logit } from "../../model/numeric/special-functions.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Caps, findCandidates, findNewCandidates } from "../../warehouse/matching/candidates.js";
import { comparedPairs, patternCounts } from "../../warehouse/matching/compare.js";
import { profileStatistics } from "../../warehouse/matching/profiles.js";
import { namesakeCounts, randomPairs } from "../../warehouse/matching/random-pairs.js";
import {
  appendScoredPairs,
  comparedBlocks,
  createScoredPairs,
  matchesAmong,
  nearAmong,
} from "../../warehouse/matching/scored-pairs.js";
import { nodesOf } from "../../warehouse/persons/links.js";
import { rowsBelow } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import type { ComparableProfiles, PreviousBuild } from "./resolution-input.js";
import type { MatchModel } from "./state.js";
import { peopleVersion } from "./version.js";

export interface MatchedPairs {
  model: MatchModel;
  /** New pairs that are likely enough one person, without those of the previous build: see `createScoredPairs`. */
  matches: Relation;
  /** New pairs that are nearly likely enough. */
  near: Relation;
}

/** Tools that compare and score pairs of records. */
export interface PairScoring {
  comparable: Pick<ComparableProfiles, "profilesOf">;
  mixture: Mixture;
}

/** Compares all profiles; with a model of the previous build only new profiles, with that model and its caps. */
export const matchPairs = async (
  engine: Engine,
  { parts, newParts, reference, profilesOf }: ComparableProfiles,
  mode: Exclude<ResolutionMode, "exact">,
  previous: PreviousBuild | null,
): Promise<MatchedPairs> => {
  const previousModel = previous?.model ?? null;
  const { candidates, blocks } =
    previousModel && newParts
      ? {
          ...previousModel,
          candidates: await findNewCandidates(
            engine,
            { parts, newParts },
            { reference, caps: capsOf(previousModel) },
          ),
        }
      : await findCandidates(engine, parts, { reference });
  await engine.drop(parts);
  const isAny = (await engine.count(candidates)) > 0;
  const profiles = await profilesOf(nodesOf(candidates));
  const compared = isAny && (await engine.createTable("compared", comparedPairs(profiles, candidates)));
  await engine.drop(candidates);
  const model = previousModel ?? {
    version: peopleVersion,
    mode,
    mixture: await learnMixture(engine, profiles, compared, reference),
    blocks,
  };
  const usual = logit(minProbability[mode]);
  const least = { usual, ofMove: usual + extraOddsOfMove(model.mixture) };
  const leastShown = usual - nearBits * Math.LN2;
  const isShown = (odds: number) => odds >= leastShown;
  const likely = compared
    ? await scorePairs(engine, "match", compared, model.mixture, isShown)
    : await createScoredPairs(engine, "match");
  if (compared) await engine.drop(compared);
  return { model, matches: matchesAmong(likely, least), near: nearAmong(likely, least) };
};

export const capsOf = ({ blocks }: MatchModel): Caps =>
  Object.fromEntries(blocks.map(({ rule, cap }) => [rule, cap]));

/**
 * Learned from the profiles and pairs with nodes below `reference`. A statement that compares pairs takes a
 * tenth of a second to plan, so none runs where there are none: few files have names and no two alike, but
 * many have e-mail addresses alone. `compared`: false if there are no pairs.
 */
const learnMixture = async (
  engine: Engine,
  profiles: Relation,
  compared: Relation | false,
  reference: number,
): Promise<Mixture> => {
  const earliest = rowsBelow(reference, profiles, "node");
  const statistics = await engine.row<StatisticsRow>(profileStatistics(earliest));
  const candidates = compared
    ? await countsOf(engine, patternCounts(rowsBelow(reference, compared, "right_node")))
    : noCounts;
  const random =
    statistics.profiles > 1
      ? await randomCounts(engine, earliest)
      : { anyTwo: noCounts, namesakes: noCounts };
  const { profiles: count, independence } = statistics;
  return fitMixture(candidates, random, { profiles: count, sumOfSquares: statistics, independence });
};

const noCounts: PatternCounts = { pattern: new Float64Array(0), pairs: new Float64Array(0) };

const randomCounts = async (
  engine: Engine,
  profiles: Relation,
): Promise<Record<"anyTwo" | "namesakes", PatternCounts>> => {
  const { anyTwo, namesakes } = await randomPairs(engine, profiles);
  return {
    anyTwo: await countsOf(engine, patternCounts(anyTwo)),
    namesakes: await countsOf(engine, namesakeCounts(namesakes)),
  };
};

type StatisticsRow = {
  profiles: number;
  first_name: number;
  last_name: number;
  postcode: number;
  independence: number;
};

const countsOf = async (engine: Engine, counts: Sql): Promise<PatternCounts> => {
  const { columns } = await engine.columns(counts);
  return { pattern: columns.pattern as Float64Array, pairs: Float64Array.from(columns.pairs!, Number) };
};

/**
 * The compared pairs that `isWanted` selects by their log-odds (natural) of being one person, as table
 * `name`: the columns of `compared` and log_odds DOUBLE, with NaN where a share does not apply.
 */
export const scorePairs = async (
  engine: Engine,
  name: string,
  compared: Relation,
  mixture: Mixture,
  isWanted: (logOdds: number) => boolean,
): Promise<Relation> => {
  const scored = await createScoredPairs(engine, name);
  for await (const block of comparedBlocks(engine, compared)) {
    const logOdds = matchWeights(mixture, {
      pattern: block.pattern,
      firstNameShare: block.first_name_share,
      lastNameShare: block.last_name_share,
      postcodeShare: block.postcode_share,
    });
    await appendScoredPairs(engine, name, block, logOdds, rowsWhere(logOdds, isWanted));
  }
  return scored;
};

/** Millions of rows pass through here, and few are wanted. */
const rowsWhere = (values: Float64Array, isWanted: (value: number) => boolean): Int32Array => {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (isWanted(values[row]!)) rows.push(row);
  return Int32Array.from(rows);
};
