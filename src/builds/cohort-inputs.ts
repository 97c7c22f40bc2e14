// What the cohorts of an account are made from, in the files that its people and streams have been built to.

import type { CohortInputs } from "../warehouse/cohorts/inputs.js";
import { peopleFiles, relation, streamFiles } from "../warehouse/relations.js";
import type { BuiltStream, World } from "./step.js";

export const cohortInputs = ({ peopleDir, people, streams }: World): CohortInputs => ({
  people: relation(peopleFiles(peopleDir).people),
  traits: relation(peopleFiles(peopleDir).traits),
  traitTypes: new Map(people.traits.map(({ name, type }) => [name, type])),
  streams: new Map(streams.map((stream) => [stream.name, streamEvents(stream)])),
});

const streamEvents = ({ dir, result }: BuiltStream) => ({
  events: relation(streamFiles(dir).events),
  isDated: result.isDated,
  properties: new Map(Object.entries(result.properties).map(([name, { type }]) => [name, type])),
});
