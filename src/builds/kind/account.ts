// An account while it is planned: its resources in use, its files, and the verdict on each resource so far.
// Kinds read it to find what their results are made from. Every lookup throws `Waiting` where something is
// missing or not fresh.

import { answersOf } from "../../domain/data/snapshot.js";
import { streamsOf } from "../../domain/data/stream-mapping.js";
import { changesFeatures } from "../../domain/data/trait.js";
import { grouped } from "../../domain/resource/groups.js";
import { type EpochMs, type ResourceType, singular } from "../../domain/resource/resource.js";
import { isReadable, outputsAnything } from "./datasets.js";
import type { BuiltResource, RecordedFile, RecordedResource } from "./recorded.js";
import { type AccountSnapshot, accountSnapshot } from "./snapshot.js";

export type Verdict =
  | {
      at: "fresh";
      fingerprint: string;
      /** Files that wait for the next run of builds; absent for none. */
      waitingFiles?: number;
    }
  | { at: "build"; fingerprint: string }
  | { at: "refused"; fingerprint: string; reason: string | null }
  | { at: "waiting"; reason: string };

type Refused = Extract<Verdict, { at: "refused" }>;

/** Thrown where a build could not succeed. The message is the error that the owner reads. */
export class Hopeless extends Error {
  override name = "Hopeless";
}

/**
 * Thrown while something that a resource reads is missing or not fresh. The message is the reason that its
 * owner reads. A plan of a large account throws thousands, and nobody reads where: their stacks took more
 * time than all else of it.
 */
export class Waiting extends Error {
  override name = "Waiting";

