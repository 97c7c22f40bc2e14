// An outcome's model is made from its cohorts and from every stream: any of them may have features.

import type { OutcomeConfig } from "../../domain/outcome/outcome.js";
import type { Account } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import { type BuiltResource, dirOf, fingerprintsOf } from "../kind/recorded.js";
import type { OutcomeInput, OutcomeSpec } from "./prediction-task.js";

export const outcomes: Kind<"outcomes", OutcomeInput> = {
  version: 28,
  read: ({ config, result, resultDir, damagedFiles }, account) => {
    const { preview: _without_effect, ...definition } = config;
    const { all: cohorts, spec } = readCohorts(config, account);
    const streams = account.streamsInUse();
    return {
      from: {
        config: definition,
        cohorts: fingerprintsOf(cohorts),
        streams: fingerprintsOf(streams),
        said: account.traitConfigs(),
        answers: account.answers(),
      },
      input: (data) => ({
        ...spec,
        account: account.snapshot(data),
        previousDir:
          result && resultDir !== null && damagedFiles.length === 0 ? dirOf({ resultDir }, data) : null,
        version: outcomes.version,
      }),
    };
  },
};

type Cohort = BuiltResource<"cohorts">;

export interface OutcomeCohorts {
  attainment: Cohort;
  eligible: Cohort | null;
  attrition: Cohort | null;
  /** The ones of the four that there are, in this order. */
  all: Cohort[];
  spec: OutcomeSpec;
}

export const readCohorts = (config: OutcomeConfig, account: Account): OutcomeCohorts => {
  const cohort = (id: string | undefined) => (id === undefined ? null : account.fresh("cohorts", id));
  const attainment = account.fresh("cohorts", config.attainment_cohort_id);
  const eligible = cohort(config.eligible_cohort_id);
  const attrition = cohort(config.attrition_cohort_id);
  const active = cohort(config.active_cohort_id);
  return {
    attainment,
    eligible,
    attrition,
    all: [attainment, eligible, attrition, active].filter((found) => found !== null),
    spec: {
      config,
      attainment: attainment.config,
      eligible: eligible?.config ?? null,
      attrition: attrition?.config ?? null,
      ...(active && { active: active.config }),
    },
  };
};
