// The account as of its last builds, as cohorts and everything after them read it: people, streams and places.

import path from "node:path";
import type { PlaceResult } from "../../domain/cohort/place.js";
import { locationProperties } from "../../domain/data/atlas.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { answersOf, type SnapshotAnswer } from "../../domain/data/snapshot.js";
import type { StreamResult } from "../../domain/data/stream.js";
import type { TraitConfig } from "../../domain/data/trait.js";
import type { PeopleResult } from "../../domain/people/people.js";
import type { EpochSeconds, ResourceType } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import type { BuiltResource, RecordedFile, RecordedResource } from "./recorded.js";

/** Plain data, so that it crosses to a child process. */
export interface AccountSnapshot {
  dataThrough: EpochSeconds;
  peopleDir: string;
  people: PeopleResult;
  /** The owner's wording of traits, by name. */
  traitConfigs?: Record<string, TraitConfig>;
  /** Answers of files without dates; absent without any. They define cohorts and are no inputs. */
  answers?: SnapshotAnswer[];
  /** Every stream that has been built, in order of name. */
  streams: BuiltStream[];
  /** Every place that has been built, in order of id. */
  places: BuiltPlace[];
  /** Every atlas that has been built, in order of id; absent without any. */
  atlases?: BuiltAtlas[];
}

export interface BuiltAtlas {
  id: string;
  dir: string;
  /** Names of the properties of its locations. */
  properties: string[];
}

export interface BuiltPlace {
  id: string;
  name: string;
  dir: string;
  result: PlaceResult;
}

export interface BuiltStream {
  name: string;
  dir: string;
  result: StreamResult;
}

/** The people among `resources` have been resolved. */
export const accountSnapshot = (
  resources: readonly RecordedResource[],
  files: readonly Pick<RecordedFile, "created_at">[],
  dataDir: string,
): AccountSnapshot => {
  const [people] = builtOf("people", resources);
  assert(people, "a snapshot was taken before people were resolved");
  const dirOf = ({ resultDir }: { resultDir: string }) => path.join(dataDir, resultDir);
  const inUse = resources.filter(({ archivedAt }) => archivedAt === null);
  const answers = answersOf(
    inUse.flatMap(({ type, config }) => (type === "datasets" ? [config as DatasetConfig] : [])),
  );
  const atlases = builtOf("atlases", resources)
    .map((atlas) => ({ id: atlas.id, dir: dirOf(atlas), properties: locationProperties(atlas.config) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const traits = resources.filter((resource) => resource.type === "traits" && resource.archivedAt === null);
  return {
    dataThrough: people.result.data_through ?? newestArrival(files),
    peopleDir: dirOf(people),
    people: people.result,
    traitConfigs: Object.fromEntries(traits.map(({ name, config }) => [name, config as TraitConfig])),
    ...(answers.length > 0 && { answers }),
    streams: builtOf("streams", resources)
      .map((stream) => ({ name: stream.name, dir: dirOf(stream), result: stream.result }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    places: builtOf("places", resources)
      .map((place) => ({ id: place.id, name: place.name, dir: dirOf(place), result: place.result }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...(atlases.length > 0 && { atlases }),
  };
};

/** "Now" of an account whose streams have no dates at all. */
const newestArrival = (files: readonly Pick<RecordedFile, "created_at">[]): EpochSeconds =>
  Math.ceil(Math.max(0, ...files.map((file) => file.created_at)) / 1000);

const builtOf = <T extends ResourceType>(
  type: T,
  resources: readonly RecordedResource[],
): BuiltResource<T>[] =>
  resources.filter(
    (resource) => resource.type === type && resource.archivedAt === null && resource.result !== null,
  ) as BuiltResource<ResourceType>[] as BuiltResource<T>[];
