// Changes of scores since an earlier build, which keeps its scores and its model. Everything else of that
// build is made again from what the account knows today: features as of its cutoff, from the events that had
// arrived by then.

import { readFile } from "node:fs/promises";
import type { Feature, FeaturePlan } from "../../../domain/outcome/features/feature.js";
import {
  type ChangePart,
  type ChangeTotals,
  changeBands,
  modelOf,
  type ScoreChanges,
  type ScoredBuild,
  type ScoredModel,
} from "../../../domain/pipeline/score-change.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { type ChangePath, changeParts, meanParts } from "../../../model/explain/score-change.js";
import { predictPropensity } from "../../../model/propensity/model.js";
import type { Engine, Row } from "../../../warehouse/engine.js";
import { type FeatureRelations, streamsOf } from "../../../warehouse/features/histories.js";
import { peopleAt, readFrame, readFrames } from "../../../warehouse/frame.js";
import {
  changeCounts,
  changeSample,
  eventsBetween,
  eventsKnown,
  readableRows,
  scorePairs,
} from "../../../warehouse/kept-scores.js";
import { relation, scopeFiles } from "../../../warehouse/relations.js";
import { hasColumn } from "../../../warehouse/rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { ChangeFacts, StreamCount } from "../../../words/score-change.js";
import { featureRelations } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import type { StoredModel } from "../../outcome/stored-model.js";

/** The standard error of a mean part is a thirtieth of its standard deviation. */
const sampled = 1_000;

/** Two builds of a pipeline, and an outcome that both have. */
export interface ComparedBuilds {
  from: ScoredBuild;
  to: ScoredBuild;
  outcomeId: string;
  /** Directory of the pipeline's result, which is `to`. */
  scopeDir: string;
  account: AccountSnapshot;
}

/** Changes of all outcomes that both builds have. */
export const changesSince = async (
  from: ScoredBuild,
  to: ScoredBuild,
  scopeDir: string,
  account: AccountSnapshot,
  engine: Engine,
): Promise<ScoreChanges> => {
  const outcomes: Record<string, ChangeTotals> = {};
  for (const { id: outcomeId } of to.outcomes)
    if (modelOf(from, outcomeId))
      outcomes[outcomeId] = await changeTotals({ from, to, outcomeId, scopeDir, account }, engine);
  const { build, built_at, data_through } = from;
  return { since: { build, built_at, data_through }, outcomes };
};

export const changeTotals = async (compared: ComparedBuilds, engine: Engine): Promise<ChangeTotals> => {
  const pairs = await pairsOf(compared, engine);
  type Counts = Pick<ChangeTotals, "people" | "entered" | "left" | "mean_from" | "mean_to"> & Row;
  const { people, entered, left, mean_from, mean_to, ...bands } = await engine.row<Counts>(
    changeCounts(pairs),
  );
  const model = await readModel(compared);
  const canExplain = missingInputs(model.plan, compared.account).length === 0;
  const sample = canExplain ? await explainChanges(changeSample(pairs, sampled), compared, engine) : [];
  return {
    people,
    entered,
    left,
    mean_from,
    mean_to,
    bands: Array.from({ length: 2 * changeBands.length + 1 }, (_, i) => bands[`band_${i}`] as number),
    sampled: sample.length,
    parts: meanParts(sample.map(({ parts }) => parts)),
  };
};

/** A table with the rows of `scorePairs`. */
export const pairsOf = async (
  { from, to, outcomeId, scopeDir }: ComparedBuilds,
  engine: Engine,
): Promise<Relation> => {
  const files = scopeFiles(scopeDir);
  const kept = async (file: string, { outcomes }: ScoredBuild) => {
    const place = outcomes.findIndex(({ id }) => id === outcomeId);
    const rows = relation(file);
    const isMitigated = await hasColumn(engine, rows, `unmitigated_${place}`);
    return { kept: rows, place, isMitigated };
  };
  const [before, after] = [await kept(files.kept(from.build), from), await kept(files.current, to)];
  return engine.createTable("score_pairs", scorePairs(before, after, from.streams.length));
};

/** Names of what the features of a plan are made from and the account no longer has. */
export const missingInputs = ({ features }: FeaturePlan, { streams }: AccountSnapshot): string[] => {
  const known = new Map(streams.map(({ name, result }) => [name, Object.keys(result.properties)]));
  const gone = features.flatMap((feature) => {
    const stream = streamsOf({ features: [feature] }).find((name) => !known.has(name));
    if (stream !== undefined) return [`stream ${stream}`];
    return propertiesOf(feature)
      .filter((property) => !known.get(feature.provider)!.includes(property))
      .map((property) => `property ${property} of stream ${feature.provider}`);
  });
  return [...new Set(gone)];
};

const propertiesOf = (feature: Feature): string[] => {
  if (feature.over === "events" || feature.over === "days")
    return "property" in feature.measure ? [feature.measure.property] : [];
  if (feature.over !== "group") return [];
  const { key } = feature.measure;
  const number = feature.measure.of === "group_mean" ? feature.measure.number : null;
  return [...(key.isTrait ? [] : [key.name]), ...(number === null ? [] : [number])];
};

export const readModel = async ({ from, outcomeId, scopeDir }: ComparedBuilds): Promise<StoredModel> => {
  const { model } = modelOf(from, outcomeId)!;
  return JSON.parse(await readFile(scopeFiles(scopeDir).model(model), "utf8")) as StoredModel;
};

export interface ExplainedChange {
  personId: bigint;
  from: number;
  to: number;
  parts: ChangePart[];
  facts: ChangeFacts;
}

