// Files of a run: those that had arrived when it began. While the run goes on, files that arrive, replace
// others or are removed wait for the next one, so that every chain of builds comes to its end however often
// files arrive. Without that a dataset would be built again and again, and what depends on it would wait for
// a moment in which it is fresh.

import type { EpochMs } from "../../domain/resource/resource.js";
import { directoriesRead } from "../kind/datasets.js";
import type { RecordedFile, RecordedResource } from "../kind/recorded.js";

type Dataset = Pick<RecordedResource<"datasets">, "id" | "name" | "config" | "result" | "failedFingerprint">;

export interface RunFiles<F> {
  files: F[];
  /** Number of files that wait for the next run, by directory. */
  waiting: ReadonlyMap<string, number>;
}

/**
 * Versions of files as they were at `until`, in directories whose datasets have a result that can be served meanwhile.
 * A dataset without one, or whose files were refused, waits for nothing: there it is all files. What it has read then
 * stays in the run. A file whose bytes were deleted is gone at once.
 */
export const filesOfRun = <F extends RecordedFile>(
  versions: readonly F[],
  datasets: readonly Dataset[],
  until: EpochMs | null,
): RunFiles<F> => {
  const waiting = new Map<string, number>();
  if (until === null) return { files: [...versions], waiting };
  const through = new Map<string, EpochMs>();
  for (const { config, result, failedFingerprint } of datasets) {
    const isServed = result !== null && failedFingerprint === null;
    const own = isServed ? Math.max(until, result.arrivals_through) : Number.POSITIVE_INFINITY;
    for (const directory of directoriesRead(config.options, datasets) ?? [])
      through.set(directory, Math.max(own, through.get(directory) ?? 0));
  }
  const files = versions.flatMap((file) => {
    const { directory, created_at, replaced_at, path } = file;
    const last = through.get(directory) ?? until;
    if (created_at > last) {
      if (replaced_at == null) waiting.set(directory, (waiting.get(directory) ?? 0) + 1);
      return [];
    }
    const isKept = (replaced_at ?? 0) > last && path !== "";
    return [isKept ? { ...file, replaced_at: null } : file];
  });
  return { files, waiting };
};
