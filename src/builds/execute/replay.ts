// Replay: the builds of a pipeline's files as of past dates. Each date has an account of its own: the
// resources of today, with the uploads that had arrived by then. It is planned and built like the real
// account, but nothing of it is recorded. A result of today is used if the plan for the past date asks for
// the same fingerprint, and each date continues from the results of the date before it.
//
// A date of events has all uploads instead. People and streams are those of today without what happened
// later, and all that is made of them is built for the date alone: fingerprints do not tell dates apart.

import { rm } from "node:fs/promises";
import path from "node:path";
import { ageLimitAt } from "../../domain/data/age-limit.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { horizonFieldsOf } from "../../domain/outcome/label-window.js";
import type { PeopleConfig } from "../../domain/people/people.js";
import {
  type DifferenceCause,
  deliveredThen,
  type FileSource,
  listedCauses,
  type ReplayConfig,
  type ReplayMode,
  sourceChanges,
} from "../../domain/pipeline/replay.js";
import {
  type BuiltType,
  type EpochMs,
  type EpochSeconds,
  resourceTypes,
} from "../../domain/resource/resource.js";
import { Refusal } from "../../errors/refusal.js";
import type { DeliveredFile } from "../../store/delivered-files.js";
import type { FileVersion } from "../../store/replaced-uploads.js";
import type { Resource } from "../../store/resources.js";
import type { Verdict } from "../kind/account.js";
import { directoriesRead, outputsAnything } from "../kind/datasets.js";
import type { PastDate } from "../kind/kind.js";
import { type DataDirectory, dirOf, type RecordedResource } from "../kind/recorded.js";
import { accountSnapshot } from "../kind/snapshot.js";
import { kindOf, type StepInput } from "../kinds.js";
import { type Plan, planBuild } from "../plan/plan.js";

type ReplayInput = StepInput<"replays">;
type BuiltDate = ReplayInput["dates"][number];
type BuiltFile = BuiltDate["targets"][number];

/** Part of its account that a replay reads, as of now. */
export interface ReplayedAccount {
  now: EpochMs;
  /** The pipeline, its deployments with a file, and all that they read. */
  resources: readonly Resource[];
  uploads: readonly FileVersion[];
  /** Delivered files by target, newest first. */
  delivered: ReadonlyMap<string, readonly DeliveredFile[]>;
  /** When people were left out who had asked for it, ascending. */
  leftOutAt: readonly EpochMs[];
}

export interface ReplayTools {
  data: DataDirectory;
  /** Where results are made: a new directory for each. */
  newDir(): string;
  /** Builds one result in `dir`. */
  build(
    step: { type: BuiltType; input: unknown; now: EpochMs; dir: string },
    doing: string,
  ): Promise<unknown>;
}

/** Builds the files of each date; returns the input of the replay's own step. */
export const replayDates = async (
  { scope_id, dates, by }: ReplayConfig,
  account: ReplayedAccount,
  tools: ReplayTools,
): Promise<ReplayInput> => {
  const ofArrivals = new Map<string, MadeResult>();
  const built: BuiltDate[] = [];
  const { resources, uploads } = account;
  for (const at of dates) {
    const made = by === "events" ? new Map<string, MadeResult>() : ofArrivals;
    built.push(await new DateBuild(scope_id, { at, by: by ?? "arrivals" }, account, made, tools).run());
  }
  const isKnown = resources.some(({ type, result }) => type === "people" && result !== null);
  return { today: isKnown ? accountSnapshot(resources, uploads, tools.data.dataDir) : null, dates: built };
};

/** A result that was made for a date, in place of a recorded one. */
type MadeResult = Pick<RecordedResource, "result" | "resultDir" | "fingerprint" | "lastUpdatedOutputAt">;

const nothing: MadeResult = { result: null, resultDir: null, fingerprint: null, lastUpdatedOutputAt: null };

class DateBuild {
  private readonly files: FileVersion[];
  private resources: RecordedResource[];
  private readonly at: EpochMs;
  /** See `PastDate`. */
  private readonly before: EpochSeconds | null;

