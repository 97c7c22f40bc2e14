// Files of a run: those that had arrived when it began. While the run goes on, files that arrive, replace others or are removed wait for
// the next one, so that every chain of builds comes to its end however often files arrive. Without that a dataset would be built again
// and again, and what depends on it would wait for a moment in which it is fresh.

import type { EpochMs } from "../../domain/resource.js";
import { directoriesRead } from "../kind/datasets.js";
import type { RecordedFile, RecordedResource } from "../kind/recorded.js";

type Dataset = Pick<RecordedResource<"datasets">, "id" | "name" | "config" | "result" | "failedFingerprint">;

/**
 * Versions of files as they were at `until`, in directories whose datasets have a result that can be served meanwhile. A dataset without
 * one, or whose files were refused, waits for nothing: there it is all files. A file whose bytes were deleted is gone at once.
 */
export const filesOfRun = <F extends RecordedFile>(
  versions: readonly F[],
  datasets: readonly Dataset[],
  until: EpochMs | null,
): F[] => {
  if (until === null) return [...versions];
  const unserved = new Set(
    datasets
      .filter(({ result, failedFingerprint }) => result === null || failedFingerprint !== null)
      .flatMap(({ config }) => directoriesRead(config.options, datasets) ?? []),
  );
  return versions.flatMap((file) => {
    if (unserved.has(file.directory)) return [file];
    if (file.created_at > until) return [];
    const isKept = (file.replaced_at ?? 0) > until && file.path !== "";
    return [isKept ? { ...file, replaced_at: null } : file];
  });
};

/** By directory, the number of files that wait for the next run. */
export const waitingFiles = (
  versions: readonly RecordedFile[],
  ofRun: readonly RecordedFile[],
): Map<string, number> => {
  const keyOf = ({ directory, filename, created_at }: RecordedFile) =>
    `${directory}/${filename} ${created_at}`;
  const known = new Set(ofRun.map(keyOf));
  const counts = new Map<string, number>();
  for (const file of versions)
    if (file.replaced_at == null && !known.has(keyOf(file)))
      counts.set(file.directory, (counts.get(file.directory) ?? 0) + 1);
  return counts;
};
