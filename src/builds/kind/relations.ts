// Relations that cohorts and features are computed from: the files of the account's people, streams and places.

import type { StreamProperty } from "../../domain/data/dataset-findings.js";
import type { StreamPropertySummary } from "../../domain/data/stream.js";
import { assert } from "../../errors/refusal.js";
import type { CohortInputs, StreamProperties } from "../../warehouse/cohorts/inputs.js";
import type { ConditionType } from "../../warehouse/conditions.js";
import type { FeatureRelations } from "../../warehouse/features/histories.js";
import type { AtlasRelations } from "../../warehouse/places/atlas.js";
import type { StoredProperty } from "../../warehouse/property-columns.js";
import { atlasFiles, peopleFiles, placeFiles, relation, streamFiles } from "../../warehouse/relations.js";
import type { AccountSnapshot, BuiltStream } from "./snapshot.js";

export const cohortInputs = ({
  peopleDir,
  people,
  streams,
  places,
  atlases = [],
}: AccountSnapshot): CohortInputs => ({
  people: relation(peopleFiles(peopleDir).people),
  traits: relation(peopleFiles(peopleDir).traits),
  traitTypes: new Map(people.traits.map((trait) => [trait.name, conditionType(trait)])),
  streams: new Map(streams.map((stream) => [stream.name, streamEvents(stream)])),
  places: new Map(places.map(({ id, dir }) => [id, relation(placeFiles(dir).distances)])),
  atlases: new Map(atlases.map(({ id, dir }) => [id, atlasRelations(dir)])),
});

export const atlasRelations = (dir: string): AtlasRelations => {
  const { nearest, locations } = atlasFiles(dir);
  return { nearest: relation(nearest), locations: relation(locations) };
};

const streamEvents = ({ dir, result }: BuiltStream) => ({
  events: relation(streamFiles(dir).events),
  ...(result.isSummarised && {
    summary: { people: relation(streamFiles(dir).summary), newest: result.newest },
  }),
  isDated: result.isDated,
  properties: propertiesOf(result),
});

const propertiesOf = ({ properties }: BuiltStream["result"]): StreamProperties =>
  new Map(
    Object.entries(properties).map(([name, property]) => [
      name,
      { name, column: property.column, type: conditionType(property) },
    ]),
  );

const conditionType = ({ type, isList }: { type: "number" | "text"; isList?: true }): ConditionType =>
  isList ? "list" : type;

export const featureRelations = ({ peopleDir, streams }: AccountSnapshot): FeatureRelations => {
  const streamOf = (name: string): BuiltStream => {
    const stream = streams.find((built) => built.name === name);
    assert(stream, `stream ${name} is not built`);
    return stream;
  };
  return {
    events: (name) => relation(streamFiles(streamOf(name).dir).events),
    properties: (name) => propertiesOf(streamOf(name).result),
    traits: relation(peopleFiles(peopleDir).traits),
  };
};

export const storedProperties = ({ result }: BuiltStream): StoredProperty[] =>
  Object.entries(result.properties).map(([name, { column }]) => ({ name, column }));

/** The properties of a stream, as its datasets emit them. */
export const emittedProperties = ({ result }: BuiltStream): StreamProperty[] =>
  Object.entries(result.properties).map(([name, summary]) => emittedProperty(name, summary));

export const emittedProperty = (
  name: string,
  { type, isList, column }: StreamPropertySummary,
): StreamProperty => ({
  name,
  type,
  ...(isList && { isList }),
  ...(column !== undefined && { column }),
});
