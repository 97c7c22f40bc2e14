// A place's result is made from its configuration and from where the people of the account are.

import type { Kind } from "../kind/kind.js";
import { dirOf } from "../kind/recorded.js";
import type { PlaceInput } from "./step.js";

export const places: Kind<"places", PlaceInput> = {
  version: 1,
  read: ({ config }, account) => {
    const people = account.people();
    return {
      from: { config, people: [people.fingerprint] },
      input: (data) => ({
        config,
        people: people.result,
        peopleDir: dirOf(people, data),
        datasetDirs: account.readableDatasets().map((dataset) => dirOf(dataset, data)),
      }),
    };
  },
};
