// Build of a recommender. The weights of the blend are fitted on one past window and tested on the next, the
// newest complete window. The test decides which candidate is used. Its final weights rank the items of
// today.

import type { StreamProperty } from "../../domain/data/dataset-findings.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import {
  maxRanks,
  type RecommenderConfig,
  type RecommenderResult,
  visitGroups,
} from "../../domain/personas/recommender.js";
import { entryOf } from "../../domain/resource/entry.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { evaluateCandidates } from "../../model/recommend/evaluation.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  daysOfVisits,
  itemInteractions,
  items,
  mostPopular,
  namedInteractions,
} from "../../warehouse/recommend/interactions.js";
import {
  candidateItems,
  peopleIn,
  recommendations,
  recommendedItems,
} from "../../warehouse/recommend/ranking.js";
import { recommenderFiles, relation, streamFiles } from "../../warehouse/relations.js";
import { orderedBy } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Step, StepTools } from "../kind/kind.js";
import { emittedProperty } from "../kind/relations.js";
import type { AccountSnapshot, BuiltStream } from "../kind/snapshot.js";
import { chunksOf, equalWeights, runTrial, stageHistory, type Trial } from "./trial.js";

export interface RecommenderInput {
  config: RecommenderConfig;
  account: AccountSnapshot;
}

/**
 * Writes `recommendations.parquet`. Refuses `stream-unknown`, `property-unknown`, `recommender-undated` and
 * `recommender-without-values`.
 */
export const buildRecommender: Step<RecommenderInput, ResultOf<"recommenders">> = async (
  { config, account },
  tools,
) => {
  const { engine, dir, progress, seed } = tools;
  const stream = streamOf(config, account);
  const property = propertyOf(config, stream);
  const now = account.dataThrough;

  progress(0, "Reading events");
  const events = relation(streamFiles(stream.dir).events);
  const named = await engine.createTable("named", namedInteractions(events, property, now));
  const known = await engine.createTable("item", items(named));
  const taken = await engine.createTable("taken", itemInteractions(named, known));
  const item_count = await engine.count(known);
  if (item_count === 0) throw refuse("recommender-without-values", { ...config });

  const horizonDays = await horizonOf(engine, taken);
  progress(0.1, "Fitting the weights");
  const before = { cutoffAgo: 2 * horizonDays, horizonDays };
  const { weights } = await runTrial(engine, taken, before, equalWeights);
  progress(0.35, "Testing on the newest window");
  const test = await runTrial(engine, taken, { cutoffAgo: horizonDays, horizonDays }, weights);
  const judged = evaluateCandidates(test.tested, seed);

  progress(0.6, "Recommending");
  const chosen = { horizonDays, used: judged.used, weights: test.weights };
  const { recommended, popular } = await recommend(chosen, taken, known, tools);
  const people_count = await engine.writeParquet(
    orderedBy("person_id", recommended),
    recommenderFiles(dir).recommendations,
  );
  const names = await engine.rows<{ name: string }>(mostPopular(popular, known, maxRanks));
  return {
    people_count,
    item_count,
    recommended_item_count: await engine.count(recommendedItems(recommended)),
    popular: names.map(({ name }) => name),
    test: { cutoff: cutoffOf(now, horizonDays), horizon_days: horizonDays, people: test.people },
    ...judged,
    blend: visitGroups.map((visits, group) => ({ visits, weights: test.weights[group]! })),
  };
};

const streamOf = ({ stream_name: name }: RecommenderConfig, { streams }: AccountSnapshot): BuiltStream => {
  const stream = streams.find((built) => built.name === name);
  const known = streams.map((built) => built.name);
  if (!stream) throw refuse("stream-unknown", { name, streams: known.join(", ") || "none" });
  if (!stream.result.isDated) throw refuse("recommender-undated", { stream: name });
  return stream;
};

const propertyOf = (
  { stream_property_name: name }: RecommenderConfig,
  { name: stream, result }: BuiltStream,
): StreamProperty => {
  const summary = entryOf(result.properties, name);
  const known = Object.keys(result.properties).join(", ") || "none";
  if (!summary) throw refuse("property-unknown", { stream, property: name, properties: known });
  return emittedProperty(name, summary);
};

const maxHorizonDays = 90;

/** A quarter of the history, so that the windows for fitting, testing and learning have the same length. */
const horizonOf = async (engine: Engine, taken: Relation): Promise<number> => {
  const { days } = await engine.row<{ days: number }>(daysOfVisits(taken));
  return Math.max(1, Math.min(maxHorizonDays, Math.floor(days / 4)));
};

const cutoffOf = (now: EpochSeconds, daysAgo: number): EpochSeconds => now - daysAgo * secondsPerDay;

interface ChosenBlend extends Pick<Trial, "weights"> {
  horizonDays: number;
  used: RecommenderResult["used"];
}

/** Stages `recommendations`, one row per person with any item, in chunks, which bounds the memory. */
const recommend = async (
  { horizonDays, used, weights }: ChosenBlend,
  taken: Relation,
  items: Relation,
  { engine, progress }: StepTools,
): Promise<{ recommended: Relation; popular: Relation }> => {
  const known = await stageHistory(engine, taken, { cutoffAgo: 0, halfLifeDays: horizonDays });
  const chunks = await chunksOf(engine, known.visitors);
  let recommended: Relation | null = null;
  for (const [place, range] of chunks.entries()) {
    progress(0.6 + (0.35 * place) / chunks.length, `Recommending: part ${place + 1} of ${chunks.length}`);
    const some = peopleIn(known.visitors, range);
    const pooled = await engine.createTable("pool", candidateItems(known, some, null, range));
    const rows = recommendations(pooled, some, items, used, weights);
    if (recommended) await engine.insert(recommended, rows);
    else recommended = await engine.createTable("recommended", rows);
  }
  return { recommended: recommended!, popular: known.popular };
};