  constructor(reason: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(reason);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export class Account {
  readonly verdicts = new Map<string, Verdict>();
  private readonly byId: Map<string, RecordedResource>;
  /** Every resource of a large account is looked up here, so a search of all of them would take quadratic time. */
  private readonly byType: Map<ResourceType, RecordedResource[]>;
  private readonly streams: Map<string, RecordedResource<"streams">>;
  private readonly files: readonly RecordedFile[];
  private readonly filesByDirectory: Map<string, RecordedFile[]>;
  private readonly replacedByDirectory: Map<string, RecordedFile[]>;
  private readonly streamsRead = once(() => this.readStreamsInUse());
  private readonly readable = once(() => this.findReadable());
  private readonly outputs = once(() => this.findOutputs());
  /** Snapshots by data directory. */
  private readonly snapshots = new Map<string, AccountSnapshot>();
  private readonly configuredTraits = once(() => this.readTraitConfigs());

  constructor(
    resources: readonly RecordedResource[],
    versions: readonly RecordedFile[],
    readonly now: EpochMs,
  ) {
    this.files = versions.filter(({ replaced_at }) => replaced_at == null);
    const replaced = versions.filter(({ replaced_at }) => replaced_at != null);
    this.filesByDirectory = grouped(this.files, ({ directory }) => directory);
    this.replacedByDirectory = grouped(replaced, ({ directory }) => directory);
    const active = resources.filter((resource) => resource.archivedAt === null);
    // The order must not depend on how the store lists: it is the order of "all streams" in fingerprints.
    active.sort((a, b) => (a.id < b.id ? -1 : 1));
    this.byId = new Map(active.map((resource) => [resource.id, resource]));
    this.byType = grouped(active, ({ type }) => type);
    this.streams = new Map(this.ofType("streams").map((stream) => [stream.name, stream]));
  }

  /** Resources in use, in order of id. */
  ofType<T extends ResourceType>(type: T): readonly RecordedResource<T>[] {
    return (this.byType.get(type) ?? []) as RecordedResource[] as RecordedResource<T>[];
  }

  /** The resource of the id, whose result belongs to today's configuration and inputs. */
  fresh<T extends ResourceType>(type: T, id: string): BuiltResource<T> {
    const blocker = this.blockerOf(id);
    if (blocker !== null) throw new Waiting(blocker);
    const found = this.byId.get(id)!;
    if (found.type !== type) throw new Waiting(missing);
    return found as BuiltResource<ResourceType> as BuiltResource<T>;
  }

  allFresh<T extends ResourceType>(type: T, ids: readonly string[]): BuiltResource<T>[] {
    return ids.map((id) => this.fresh(type, id));
  }

  people(): BuiltResource<"people"> {
    const [people] = this.ofType("people");
    if (!people) throw new Waiting("Waiting for customers to be matched.");
    return this.fresh("people", people.id);
  }

  streamNamed(name: string): BuiltResource<"streams"> {
    const stream = this.streams.get(name);
    if (!stream) throw new Waiting(`Waiting for stream ${name}.`);
    return this.fresh("streams", stream.id);
  }

  /**
   * Streams that a dataset outputs to. A stream that was only named does not hold anything up. Datasets and
   * streams are decided.
   */
  streamsInUse(): BuiltResource<"streams">[] {
    return this.streamsRead();
  }

  private readStreamsInUse(): BuiltResource<"streams">[] {
    const inUse = this.ofType("streams").filter(
      ({ id, name }) => this.datasetsInto(name).length > 0 && this.holdsUp(id, name),
    );
    return inUse.map(({ id }) => this.fresh("streams", id));
  }

  /** Datasets that output to the stream, in order of id. */
  datasetsInto(stream: string): readonly RecordedResource<"datasets">[] {
    return this.outputs().get(stream) ?? [];
  }

  private findOutputs(): Map<string, RecordedResource<"datasets">[]> {
    const outputs = this.ofType("datasets")
      .filter(outputsAnything)
      .flatMap((dataset) =>
        streamsOf(dataset.config.output_to_streams).map((stream) => ({ stream, dataset })),
      );
    const datasets = new Map<string, RecordedResource<"datasets">[]>();
    for (const [stream, found] of grouped(outputs, (output) => output.stream))
      datasets.set(
        stream,
        found.map(({ dataset }) => dataset),
      );
    return datasets;
  }

  /** The resource of the id, whether or not it has a result. */
  inUse<T extends ResourceType>(type: T, id: string): RecordedResource<T> | null {
    const found = this.byId.get(id);
    return found?.type === type ? (found as RecordedResource as RecordedResource<T>) : null;
  }

  /** Newest first. */
  filesIn(directory: string): readonly RecordedFile[] {
    return this.filesByDirectory.get(directory) ?? [];
  }

  /** Files that were replaced or deleted, and that a build may not have read. */
  replacedIn(directory: string): readonly RecordedFile[] {
    return this.replacedByDirectory.get(directory) ?? [];
  }

  /**
   * A dataset without any result yet is missing; one whose newest file was refused is there with its last
   * good result.
   */
  readableDatasets(): readonly BuiltResource<"datasets">[] {
    return [...this.readable().values()];
  }

  /** The datasets among these that can be read. */
  readableOf(datasets: readonly RecordedResource<"datasets">[]): BuiltResource<"datasets">[] {
    return datasets.flatMap(({ id }) => this.readable().get(id) ?? []);
  }

  private findReadable(): Map<string, BuiltResource<"datasets">> {
    const datasets = this.ofType("datasets");
    const directories = [...this.filesByDirectory.keys()].map((directory) => ({ directory }));
    const found = datasets.filter((dataset) => isReadable(dataset, directories, datasets));
    return new Map(found.map((dataset) => [dataset.id, dataset]));
  }

  readableDataset(id: string): BuiltResource<"datasets"> {
    const found = this.readable().get(id);
    if (found) return found;
    const dataset = this.byId.get(id);
    throw new Waiting(`Waiting for ${dataset ? called(dataset) : "a dataset that is archived or deleted"}.`);
  }

  /** Configuration of traits that people have; undefined for none. A description is for readers alone. */
  traitConfigs(): unknown {
    return this.configuredTraits();
  }

  private readTraitConfigs(): unknown {
    const known = new Set(this.ofType("people")[0]?.result?.traits.map(({ name }) => name));
    const configured = this.ofType("traits").filter(
      ({ name, config }) => known.has(name) && changesFeatures(config),
    );
    return configured.length > 0
      ? configured.map(({ name, config: { description: _, ...config } }) => [name, config]).sort()
      : undefined;
  }

  /** The answers of files without dates; undefined for none. */
  answers(): unknown {
    const answers = answersOf(this.ofType("datasets").map(({ config }) => config));
    return answers.length > 0 ? answers : undefined;
  }

  /** The account as of its last builds, the same for all that ask. Its people have been resolved. */
  snapshot({ dataDir }: { dataDir: string }): AccountSnapshot {
    const found =
      this.snapshots.get(dataDir) ?? accountSnapshot([...this.byId.values()], this.files, dataDir);
    this.snapshots.set(dataDir, found);
    return found;
  }

  /** The reason why a resource cannot be read now; null when it is fresh. */
  blockerOf(id: string): string | null {
    const resource = this.byId.get(id);
    if (!resource) return missing;
    const verdict = this.verdicts.get(id)!;
    switch (verdict.at) {
      case "fresh":
        return null;
      case "refused":
        return failure(resource, verdict);
      case "waiting":
        return verdict.reason;
      case "build":
        return `Waiting for ${called(resource)}.`;
    }
  }

  /** A stream whose only dataset was refused or has no file is left out: waiting for it could go on forever. */
  private holdsUp(id: string, name: string): boolean {
    if (this.verdicts.get(id)?.at !== "waiting") return true;
    return this.datasetsInto(name).some(({ id: dataset }) => this.verdicts.get(dataset)?.at === "build");
  }
}

/** Many resources ask for the same; an answer that was thrown is thrown again. */
const once = <T>(find: () => T): (() => T) => {
  let answer: (() => T) | undefined;
  return () => {
    answer ??= settled(find);
    return answer();
  };
};

const settled = <T>(find: () => T): (() => T) => {
  try {
    const found = find();
    return () => found;
  } catch (error) {
    return () => {
      throw error;
    };
  }
};

const missing = "Waiting for something that is archived or deleted.";

export const failure = (resource: RecordedResource, { reason }: Refused): string =>
  `Waiting for ${called(resource)}, which failed: ${reason ?? "see its status_error"}`;

/** An account has only one people resource, which has no name of its own. */
const called = ({ type, name }: RecordedResource): string =>
  type === "people" ? "customers to be matched" : `${singular[type]} ${name}`;