  constructor(
    private readonly scopeId: string,
    { at, by }: { at: EpochMs; by: ReplayMode },
    private readonly account: ReplayedAccount,
    /** Results by resource, of the dates before and then of this one. */
    private readonly made: Map<string, MadeResult>,
    private readonly tools: ReplayTools,
  ) {
    const { resources, uploads } = account;
    this.at = at;
    this.before = by === "events" ? Math.ceil(at / 1000) : null;
    const known = by === "events" ? Number.POSITIVE_INFINITY : at;
    this.files = filesOfThen(uploads, resources, known);
    const { now } = account;
    this.resources = this.withResults(
      resources.map((resource) => withAgeLimit(definedThen(resource, known), at, now)),
    );
  }

  async run(): Promise<BuiltDate> {
    for (;;) {
      const plan = this.plan();
      const next = this.nextToBuild(plan);
      if (!next) return this.found(plan);
      await this.build(next, plan);
    }
  }

  private plan(): Plan {
    return planBuild(this.resources, this.files, this.at);
  }

  /**
   * Results of today where the plan of then finds them fresh; else those of the date before, from which
   * builds continue.
   */
  private withResults(resources: readonly RecordedResource[]): RecordedResource[] {
    const isKept = (resource: RecordedResource) =>
      this.before === null ? isOfThen(resource, this.at) : isOfAnyDate(resource);
    let chosen = resources.map((resource) => (isKept(resource) ? resource : { ...resource, ...nothing }));
    for (;;) {
      const { verdicts } = planBuild(chosen as RecordedResource[], this.files, this.at);
      const isStale = ({ id, type, result }: RecordedResource) =>
        type !== "traits" && result !== null && verdicts.get(id)?.at !== "fresh";
      if (!chosen.some((resource) => isStale(resource as RecordedResource))) break;
      chosen = chosen.map((resource) =>
        isStale(resource as RecordedResource) ? { ...resource, ...nothing } : resource,
      );
    }
    return chosen.map((resource) =>
      resource.result === null ? { ...resource, ...(this.made.get(resource.id) ?? nothing) } : resource,
    ) as RecordedResource[];
  }

  private nextToBuild({ verdicts }: Plan): RecordedResource<BuiltType> | undefined {
    const stale = this.resources.filter(
      ({ id, type }) => verdicts.get(id)?.at === "build" && (this.before === null || !isRead(type)),
    );
    stale.sort((a, b) => resourceTypes.indexOf(a.type) - resourceTypes.indexOf(b.type));
    return stale[0] as RecordedResource<BuiltType> | undefined;
  }

  private async build({ id, type, name }: RecordedResource<BuiltType>, plan: Plan): Promise<void> {
    const { data, newDir, build } = this.tools;
    const { fingerprint } = plan.verdicts.get(id) as Extract<Verdict, { at: "build" }>;
    const dir = newDir();
    const planned = plan.stepInput(id, data);
    const input = kindOf(type).asOf?.(planned, this.pastDate(id)) ?? planned;
    try {
      const result = (await build({ type, input, now: this.at, dir }, name)) as ResultOf<BuiltType>;
      await this.take(id, {
        result,
        fingerprint,
        lastUpdatedOutputAt: this.at,
        resultDir: path.relative(data.dataDir, dir),
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.entry.fault === "caller")) throw error;
      this.change(id, { failedFingerprint: fingerprint, failedError: error.message });
    }
  }

  /**
   * Takes the place of a result of the date before, of which only the pipeline's and the files are needed any
   * longer.
   */
  private async take(id: string, made: MadeResult): Promise<void> {
    const before = this.made.get(id);
    this.made.set(id, made);
    this.change(id, made);
    const { type } = this.resources.find((resource) => resource.id === id)!;
    if (before?.resultDir && !keptTypes.includes(type))
      await rm(path.join(this.tools.data.dataDir, before.resultDir), { recursive: true, force: true });
  }

  private change(id: string, changes: object): void {
    this.resources = this.resources.map((resource) =>
      resource.id === id ? { ...resource, ...changes } : resource,
    );
  }

