// Manifests of delivered files on the way out, and the headers that say the most important of it with the file itself.

import type { StaleReason } from "../../domain/data/freshness.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import {
  type FileManifest,
  isStale,
  type ManifestOutcome,
  staleAfter,
} from "../../domain/target/file-manifest.js";
import type { TargetResult } from "../../domain/target/target.js";
import type { TrackedBuild } from "../../domain/target/tracked-build.js";
import type { Resource } from "../../store/resources.js";
import { freshnessText, staleText } from "../../words/freshness.js";
import { present } from "../json.js";
import { isoMs, isoSeconds } from "./record.js";
import { renderExpectedValues } from "./value.js";
import { renderVerdict } from "./verdict.js";

export const renderManifest = (
  { id, name, lastUpdatedOutputAt }: Resource<"targets">,
  result: TargetResult,
  now: EpochMs,
): JsonObject => {
  const { manifest } = result;
  return present({
    target_id: id,
    target_name: name,
    row_count: result.rows,
    left_out_count: result.left_out_count,
    file_size: result.bytes,
    sha256: result.sha256,
    columns: result.columns,
    build: result.tracked?.current.build,
    builds: result.tracked?.former.map(renderBuild),
    built_at: isoMs(manifest?.built_at ?? lastUpdatedOutputAt),
    ...(manifest && freshness(manifest, now)),
    outcomes: manifest?.outcomes.map(renderOutcome),
  });
};

const renderBuild = ({ build, sha256, built_at, rows }: TrackedBuild): JsonObject => ({
  build,
  sha256,
  built_at: isoMs(built_at),
  row_count: rows,
});

const freshness = (manifest: FileManifest, now: EpochMs): JsonObject => {
  const { built_at, scored_at, data_through } = manifest;
  const stale_after = isoMs(staleAfter(manifest));
  const is_stale = isStale(manifest, now);
  const figures = {
    built_at,
    is_stale,
    data_through: isoSeconds(data_through),
    stale_after,
    stale_reasons: manifest.stale,
  };
  return {
    scored_at: isoMs(scored_at),
    data_through: isoSeconds(data_through),
    stale_after,
    is_stale,
    text: freshnessText(figures),
    stale_reasons: manifest.stale.map(renderReason),
  };
};

const renderReason = (reason: StaleReason): JsonObject => ({
  ...reason,
  at: isoMs(reason.at),
  since: isoMs(reason.since),
  text: staleText(reason),
});

const renderOutcome = ({
  id,
  name,
  learned_through,
  refit_at,
  model_trained_at,
  horizon_days,
  horizon_months,
  horizon_through,
  model_version,
  feature_version,
  verdict,
  if_active,
  expected: { people, expected, low, high },
  value,
}: ManifestOutcome): JsonObject =>
  present({
    outcome_id: id,
    outcome_name: name,
    horizon_days,
    horizon_months,
    horizon_through,
    model_trained_at: isoMs(model_trained_at),
    learned_through: isoSeconds(learned_through),
    refit_at: isoSeconds(refit_at),
    model_version,
    feature_version,
    verdict: renderVerdict(verdict),
    if_active,
    scored_count: people,
    expected,
    expected_low: low,
    expected_high: high,
    value: value && renderExpectedValues(value),
  });

/**
 * Headers of the file. The manifest's address is relative to the file's, and has the signature by which the
 * file was asked for: who may read the file may read its manifest.
 */
export const manifestHeaders = (
  { manifest, tracked }: TargetResult,
  query: Readonly<Record<string, string | undefined>>,
  now: EpochMs,
): Record<string, string> => {
  const signed = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = signed.length > 0 ? `?${new URLSearchParams(signed)}` : "";
  return {
    link: `<manifest${search}>; rel="describedby"; type="application/json"`,
    ...(present({
      "bellwether-build": tracked?.current.build,
      "bellwether-data-through": isoSeconds(manifest?.data_through),
      "bellwether-stale-after": manifest && isoMs(staleAfter(manifest)),
      "bellwether-stale": manifest && isStale(manifest, now) ? "true" : undefined,
    }) as Record<string, string>),
  };
};
