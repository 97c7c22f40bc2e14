// Where features are read from, in the files that the account's streams and people have been built to.

import { assert } from "../errors/refusal.js";
import type { FeatureRelations } from "../warehouse/features/query.js";
import { peopleFiles, relation, streamFiles } from "../warehouse/relations.js";
import type { World } from "./step.js";

export const featureRelations = ({ peopleDir, streams }: World): FeatureRelations => ({
  events: (name) => {
    const stream = streams.find((built) => built.name === name);
    assert(stream, `stream ${name} is not built`);
    return relation(streamFiles(stream.dir).events);
  },
  traits: relation(peopleFiles(peopleDir).traits),
});