  private pastDate(id: string): PastDate<BuiltType> {
    const { resources } = this.account;
    const resource = resources.find((each) => each.id === id) as Resource<BuiltType>;
    const people = resources.find(({ type }) => type === "people");
    const { data } = this.tools;
    const peopleDir = isIntact(people) ? dirOf({ resultDir: people!.resultDir! }, data) : null;
    return { at: this.at, resource, peopleDir, before: this.before, data };
  }

  private found({ verdicts }: Plan): BuiltDate {
    const scope = this.resources.find(({ id }) => id === this.scopeId) as RecordedResource<"scopes">;
    const isBuilt = verdicts.get(scope.id)?.at === "fresh";
    const targets = this.resources.filter(({ type }) => type === "targets") as RecordedResource<"targets">[];
    const arrivals = this.files.map(({ created_at }) => created_at);
    return {
      at: this.at,
      arrivalsThrough: Math.max(0, ...arrivals),
      missing: this.missing(),
      error: isBuilt ? null : reasonOf(verdicts.get(scope.id)),
      scope: isBuilt ? this.scored(scope) : null,
      targets: isBuilt ? targets.map((target) => this.fileOf(target, verdicts)) : [],
    };
  }

  /** Names of datasets that have uploads today, and had none of those then. */
  private missing(): string[] {
    const datasets = this.resources.filter(
      ({ type, archivedAt }) => type === "datasets" && archivedAt === null,
    ) as RecordedResource<"datasets">[];
    const lacks = (files: readonly FileVersion[], { config }: RecordedResource<"datasets">) =>
      directoriesRead(config.options, datasets)?.some(
        (directory) => !files.some((file) => file.directory === directory),
      ) !== false;
    return datasets
      .filter((dataset) => outputsAnything(dataset) && lacks(this.files, dataset))
      .filter((dataset) => !lacks(this.account.uploads, dataset))
      .map(({ name }) => name)
      .sort();
  }

  private scored(scope: RecordedResource<"scopes">): NonNullable<BuiltDate["scope"]> {
    const { data } = this.tools;
    const cohort = (id: string | undefined) =>
      (this.resources.find((resource) => resource.id === id) as RecordedResource<"cohorts"> | undefined)
        ?.config;
    const outcomes = scope.config.payload.outcome_ids.map((id) => {
      const outcome = this.resources.find((resource) => resource.id === id) as RecordedResource<"outcomes">;
      const { config, name, result } = outcome;
      const active = cohort(config.active_cohort_id);
      return {
        id,
        name,
        dir: dirOf({ resultDir: outcome.resultDir! }, data),
        horizon: result!.mode === "static" ? null : horizonFieldsOf(result!),
        spec: {
          config,
          attainment: cohort(config.attainment_cohort_id)!,
          eligible: cohort(config.eligible_cohort_id) ?? null,
          attrition: cohort(config.attrition_cohort_id) ?? null,
          ...(active && { active }),
        },
      };
    });
    const dataThrough = scope.result!.data_through;
    return { dir: dirOf({ resultDir: scope.resultDir! }, data), dataThrough, outcomes };
  }

  private fileOf(
    { id, name, result, resultDir }: RecordedResource<"targets">,
    verdicts: Plan["verdicts"],
  ): BuiltFile {
    if (verdicts.get(id)?.at !== "fresh")
      return { id, name, error: reasonOf(verdicts.get(id)), built: null, delivered: null };
    const { file, rows, bytes, sha256, manifest } = result!;
    const dir = dirOf({ resultDir: resultDir! }, this.tools.data);
    // What was known later was delivered by nobody.
    const isComparable = manifest?.source !== undefined && this.before === null;
    const delivered = isComparable ? this.compared(id, sha256, manifest.source) : null;
    return { id, name, error: null, built: { dir, file, rows, bytes, sha256 }, delivered };
  }

