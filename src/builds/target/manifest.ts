// The manifest of a target's file: how old the file is, which models its scores come from, and how many of
// the people with a row are expected to reach each goal.

import { type StreamRhythm, staleReasons } from "../../domain/data/freshness.js";
import { horizonAsOf } from "../../domain/outcome/label-window.js";
import { valueMeasures } from "../../domain/outcome/value.js";
import type { ScoringModel } from "../../domain/pipeline/scope.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { FileManifest, ManifestOutcome } from "../../domain/target/file-manifest.js";
import { listPresetOf } from "../../domain/target/target.js";
import { assert } from "../../errors/refusal.js";
import { quietAfterDays } from "../../model/evaluation/warnings.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import { sumInterval } from "../../model/value/expected-sum.js";
import { peopleWithRow } from "../../warehouse/delivery/representations.js";
import type { Engine } from "../../warehouse/engine.js";
import { relation, scopeFiles, streamFiles } from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import { scoresOfOutcome, scoreTotals, valueTotals } from "../../warehouse/scores.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { staleness } from "../../warehouse/streams.js";
import type { StepTools } from "../kind/kind.js";
import type { ManifestedOutcome, ManifestSources, TargetInput } from "./input.js";
import { listedOutcome } from "./list.js";

/** `rows` are those of the file; `people` are those with a row, by area where a row is an area. */
export const manifestOf = async (
  input: TargetInput,
  sources: ManifestSources,
  { rows, people }: { rows: Relation; people: Relation | null },
  { engine, now }: Pick<StepTools, "engine" | "now">,
): Promise<FileManifest> => {
  const { config, scope } = input;
  const dataThrough = input.people.data_through === null ? null : scope.result.data_through;
  const area = config.representation.mode === "aggregated" ? people : null;
  const inFile = await engine.createTable("people_with_row", peopleWithRow(rows, area));
  const listed = listPresetOf(config) && listedOutcome(input).id;
  const outcomes: ManifestOutcome[] = [];
  for (const [place, outcome] of sources.outcomes.entries())
    if (listed === undefined || listed === outcome.id)
      outcomes.push(await described(outcome, place, { input, sources, inFile }, engine));
  const horizonDays = outcomes.flatMap(({ horizon_days }) => horizon_days ?? []);
  const { arrivals } = sources;
  const rhythm = await lastDue(sources, dataThrough, engine);
  return {
    built_at: now,
    scored_at: sources.scoredAt,
    data_through: dataThrough,
    stale: staleReasons({ arrivals, rhythm, dataThrough, horizonDays }),
    arrivals,
    source: sources.source,
    outcomes,
  };
};

/** The stream whose next event is due last: the others may have stopped for good. */
const lastDue = async (
  { streamDirs }: ManifestSources,
  dataThrough: number | null,
  engine: Engine,
): Promise<StreamRhythm | null> => {
  if (dataThrough === null) return null;
  const rhythms: StreamRhythm[] = [];
  for (const dir of streamDirs) {
    const [found] = await engine.rows<{ quiet_days: number; usual_gap_days: number }>(
      staleness(relation(streamFiles(dir).events), dataThrough),
    );
    if (!found) continue;
    const { quiet_days: quiet, usual_gap_days: usualGapDays } = found;
    const lastEvent = Math.round(dataThrough - quiet * secondsPerDay);
    rhythms.push({ lastEvent, usualGapDays, quietAfterDays: quietAfterDays(usualGapDays) });
  }
  const dueAt = ({ lastEvent, quietAfterDays: days }: StreamRhythm) => lastEvent + days * secondsPerDay;
  return rhythms.sort((a, b) => dueAt(b) - dueAt(a))[0] ?? null;
};

interface Delivered {
  input: TargetInput;
  sources: ManifestSources;
  /** One row per person with a row in the file: person_id. */
  inFile: Relation;
}

const described = async (
  { id, name, builtAt, horizon, learnedThrough, refitAt, verdict, active }: ManifestedOutcome,
  place: number,
  { input, sources, inFile }: Delivered,
  engine: Engine,
): Promise<ManifestOutcome> => {
  const { model } = input.scope.result.outcomes[id] ?? {};
  assert(model, `the scores of outcome ${id} do not say which model made them`);
  const { version: model_version, feature_version } = model;
  const levelMargin = active === undefined ? model.level_margin : null;
  const expected = await expectedOf(input, place, inFile, levelMargin, engine);
  const value = await expectedValues(input, place, inFile, model, engine);
  const before = sources.previous?.outcomes.find((outcome) => outcome.id === id);
  const isSame = before?.model_version === model_version;
  return {
    id,
    name,
    verdict,
    ...(active !== undefined && { if_active: active }),
    ...(horizon === null ? { horizon_days: null } : horizonAsOf(input.scope.result.data_through, horizon)),
    learned_through: learnedThrough,
    refit_at: refitAt,
    model_trained_at: isSame ? before.model_trained_at : builtAt,
    model_version,
    feature_version,
    expected,
    ...(value && { value }),
  };
};

const expectedOf = async (
  { scope }: TargetInput,
  place: number,
  inFile: Relation,
  levelMargin: ScoringModel["level_margin"],
  engine: Engine,
): Promise<ManifestOutcome["expected"]> => {
  const scores = scoresOfOutcome(relation(scopeFiles(scope.dir).scores), place, inFile);
  const total = await engine.row<{ scored: number; expected: number; variance: number }>(
    scoreTotals(resultOf(scores)),
  );
  const { scored: people, expected, variance } = total;
  if (levelMargin === null || people === 0) return { people, expected };
  return { people, expected, ...totalInterval({ people, expected, variance }, levelMargin) };
};

/** Undefined for an outcome that asks for the probability alone. */
const expectedValues = async (
  { scope }: TargetInput,
  place: number,
  inFile: Relation,
  { values }: ScoringModel,
  engine: Engine,
): Promise<ManifestOutcome["value"]> => {
  if (!values) return undefined;
  const scores = relation(scopeFiles(scope.dir).scores);
  const totals: NonNullable<ManifestOutcome["value"]> = {};
  for (const measure of valueMeasures) {
    const error = values[measure];
    if (!error) continue;
    const total = await engine.row<{ expected: number; variance: number }>(
      valueTotals(scores, place, inFile, measure, error.square),
    );
    totals[measure] = { expected: total.expected, interval: sumInterval(total, error.level_margin) };
  }
  return totals;
};