/** `pairs` are rows of `scorePairs` with both scores. In order of person. */
export const explainChanges = async (
  pairs: Relation,
  compared: ComparedBuilds,
  engine: Engine,
): Promise<ExplainedChange[]> => {
  const { from, to, outcomeId, account } = compared;
  const chosen = await engine.createTable("chosen_changes", pairs);
  const rows = await engine.rows<PairRow>(readableRows(chosen));
  if (rows.length === 0) return [];
  const { plan, model } = await readModel(compared);
  const counts = await eventsOfPeople(chosen, compared, engine);
  const known = rows.map((row, i) => knownEvents(row, counts, i));
  const unsure = rows.flatMap(({ person_id }, i) => (known[i]!.isByArrival ? [] : [BigInt(person_id)]));
  const relations = featureRelations(account);
  const earlier = await withEarlierEvents(relations, unsure, compared, engine);
  const spine = (cutoff: number) => ({
    cutoff,
    people: peopleAt(chosen, cutoff),
  });
  const spines = [from.data_through, to.data_through].map(spine);
  const asKnown = predictPropensity(model, await readFrames(engine, plan, earlier, spines));
  const { cutoff, people } = spines[1]!;
  const withEvents = predictPropensity(model, await readFrame(engine, plan, relations, people, cutoff));
  const models = { from: modelOf(from, outcomeId)!, to: modelOf(to, outcomeId)! };
  return rows.map((row, i): ExplainedChange => {
    const path: ChangePath = {
      from: row.from_probability,
      fromModel: row.from_model,
      asKnownNow: asKnown[i]!,
      later: asKnown[rows.length + i]!,
      withEvents: withEvents[i]!,
      toModel: row.to_model,
      to: row.to_probability,
    };
    return {
      personId: BigInt(row.person_id),
      from: path.from,
      to: path.to,
      parts: changeParts(path, row.is_merged),
      facts: factsOf(row, known[i]!, counts, i, { from, to, models }),
    };
  });
};

type PairRow = Row & {
  person_id: string;
  from_probability: number;
  from_model: number;
  to_probability: number;
  to_model: number;
  is_merged: boolean;
};

/** A row of `eventsBetween`. */
type EventCounts = Row & Record<"earlier" | "arrived" | "all_events", number> & { last_time: number | null };

/** Counts by stream of the earlier build, in its order; null for one that is gone. */
type StreamCounts = { stream: string; people: EventCounts[] | null }[];

const eventsOfPeople = async (
  chosen: Relation,
  { from, to, account }: ComparedBuilds,
  engine: Engine,
): Promise<StreamCounts> => {
  const between = {
    cutoff: from.data_through,
    arrivedThrough: from.arrived_through,
    now: to.data_through,
  };
  const { events } = featureRelations(account);
  const counts: StreamCounts = [];
  for (const stream of from.streams) {
    const isThere = account.streams.some(({ name }) => name === stream);
    const people = isThere
      ? await engine.rows<EventCounts>(eventsBetween(chosen, events(stream), between))
      : null;
    counts.push({ stream, people });
  }
  return counts;
};

interface KnownEvents {
  /** Whether the arrival of events tells which of them the earlier build knew. */
  isByArrival: boolean;
  /** Number of those events, by stream. */
  counts: number[];
}

/**
 * A build that knew more events of a person than have arrived by then has read another file, of which a later
 * one has taken the place. Then all events before its cutoff count as known.
 */
const knownEvents = (row: PairRow, counts: StreamCounts, i: number): KnownEvents => {
  const sum = (of: (k: number) => number) => counts.reduce((total, _, k) => total + of(k), 0);
  const own = (k: number) => counts[k]!.people?.[i];
  const isByArrival = sum((k) => own(k)?.arrived ?? 0) >= sum((k) => (own(k) ? kept(row, "known", k) : 0));
  const known = counts.map(({ people }) => people?.[i]?.[isByArrival ? "arrived" : "earlier"] ?? 0);
  return { isByArrival, counts: known };
};

const kept = (row: PairRow, of: "own" | "known", k: number): number => Number(row[`${of}_${k}`]);

/** The features' relations with the events alone that the earlier build knew. */
const withEarlierEvents = async (
  relations: FeatureRelations,
  unsure: readonly bigint[],
  { from }: ComparedBuilds,
  engine: Engine,
): Promise<FeatureRelations> => {
  const people = await engine.createTableOf("unsure_people", { person_id: BigInt64Array.from(unsure) });
  const known = { cutoff: from.data_through, arrivedThrough: from.arrived_through };
  return { ...relations, events: (stream) => eventsKnown(relations.events(stream), known, people) };
};

interface Models {
  from: ScoredBuild;
  to: ScoredBuild;
  models: { from: ScoredModel; to: ScoredModel };
}

const factsOf = (
  row: PairRow,
  known: KnownEvents,
  counts: StreamCounts,
  i: number,
  { from, to, models }: Models,
): ChangeFacts => {
  const byStream = (of: (own: EventCounts, k: number) => number): StreamCount[] =>
    counts.flatMap(({ stream, people }, k) => {
      const count = people ? of(people[i]!, k) : 0;
      return count === 0 ? [] : [{ stream, count }];
    });
  const main = counts.find(({ stream }) => stream === models.to.stream)?.people?.[i];
  const lastTime = main?.last_time ?? null;
  const days = (seconds: number) => Math.round(seconds / secondsPerDay);
  return {
    earlier: byStream((_, k) => known.counts[k]! - kept(row, "own", k)),
    added: byStream(({ all_events }, k) => all_events - known.counts[k]!),
    late: byStream(({ earlier }, k) => earlier - known.counts[k]!),
    stream: models.to.stream,
    daysPassed: days(to.data_through - from.data_through),
    quietDays: lastTime === null ? null : days(to.data_through - lastTime),
    learnedThrough: models.to.learned_through,
    isRedefined: models.from.definition !== models.to.definition,
  };
};
