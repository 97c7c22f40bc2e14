// Sources of live scores: the builds of an account that belong together, and the files of events that came since.
// While builds run, results of people and streams are of different moments; then those before are kept.

import path from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { isEventsDataset } from "../../domain/data/events-dataset.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { isLive } from "../../domain/target/trigger-condition.js";
import { Refusal } from "../../errors/refusal.js";
import { listResources, type Resource } from "../../store/resources.js";
import { listUploads, listUploadsSince } from "../../store/uploads.js";
import { checkCohort } from "../cohort/check.js";
import { digest } from "../kind/digest.js";
import { type AccountSnapshot, accountSnapshot } from "../kind/snapshot.js";
import { mayLackEvents } from "../scope/without-events.js";
import type { WaitingFile } from "./arrivals.js";
import type { LiveBuild } from "./live-account.js";
import type { OutcomeToScore, PipelineToScore } from "./live-index.js";

export interface LiveState {
  build: LiveBuild;
  /** The newest arrival that the build has read, by directory. */
  through: ReadonlyMap<string, EpochMs>;
}

interface Places {
  db: Kysely<Database>;
  dataDir: string;
  accountId: string;
}

/** Null while no results belong together, and where there are none. */
export const readLiveState = async ({ db, dataDir, accountId }: Places): Promise<LiveState | null> => {
  const all = (await listResources(db, accountId)).filter(({ archivedAt }) => archivedAt === null);
  const of = <T extends Resource["type"]>(type: T) =>
    all.filter((resource) => resource.type === type) as Resource[] as Resource<T>[];
  const [people] = of("people");
  const datasets = of("datasets").filter(({ config }) => config.preview !== true);
  if (!people?.result || people.resultDir === null || !belongTogether(people, datasets, of("streams")))
    return null;
  const files = people.result.data_through === null ? await listUploads(db, accountId) : [];
  const account = accountSnapshot(all, files, dataDir);
  const inDir = (dir: string | null) => dir && path.join(dataDir, dir);
  const live = datasets.filter(({ config }) => isEventsDataset(config));
  const sources = live.map(({ config, resultDir }) => ({
    directory: directoryOf(config.options),
    dir: inDir(resultDir),
    config,
    hasTraits: Object.keys(config.output_to_traits).length > 0,
  }));
  const build = {
    account,
    pipelines: pipelinesOf(of("scopes"), of("outcomes"), of("cohorts"), account, dataDir),
    datasets: sources,
    datasetDirs: datasets.flatMap(({ id, resultDir }) =>
      resultDir !== null && id in people.result!.datasets ? [inDir(resultDir)!] : [],
    ),
    hasPrivacyLists: datasets.some(({ config }) => config.privacy !== undefined),
    watchedCohorts: of("triggers").flatMap(({ config }) => {
      const id = isLive(config) ? config.when.cohort?.cohort_id : undefined;
      const cohort = of("cohorts").find((each) => each.id === id)?.config;
      return cohort && isReadable(cohort, account) ? [cohort] : [];
    }),
  };
  const through = new Map(
    live.map(({ config, result }) => [directoryOf(config.options), result?.arrivals_through ?? 0]),
  );
  return { build: { version: digest(build), ...build }, through };
};

const directoryOf = (options: Resource<"datasets">["config"]["options"]): string =>
  options.type === "hosted_csv" ? options.upload_directory : "";

/** Files that came after the build read. */
export const waitingFiles = async (
  { db, dataDir, accountId }: Places,
  { through }: LiveState,
): Promise<WaitingFile[]> => {
  const found = [];
  for (const [directory, since] of through)
    for (const file of await listUploadsSince(db, accountId, directory, since))
      found.push({
        directory,
        filename: file.filename,
        path: path.join(dataDir, file.path),
        arrivedAt: file.created_at,
      });
  return found;
};

/** People are made of all datasets, and each stream of these people. */
const belongTogether = (
  people: Resource<"people">,
  datasets: readonly Resource<"datasets">[],
  streams: readonly Resource<"streams">[],
): boolean => {
  const all = [people, ...datasets, ...streams].filter(({ result }) => result !== null);
  if (all.every(({ status }) => status === "ready")) return true;
  const at = (resource: Resource) => resource.lastUpdatedOutputAt ?? 0;
  return (
    datasets.every((dataset) => dataset.result === null || at(dataset) <= at(people)) &&
    streams.every((stream) => stream.result === null || at(stream) >= at(people))
  );
};

/** Pipelines that can be scored: their cohorts and outcomes exist, and can be read in this account. */
const pipelinesOf = (
  scopes: readonly Resource<"scopes">[],
  outcomes: readonly Resource<"outcomes">[],
  cohorts: readonly Resource<"cohorts">[],
  account: AccountSnapshot,
  dataDir: string,
): PipelineToScore[] => {
  const cohort = (id: string): CohortConfig | null => {
    const found = cohorts.find((each) => each.id === id)?.config ?? null;
    return found && isReadable(found, account) ? found : null;
  };
  const outcomeOf = (id: string): OutcomeToScore | null => {
    const found = outcomes.find((each) => each.id === id);
    if (!found?.result || found.resultDir === null) return null;
    const { config, name, resultDir } = found;
    const attainment = cohort(config.attainment_cohort_id);
    const [eligible, attrition] = [config.eligible_cohort_id, config.attrition_cohort_id].map((each) =>
      each === undefined ? undefined : cohort(each),
    );
    if (attainment === null || eligible === null || attrition === null) return null;
    const spec = { config, attainment, eligible: eligible ?? null, attrition: attrition ?? null };
    const isDated = found.result.mode === "point_in_time";
    return {
      id,
      name,
      dir: path.join(dataDir, resultDir),
      spec,
      mayLackEvents: isDated && mayLackEvents(spec, account),
    };
  };
  return scopes.flatMap(({ id, name, config: { population, payload } }) => {
    const include = population.cohort_ids.map(cohort);
    // Who lives with whom is known at a build alone.
    if (population.exclusion_address_level_cohort_ids?.length) return [];
    const exclude = (population.exclusion_cohort_ids ?? []).map(cohort);
    if ([...include, ...exclude].includes(null)) return [];
    const scored = payload.outcome_ids.map(outcomeOf).filter((each) => each !== null);
    return [
      {
        id,
        name,
        include: include as CohortConfig[],
        exclude: exclude as CohortConfig[],
        outcomes: scored,
      },
    ];
  });
};

const isReadable = (config: CohortConfig, account: AccountSnapshot): boolean => {
  try {
    checkCohort(config, account);
    return true;
  } catch (cause) {
    if (cause instanceof Refusal) return false;
    throw cause;
  }
};
