// Kept scores of a pipeline: of the last builds the probabilities, what counts of events they were made from,
// and the models, so that a later build can say why a score changed. Nothing else of a build is kept: events
// have their arrival, and former ids lead to today's people.

import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { calendarOf } from "../../../domain/outcome/label-window.js";
import {
  keptBuilds,
  type ScoreChanges,
  type ScoredBuild,
  type ScoredBuilds,
  type ScoredModel,
} from "../../../domain/pipeline/score-change.js";
import type { EpochMs } from "../../../domain/resource/resource.js";
import type { Engine } from "../../../warehouse/engine.js";
import { streamsOf } from "../../../warehouse/features/histories.js";
import {
  eventCounts,
  newestArrival,
  printOfScores,
  renamed,
  renamedAmong,
  scoresToKeep,
} from "../../../warehouse/kept-scores.js";
import { linkFile } from "../../../warehouse/layers.js";
import {
  formerIds,
  outcomeFiles,
  peopleFiles,
  relation,
  scopeFiles,
  streamFiles,
} from "../../../warehouse/relations.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { StepTools } from "../../kind/kind.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { definingStreamsOf, type OutcomeSpec, objectiveOf } from "../../outcome/prediction-task.js";
import { modelVersion, type StoredModel } from "../../outcome/stored-model.js";
import type { PreviousScores } from "../input.js";
import type { Analysis } from "./analysis.js";
import { changesSince } from "./score-changes.js";

/** An outcome whose scores are kept. */
export interface KeptOutcome {
  id: string;
  dir: string;
  spec: OutcomeSpec;
  learnedThrough: number | null;
  /** person_id and probability before bias mitigation; null where nothing is mitigated. */
  unmitigated: Relation | null;
}

type Tools = Pick<StepTools, "engine" | "dir" | "now">;

export const changes: Analysis = {
  name: "changes",
  isRequested: ({ tracking }) => tracking !== null,
  async ofFile({ input: { tracking, account, previousScores = null }, outcomes, tools }) {
    const kept = outcomes.flatMap(({ outcome: { id, dir, result }, unmitigated }): KeptOutcome[] => {
      const spec = tracking?.specs[id];
      return spec ? [{ id, dir, spec, learnedThrough: result.learned_through, unmitigated }] : [];
    });
    return kept.length === 0 ? {} : keepScores(kept, previousScores, account, tools);
  },
};

/**
 * Writes the scores of this build and those of the builds before it into the step's directory, and compares
 * it with the one before.
 */
export const keepScores = async (
  outcomes: readonly KeptOutcome[],
  previous: PreviousScores | null,
  account: AccountSnapshot,
  tools: Tools,
): Promise<{ builds: ScoredBuilds; changes?: ScoreChanges }> => {
  const { engine, dir } = tools;
  const files = scopeFiles(dir);
  await mkdir(path.dirname(files.kept("")), { recursive: true });
  await mkdir(path.dirname(files.model("")), { recursive: true });
  const models: ScoredModel[] = [];
  const streams = new Set<string>();
  for (const outcome of outcomes) {
    const { model, streams: read } = await keepModel(outcome, dir);
    models.push(model);
    for (const stream of read) streams.add(stream);
  }
  const current = await keepCurrent(outcomes, models, [...streams].sort(), account, tools);
  if (previous === null) return { builds: { current, former: [] } };
  const { builds, dir: previousDir } = previous;
  const former = keptBuilds(current, [builds.current, ...builds.former]);
  for (const build of former) await keepFormer(build, build === builds.current, previousDir, account, tools);
  const [since] = former;
  const changes = since && (await changesSince(since, current, dir, account, engine));
  return { builds: { current, former }, ...(changes && { changes }) };
};

const keepModel = async ({ id, dir: from, spec, learnedThrough }: KeptOutcome, dir: string) => {
  const text = await readFile(outcomeFiles(from).model, "utf8");
  const version = modelVersion(text);
  await linkOnce(outcomeFiles(from).model, scopeFiles(dir).model(version));
  const { config } = spec;
  const calendar = calendarOf(config);
  const definition = JSON.stringify([
    objectiveOf(spec),
    config.horizon_days ?? null,
    ...(calendar === undefined ? [] : [calendar]),
  ]);
  const streams = streamsOf((JSON.parse(text) as StoredModel).plan);
  const defining = definingStreamsOf(spec).find((stream) => streams.includes(stream));
  const model: ScoredModel = {
    id,
    model: version,
    definition: createHash("sha256").update(definition).digest("hex").slice(0, 16),
    stream: defining ?? streams[0] ?? null,
    learned_through: learnedThrough,
  };
  return { model, streams };
};

const keepCurrent = async (
  outcomes: readonly KeptOutcome[],
  models: ScoredModel[],
  names: string[],
  account: AccountSnapshot,
  { engine, dir, now }: Tools,
): Promise<ScoredBuild> => {
  const files = scopeFiles(dir);
  const streams = names.map((name) => eventsOf(name, account));
  const kept = scoresToKeep({
    scores: relation(files.scores),
    unmitigated: outcomes.map(({ unmitigated }) => unmitigated),
    counts: streams.map((stream) => eventCounts(stream, account.dataThrough)),
    aliases: formerIds(account.peopleDir),
  });
  await engine.writeParquet(kept, files.current);
  const { print } = await engine.row<{ print: string }>(
    printOfScores(relation(files.current), outcomes.length),
  );
  const made = { data_through: account.dataThrough, streams: names, outcomes: models };
  return {
    build: createHash("sha256")
      .update(JSON.stringify([made, print]))
      .digest("hex")
      .slice(0, 16),
    built_at: now,
    arrived_through: await arrivedThrough(streams, engine),
    ...made,
  };
};

const arrivedThrough = async (streams: readonly Relation[], engine: Engine): Promise<EpochMs | null> =>
  streams.length === 0
    ? null
    : (await engine.row<{ arrival: number | null }>(newestArrival(streams))).arrival;

const eventsOf = (name: string, { streams }: AccountSnapshot): Relation =>
  relation(streamFiles(streams.find((stream) => stream.name === name)!.dir).events);

/**
 * Keeps former scores by the ids of today: a person who was erased is gone here too, and one who became
 * somebody else is found.
 */
const keepFormer = async (
  { build, outcomes }: ScoredBuild,
  wasCurrent: boolean,
  previousDir: string,
  { peopleDir }: AccountSnapshot,
  { engine, dir }: Tools,
): Promise<void> => {
  const [before, files] = [scopeFiles(previousDir), scopeFiles(dir)];
  const from = wasCurrent ? before.current : before.kept(build);
  const named = [relation(from), relation(peopleFiles(peopleDir).people), formerIds(peopleDir)] as const;
  const { renamed: count } = await engine.row<{ renamed: number }>(renamedAmong(...named));
  if (count > 0) await engine.writeParquet(renamed(...named), files.kept(build));
  else await linkFile(from, files.kept(build));
  for (const { model } of outcomes) await linkOnce(before.model(model), files.model(model));
};

/** Several builds may have one model. */
const linkOnce = (from: string, to: string): Promise<void> =>
  linkFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });

/** The builds whose files are all there. */
export const intactBuilds = (
  { current, former }: ScoredBuilds,
  isIntact: (file: string) => boolean,
): ScoredBuilds | null => {
  const files = scopeFiles("");
  const hasModels = ({ outcomes }: ScoredBuild) =>
    outcomes.every(({ model }) => isIntact(files.model(model)));
  const left = former.filter((each) => isIntact(files.kept(each.build)) && hasModels(each));
  return isIntact(files.current) && hasModels(current) ? { current, former: left } : null;
};
