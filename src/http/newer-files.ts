// Newer files: how many have arrived that the file of a target does not have. They wait for the next run of
// builds, or are being built.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs, ResourceType } from "../domain/resource/resource.js";
import type { Resource } from "../store/resources.js";
import { runOf } from "../store/runs.js";
import { type Arrival, listArrivalsAfter } from "../store/uploads.js";

export class NewerFiles {
  /**
   * `until`: through when files belong to the account's run. `arrivals`: those after the oldest file of a
   * target, or later ones alone if they are many.
   */
  constructor(
    private readonly until: EpochMs | null,
    private readonly arrivals: readonly Arrival[],
  ) {}

  /** Undefined before the first build. */
  countFor({ status, result }: Resource<"targets">): number | undefined {
    if (!result?.manifest) return undefined;
    const { source } = result.manifest;
    // A file that is up to date has whatever the run has, also if nothing had to be built for it.
    const known =
      status === "ready" ? Math.max(source.arrivals_through, this.until ?? 0) : source.arrivals_through;
    const { directories } = source;
    return this.arrivals.filter(
      ({ directory, created_at: at }) => at > known && directories.includes(directory),
    ).length;
  }
}

/** For the targets among the resources of an account. */
export const newerFilesFor = async <T extends ResourceType>(
  db: Kysely<Database>,
  accountId: string,
  resources: readonly Resource<T>[],
): Promise<NewerFiles> => {
  const known = (resources as readonly unknown[] as readonly Resource[]).flatMap(({ type, result }) =>
    type === "targets" ? (result?.manifest?.source.arrivals_through ?? []) : [],
  );
  if (known.length === 0) return new NewerFiles(null, []);
  const since = known.reduce((least, each) => Math.min(least, each));
  const { until, newest } = await runOf(db, accountId);
  const arrivals =
    newest > since ? await listArrivalsAfter(db, accountId, since, limits.countedFiles.is) : [];
  return new NewerFiles(until, arrivals);
};
