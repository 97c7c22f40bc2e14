// A persona set's result is made from its cohort and from every stream: any of them may have features. The
// owner's names for the personas change the files of targets, and not the groups.

import { chosenFields } from "../../domain/personas/persona-set.js";
import type { Kind } from "../kind/kind.js";
import { dirOf, fingerprintsOf } from "../kind/recorded.js";
import type { PersonaSetInput } from "./step.js";

export const personaSets: Kind<"persona_sets", PersonaSetInput> = {
  version: 3,
  continuesFrom: () => true,
  read: ({ id, config, result, resultDir, damagedFiles }, account) => {
    const { cohort_id, number_of_clusters } = config;
    const cohort = account.fresh("cohorts", cohort_id);
    const streams = account.streamsInUse();
    return {
      from: {
        modeling_fields: chosenFields(config),
        number_of_clusters,
        inputs: fingerprintsOf([cohort, ...streams]),
        said: account.traitConfigs(),
      },
      input: (data) => ({
        id,
        config,
        cohort: cohort.config,
        membersDir: dirOf(cohort, data),
        account: account.snapshot(data),
        previous:
          result && resultDir !== null
            ? { dir: damagedFiles.length > 0 ? null : dirOf({ resultDir }, data), result }
            : null,
      }),
    };
  },
};
