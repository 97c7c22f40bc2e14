// Sources of a file's manifest: how often new data arrive, the models behind the pipeline's outcomes, and the
// inputs of the file. The fingerprint of the file leaves them out, because they change nothing in it.

import { createHash } from "node:crypto";
import { hasRhythm, tellingArrivals } from "../../domain/data/freshness.js";
import { judgedVerdict } from "../../domain/outcome/judgement.js";
import { horizonFieldsOf } from "../../domain/outcome/label-window.js";
import type { FileSource } from "../../domain/pipeline/replay.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { FileManifest } from "../../domain/target/file-manifest.js";
import type { Account } from "../kind/account.js";
import { directoriesRead, outputsAnything } from "../kind/datasets.js";
import {
  type BuiltResource,
  type DataDirectory,
  filePrints,
  type RecordedResource,
} from "../kind/recorded.js";
import type { ManifestedOutcome, ManifestSources } from "./input.js";

interface Described {
  scope: BuiltResource<"scopes">;
  outcomes: readonly BuiltResource<"outcomes">[];
  /** All that defines the file, besides datasets and people. */
  definedBy: readonly RecordedResource[];
  previous: FileManifest | null;
}

export const manifestSources = (
  { scope, outcomes, definedBy, previous }: Described,
  account: Account,
  data: DataDirectory,
): ManifestSources => {
  const arrivals = tellingArrivals([...(previous?.arrivals ?? []), ...arrivalsOf(account)]);
  const dated = account.snapshot(data).streams.filter(({ result }) => result.isDated);
  return {
    scoredAt: scope.lastUpdatedOutputAt!,
    arrivals,
    source: sourceOf(definedBy, account),
    streamDirs: hasRhythm(arrivals) ? [] : dated.map(({ dir }) => dir),
    outcomes: outcomes.map((outcome) => manifested(outcome, account)),
    previous,
  };
};

/**
 * Arrivals of files and of reads of tables. A replaced file is known for a while only, so manifests hand
 * arrivals on.
 */
const arrivalsOf = (account: Account): EpochMs[] => {
  const datasets = account.ofType("datasets");
  return datasets.filter(outputsAnything).flatMap(({ config, result }) => {
    const directories = directoriesRead(config.options, datasets) ?? [];
    const files = directories.flatMap((name) => [...account.filesIn(name), ...account.replacedIn(name)]);
    const updates = result?.updates ?? [];
    return [...files.map(({ created_at }) => created_at), ...updates.map(({ datetime }) => datetime)];
  });
};

const sourceOf = (definedBy: readonly RecordedResource[], account: Account): FileSource => {
  // Lists of people to leave out count as they are now, for the files of any date.
  const datasets = account.readableDatasets().filter(({ config }) => config.privacy === undefined);
  const all = [...account.ofType("people"), ...datasets, ...definedBy];
  const known = datasets.map(({ result }) => result.arrivals_through);
  return {
    arrivals_through: Math.max(0, ...known),
    directories: [...new Set(datasets.flatMap((dataset) => directoriesOf(dataset, account)))].sort(),
    definitions: Object.fromEntries(all.map(({ id, config }) => [id, hashOf(config)])),
    files: Object.fromEntries(datasets.map((dataset) => [dataset.id, hashOf(filesOf(dataset, account))])),
  };
};

const directoriesOf = ({ config }: RecordedResource<"datasets">, account: Account): string[] =>
  directoriesRead(config.options, account.ofType("datasets")) ?? [];

const filesOf = (dataset: RecordedResource<"datasets">, account: Account) =>
  directoriesOf(dataset, account).flatMap((directory) => filePrints(account.filesIn(directory)));

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

const manifested = (outcome: BuiltResource<"outcomes">, account: Account): ManifestedOutcome => {
  const { id, name, config, result, lastUpdatedOutputAt } = outcome;
  const active = account.ofType("cohorts").find((cohort) => cohort.id === config.active_cohort_id);
  return {
    id,
    name,
    builtAt: lastUpdatedOutputAt ?? null,
    horizon: result.mode === "static" ? null : horizonFieldsOf(result),
    learnedThrough: result.learned_through,
    refitAt: result.refit_at,
    verdict: judgedVerdict(result),
    ...(active && { active: active.name }),
  };
};
