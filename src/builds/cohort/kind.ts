// A cohort's result is made from its definition, the stream and the places that the definition names, and the people.

import { atlasIds } from "../../domain/cohort/cohort.js";
import { streamsOf } from "../../domain/cohort/cohort-count.js";
import type { Kind } from "../kind/kind.js";
import { fingerprintsOf } from "../kind/recorded.js";
import type { CohortInput } from "./step.js";

export const cohorts: Kind<"cohorts", CohortInput> = {
  version: 2,
  read: ({ config }, account) => {
    const { explore: _without_effect, ...definition } = config;
    const { place_conditions: conditions = [] } = config;
    const streams = streamsOf(config).map((name) => account.streamNamed(name));
    const people = account.people();
    const places = account.allFresh(
      "places",
      conditions.map(({ place_id }) => place_id),
    );
    const atlases = account.allFresh("atlases", atlasIds(config));
    return {
      from: {
        config: definition,
        stream: fingerprintsOf(streams),
        people: [people.fingerprint],
        places: fingerprintsOf(places),
        ...(atlases.length > 0 && { atlases: fingerprintsOf(atlases) }),
      },
      input: (data) => ({ config, account: account.snapshot(data) }),
    };
  },
  together: (inputs) => ({ configs: inputs.map(({ config }) => config), account: inputs[0]!.account }),
};
