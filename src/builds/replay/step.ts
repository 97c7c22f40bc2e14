// The step of a replay: keeps the files that were built for each date, and looks up what the people who were
// scored then have done since.

import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type HorizonFields, horizonAsOf, horizonOf, windowEnd } from "../../domain/outcome/label-window.js";
import type { ScoreSnapshot } from "../../domain/pipeline/observed-performance.js";
import type {
  DeliveredComparison,
  ObservedOutcome,
  ReplayedDate,
  ReplayedFile,
  ReplayedOutcome,
} from "../../domain/pipeline/replay.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import { score } from "../../model/evaluation/metrics.js";
import { countMinority } from "../../model/numeric/labels.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import { copyToCsv } from "../../warehouse/delivery/file.js";
import { linkFile } from "../../warehouse/layers.js";
import { labelledScores, type SnapshotWindow } from "../../warehouse/observed-performance.js";
import { formerIds, outcomeFiles, peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import {
  observedPeople,
  type ReplayedColumns,
  replayedLabels,
  replayedScores,
  scoredThen,
} from "../../warehouse/replayed-scores.js";
import { allRows } from "../../warehouse/rows.js";
import { scoreTotals } from "../../warehouse/scores.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Step, StepTools } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { type OutcomeSpec, objectiveOf } from "../outcome/prediction-task.js";
import type { StoredModel } from "../outcome/stored-model.js";
import { observedFrom } from "../scope/analyses/performance.js";

export interface ReplayInput {
  /** The account as of its last builds; null before people were resolved. */
  today: AccountSnapshot | null;
  dates: BuiltDate[];
}

/** Build of a date: what was made as of then. */
interface BuiltDate {
  at: EpochMs;
  arrivalsThrough: EpochMs;
  missing: string[];
  error: string | null;
  /** Null where the pipeline could not be built. */
  scope: { dir: string; dataThrough: EpochSeconds | null; outcomes: ScoredOutcome[] } | null;
  targets: BuiltFile[];
}

/** An outcome of the pipeline, in the order of its scores. */
interface ScoredOutcome {
  id: string;
  name: string;
  /** Directory of the pipeline's result as of then. */
  dir: string;
  /** Null without dates. */
  /** Null without dates. */
  horizon: HorizonFields | null;
  /** As defined today. */
  spec: OutcomeSpec;
}

interface BuiltFile {
  id: string;
  name: string;
  error: string | null;
  /** Null where there is none. */
  built: { dir: string; file: string; rows: number; bytes: number; sha256: string } | null;
  delivered: DeliveredComparison | null;
}

export const buildReplay: Step<ReplayInput, { dates: ReplayedDate[] }> = async ({ today, dates }, tools) => {
  const found: ReplayedDate[] = [];
  for (const [i, date] of dates.entries()) {
    tools.progress(i / dates.length, "Looking up what people have done since");
    await mkdir(path.join(tools.dir, nameOf(i)), { recursive: true });
    const files: ReplayedFile[] = [];
    for (const target of date.targets) files.push(await keepFile(target, i, tools));
    const { outcomes, peopleFile } = await lookUp(date, i, today, tools);
    const { at, arrivalsThrough: arrivals_through, missing, error, scope } = date;
    found.push({
      at,
      arrivals_through,
      missing,
      error,
      files,
      outcomes,
      data_through: scope?.dataThrough ?? null,
      people_file: peopleFile,
    });
    await tools.engine.clear();
  }
  return { dates: found };
};

/** The directory of a date. */
const nameOf = (index: number): string => `date-${index}`;

const keepFile = async (
  { id, name, error, built, delivered }: BuiltFile,
  index: number,
  { dir }: Pick<StepTools, "dir">,
): Promise<ReplayedFile> => {
  const about = { target_id: id, name, error, delivered };
  if (!built) return { ...about, path: null, rows: 0, bytes: 0, sha256: "" };
  const { file, rows, bytes, sha256 } = built;
  const kept = path.join(nameOf(index), id, file);
  await mkdir(path.dirname(path.join(dir, kept)), { recursive: true });
  await linkFile(path.join(built.dir, file), path.join(dir, kept));
  return { ...about, path: kept, rows, bytes, sha256 };
};

const lookUp = async (
  { scope }: BuiltDate,
  index: number,
  today: AccountSnapshot | null,
  { engine, dir }: StepTools,
): Promise<{ outcomes: ReplayedOutcome[]; peopleFile: string | null }> => {
  if (!scope) return { outcomes: [], peopleFile: null };
  const outcomes: ReplayedOutcome[] = [];
  const columns: ReplayedColumns[] = [];
  for (const [place, outcome] of scope.outcomes.entries()) {
    const looking = {
      scores: relation(scopeFiles(scope.dir).scores),
      cutoff: scope.dataThrough,
      place,
      today,
    };
    const { found, labels } = await follow(outcome, looking, `${index}_${place}`, engine);
    outcomes.push(found);
    columns.push({ id: outcome.id, place, labels });
  }
  const peopleFile = path.join(nameOf(index), "people.csv");
  const rows = observedPeople(relation(scopeFiles(scope.dir).scores), columns);
  await engine.run(
    copyToCsv(rows, path.join(dir, peopleFile), { delimiter: ",", gzip: false, quoteAll: false }),
  );
  return { outcomes, peopleFile };
};

interface Looking {
  /** Scores of the pipeline, as of then. */
  scores: Relation;
  /** Null without dates. */
  cutoff: EpochSeconds | null;
  place: number;
  today: AccountSnapshot | null;
}

/** `labels` has one row per person whose result is known: was, has_attained. */
const follow = async (
  { id, name, dir, horizon, spec }: ScoredOutcome,
  { scores, cutoff, place, today }: Looking,
  suffix: string,
  engine: StepTools["engine"],
): Promise<{ found: ReplayedOutcome; labels: Relation | null }> => {
  const { levelMargin } = JSON.parse(await readFile(outcomeFiles(dir).model, "utf8")) as StoredModel;
  const then = replayedScores(scores, place);
  const totals = await engine.row<{ scored: number; expected: number; variance: number }>(scoreTotals(then));
  const { scored: people, expected, variance } = totals;
  const hasInterval = levelMargin !== null && people > 0;
  const expected_interval = hasInterval ? totalInterval({ people, expected, variance }, levelMargin) : null;
  const isDated = cutoff !== null && horizon !== null && levelMargin !== null;
  const ends_at = isDated ? windowEnd(cutoff, horizonOf(horizon)) : null;
  const found = { id, name, people, expected, expected_interval, ends_at };
  if (ends_at === null || today === null || ends_at > today.dataThrough || people === 0)
    return { found: { ...found, observed: null }, labels: null };
  const window = { cutoff: cutoff!, until: ends_at };
  const labels = await stageLabels(then, { spec, window, today }, suffix, engine);
  const observed = await observe(
    labels,
    { cutoff: cutoff!, ...horizonAsOf(cutoff!, horizon!), people, level_margin: levelMargin! },
    engine,
  );
  return { found: { ...found, observed }, labels };
};

interface Following {
  spec: OutcomeSpec;
  window: SnapshotWindow;
  today: AccountSnapshot;
}

/** One row per person of then whose result is known: was, person_id, probability, percentile, has_attained. */
const stageLabels = async (
  then: Relation,
  { spec, window, today }: Following,
  suffix: string,
  engine: StepTools["engine"],
): Promise<Relation> => {
  const people = relation(peopleFiles(today.peopleDir).people);
  const aliases = formerIds(today.peopleDir);
  const scored = await engine.createTable(`scored_then_${suffix}`, scoredThen(then, people, aliases));
  const labelled = labelledScores(scored, objectiveOf(spec), cohortInputs(today), window);
  return engine.createTable(`labelled_then_${suffix}`, allRows(labelled));
};

const observe = async (
  labels: Relation,
  snapshot: Omit<ScoreSnapshot, "model">,
  engine: StepTools["engine"],
): Promise<ObservedOutcome> => {
  const observed = await observedFrom(snapshot, labels, engine);
  const { columns } = await engine.columns(replayedLabels(labels));
  const label = Uint8Array.from(columns.attained as Float64Array);
  if (label.length === 0) return { ...observed, auc: null, calibration_error: 0 };
  const { auc, ece } = score(Float64Array.from(columns.probability as Float64Array), label);
  return { ...observed, auc: countMinority(label) > 0 ? auc : null, calibration_error: ece };
};
