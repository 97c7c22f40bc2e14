// A scope as it is read: both spellings of its population, and the columns that its targets can hold.

import { identityColumns } from "../../delivery/columns.js";
import { defaultStructure, structureColumn } from "../../delivery/structure.js";
import type { ScopeConfig } from "../../domain/scope.js";
import type { Reference, Representation } from "../../domain/target.js";
import type { Resource } from "../../store/resources.js";
import { mappedFields, payloadOf } from "../deliverable.js";
import type { JsonObject } from "../json.js";
import type { RenderInput } from "../kind.js";
import type { ReferencedResources } from "../neighbours.js";
import { dataThrough, recordOf } from "./record.js";

export const renderScope = (scope: Resource<"scopes">, { referenced }: RenderInput): JsonObject => {
  const { config, result } = scope;
  return recordOf(scope, {
    ...config,
    population: { include: config.population.cohort_ids, ...config.population },
    population_count: result?.population_count,
    columns: columnsOf(config, referenced),
    warnings: result?.warnings,
    data_through: dataThrough(referenced),
  });
};

const columnsOf = (config: ScopeConfig, referenced: ReferencedResources): JsonObject => {
  const payload = payloadOf(config, referenced);
  const mapped = mappedFields(referenced);
  const columnsFor = (representation: Representation) =>
    defaultStructure({ representation, mapped, payload }, false).map(structureColumn);
  const keys = referenced.all("datasets").flatMap(keysOf);
  return {
    identity_columns: identityColumns(mapped),
    payload_columns: payload.map(({ name, human_name }) => ({ name, human_name })),
    columns_for_mode: {
      identified: columnsFor({ mode: "identified", aggregate: "person" }),
      hashed: columnsFor({ mode: "hashed" }),
      ...(keys[0] && { referenced: columnsFor({ mode: "referenced", reference: keys[0] }) }),
      aggregated: columnsFor({ mode: "aggregated", aggregate: "postcode" }),
    },
  };
};

const keysOf = ({ id, config }: Resource<"datasets">): Reference[] =>
  (config.reference_key_columns ?? []).map((column_name) => ({ dataset_id: id, column_name }));