  private compared(id: string, sha256: string, source: FileSource): BuiltFile["delivered"] {
    const arrivalsThrough = source.arrivals_through;
    const delivered = this.account.delivered.get(id) ?? [];
    const file = deliveredThen(delivered, { at: this.at, arrivalsThrough, sha256 });
    if (!file) return null;
    const is_equal = file.sha256 === sha256;
    const causes = is_equal ? [] : this.causes(file, source);
    return { built_at: file.built_at, sha256: file.sha256, is_equal, ...listedCauses(causes) };
  }

  private causes({ source: before, built_at }: DeliveredFile, now: FileSource): DifferenceCause[] {
    const { resources, leftOutAt } = this.account;
    const nameOf = (wanted: string) => resources.find(({ id }) => id === wanted)?.name ?? null;
    const changes = sourceChanges(before, now).map(({ code, id }) => ({ code, name: nameOf(id) }));
    const isPrivate = leftOutAt.some((moment) => moment > built_at);
    return [...(isPrivate ? [{ code: "privacy", name: null } as const] : []), ...changes];
  }
}

/** Their results of all dates are read by the replay's own step. */
const keptTypes: readonly string[] = ["outcomes", "scopes", "targets"];

/** A list of people to leave out counts as it is now: whoever asked for it does not come back. */
const filesOfThen = (
  uploads: readonly FileVersion[],
  resources: readonly Resource[],
  at: EpochMs,
): FileVersion[] => {
  const lists = resources.flatMap(({ type, config, archivedAt }) =>
    type === "datasets" && archivedAt === null && config.privacy !== undefined ? [config.options] : [],
  );
  const listed = lists.flatMap((options) =>
    options.type === "hosted_csv" ? [options.upload_directory] : [],
  );
  return uploads
    .filter(({ directory, created_at }) => created_at < at || listed.includes(directory))
    .filter(({ replaced_at }) => replaced_at === null);
};

const definedThen = (resource: Resource, at: EpochMs): RecordedResource => {
  const untried = { ...resource, failedFingerprint: null, failedError: null, waitingFor: null };
  if (resource.type !== "people") return untried as RecordedResource;
  return { ...untried, config: decidedThen(resource.config, at) } as RecordedResource;
};

/** A replay reads no row that is too old today. */
const withAgeLimit = (resource: RecordedResource, at: EpochMs, now: EpochMs): RecordedResource =>
  resource.type === "datasets"
    ? ({ ...resource, config: ageLimitAt(resource.config, at, now) } as RecordedResource)
    : resource;

/** The owner's decisions about people that had been made. */
const decidedThen = ({ decisions, ...config }: PeopleConfig, at: EpochMs): PeopleConfig => {
  if (!decisions) return config;
  const [together, apart] = [decisions.together, decisions.apart].map((pairs) =>
    pairs.filter(({ made_at }) => made_at < at),
  );
  return { ...config, decisions: { together: together!, apart: apart! } };
};

/** Whether a result of today can be that of then: it is whole, and none of its events were in the future then. */
const isOfThen = (resource: RecordedResource, at: EpochMs): boolean => {
  const { type, result, damagedFiles } = resource;
  if (result === null || damagedFiles.length > 0) return false;
  if (type !== "datasets") return true;
  const isFuture = Object.values(result.streams).some(
    ({ isDated, newest }) => isDated && (newest ?? 0) * 1000 >= at,
  );
  return !isFuture && result.next_due === null;
};

/** Whether a type is read from files and servers: a date of events has its results of today. */
const isRead = (type: RecordedResource["type"]): boolean => type === "datasets" || type === "connections";

const isOfAnyDate = ({ type, result, damagedFiles }: RecordedResource): boolean =>
  result !== null && damagedFiles.length === 0 && (isRead(type) || type === "traits");

const isIntact = (resource: Resource | undefined): boolean =>
  resource?.resultDir != null && !resource.damagedFiles.some((file) => file.startsWith("persons."));

const reasonOf = (verdict: Verdict | undefined): string =>
  verdict?.at === "refused" || verdict?.at === "waiting"
    ? (verdict.reason ?? "It could not be built.")
    : "It could not be built.";
