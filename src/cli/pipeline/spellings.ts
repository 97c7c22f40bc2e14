// Spellings of each resource type: which fields of a record say the same as what its owner wrote, so that a
// pipeline file is compared with the service by what both mean.

import type { Descriptor } from "../../domain/data/connections/descriptor.js";
import { connections } from "../../domain/data/connections/registry.js";
import { entryOf } from "../../domain/resource/entry.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { respellCohort } from "../../http/resources/cohort.js";
import { respellConnection } from "../../http/resources/connection.js";
import { respellDataset } from "../../http/resources/dataset.js";
import { respellHoldout } from "../../http/resources/holdout.js";
import { respellOutcome } from "../../http/resources/outcome.js";
import { respellPersonaSet } from "../../http/resources/persona-set.js";
import { respellPlace } from "../../http/resources/place.js";
import { respellRecommender } from "../../http/resources/recommender.js";
import { respellScope } from "../../http/resources/scope.js";
import { respellTarget } from "../../http/resources/target.js";
import type { Type } from "../resources/types.js";

interface Spelling {
  /** Converts the accepted spellings of a body into the one that the service stores. */
  respell?(body: JsonObject): JsonObject;
  /** Fields of a record that repeat another field in a different spelling. */
  aliases?: readonly string[];
  /** Fields of a record that the service chose because its owner did not. */
  chosen?(record: JsonObject): string[];
  /** Fields of a record that say in another way what its owner wrote. */
  computed?(record: JsonObject): string[];
  /** Fields that the service never returns, so they cannot be compared. */
  secrets?: readonly string[];
  /** Secrets that a record has; default: all of the type. */
  secretsOf?(record: JsonObject): readonly string[];
  /** Fields that are replaced as a whole instead of merged. */
  whole?: readonly string[];
}

/** Undefined for a type that only a newer service knows. */
const descriptorIn = ({ options }: JsonObject): Descriptor | undefined =>
  entryOf(connections, String((options as JsonObject).type));

const spellings: Readonly<Record<string, Spelling>> = {
  connections: {
    respell: respellConnection,
    chosen: (record) =>
      Object.entries(descriptorIn(record)?.fields ?? {}).flatMap(([field, { default: usual, group }]) =>
        usual !== undefined || group === null ? [`options.${field}`] : [],
      ),
    secrets: Object.values(connections).map(({ secret }) => `options.${secret.name}`),
    secretsOf: (record) => {
      const { secret } = descriptorIn(record) ?? {};
      return secret ? [`options.${secret.name}`] : [];
    },
  },
  places: {
    respell: respellPlace,
    whole: ["geojson"],
  },
  datasets: {
    respell: respellDataset,
    aliases: ["reference_key_column"],
  },
  streams: {
    aliases: ["literate"],
  },
  traits: {
    chosen: () => ["literate", "statistical_type"],
  },
  cohorts: {
    respell: respellCohort,
  },
  persona_sets: {
    respell: respellPersonaSet,
    aliases: ["cohort"],
  },
  recommenders: {
    respell: respellRecommender,
  },
  holdouts: {
    respell: respellHoldout,
  },
  outcomes: {
    respell: respellOutcome,
    aliases: ["attainment", "eligible"],
    chosen: ({ horizon_chosen_from_data }) => (horizon_chosen_from_data === true ? ["horizon_days"] : []),
    computed: ({ horizon_months, horizon_through }) =>
      horizon_months === undefined && horizon_through === undefined ? [] : ["horizon_days"],
  },
  scopes: {
    respell: respellScope,
    aliases: ["population.include"],
    chosen: () => ["preview"],
  },
  targets: {
    respell: respellTarget,
    chosen: () => ["representation.aggregate", "representation.transform_preset"],
  },
  webhook_endpoints: {
    aliases: ["status"],
    chosen: () => ["enabled", "enabled_events"],
  },
};

export const spellingOf = ({ path }: Type): Spelling => spellings[path] ?? {};
