// Sources of a file's manifest: the rhythm in which the account's data come, and the models behind the pipeline's outcomes. None of it
// is in the fingerprint: it changes nothing in the file.

import type { FileManifest } from "../../domain/file-manifest.js";
import { hasRhythm, tellingArrivals } from "../../domain/freshness.js";
import { judgedVerdict } from "../../domain/judgement.js";
import type { EpochMs } from "../../domain/resource.js";
import type { Account } from "../kind/account.js";
import { directoriesRead, outputsAnything } from "../kind/datasets.js";
import type { BuiltResource, DataDirectory } from "../kind/recorded.js";
import type { ManifestedOutcome, ManifestSources } from "./input.js";

interface Described {
  scope: BuiltResource<"scopes">;
  outcomes: readonly BuiltResource<"outcomes">[];
  previous: FileManifest | null;
}

export const manifestSources = (
  { scope, outcomes, previous }: Described,
  account: Account,
  data: DataDirectory,
): ManifestSources => {
  const arrivals = tellingArrivals([...(previous?.arrivals ?? []), ...arrivalsOf(account)]);
  const dated = account.snapshot(data).streams.filter(({ result }) => result.isDated);
  return {
    scoredAt: scope.lastUpdatedOutputAt ?? null,
    arrivals,
    streamDirs: hasRhythm(arrivals) ? [] : dated.map(({ dir }) => dir),
    outcomes: outcomes.map((outcome) => manifested(outcome)),
    previous,
  };
};

/** Of files and of reads of tables. A replaced file is known for a while only, so manifests hand arrivals on. */
const arrivalsOf = (account: Account): EpochMs[] => {
  const datasets = account.ofType("datasets");
  return datasets.filter(outputsAnything).flatMap(({ config, result }) => {
    const directories = directoriesRead(config.options, datasets) ?? [];
    const files = directories.flatMap((name) => [...account.filesIn(name), ...account.replacedIn(name)]);
    const updates = result?.updates ?? [];
    return [...files.map(({ created_at }) => created_at), ...updates.map(({ datetime }) => datetime)];
  });
};

const manifested = (outcome: BuiltResource<"outcomes">): ManifestedOutcome => {
  const { id, name, result, lastUpdatedOutputAt } = outcome;
  return {
    ...{ id, name },
    builtAt: lastUpdatedOutputAt ?? null,
    horizonDays: result.mode === "static" ? null : result.horizon_days,
    learnedThrough: result.learned_through ?? null,
    refitAt: result.refit_at ?? null,
    verdict: judgedVerdict(result),
  };
};
