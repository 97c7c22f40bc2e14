// A scope as it is read: both spellings of its population, and the columns that its targets can hold.

import { identityColumns, outcomeColumns, personColumn } from "../../delivery/columns.js";
import type { ScopeConfig } from "../../domain/scope.js";
import type { Resource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import type { Shown } from "../kind.js";
import type { Neighbours } from "../neighbours.js";
import { dataThrough, recordOf } from "./record.js";

export const renderScope = (scope: Resource<"scopes">, { neighbours }: Shown): JsonObject => {
  const { config, result } = scope;
  return recordOf(scope, {
    ...config,
    population: { include: config.population.cohort_ids, ...config.population },
    population_count: result?.population_count,
    columns: columnsOf(config, neighbours),
    data_through: dataThrough(neighbours),
  });
};

const columnsOf = ({ payload }: ScopeConfig, neighbours: Neighbours): JsonObject => {
  const identity = identityColumns(mappedFields(neighbours));
  const outcomes = payload.outcome_ids.flatMap((id) => neighbours.find("outcomes", id) ?? []);
  const humanNames = outcomeColumns(outcomes, true).flatMap(inOrder);
  const columns = outcomeColumns(outcomes, false)
    .flatMap(inOrder)
    .map((name, i) => ({ name, human_name: humanNames[i]! }));
  return {
    identity_columns: identity,
    payload_columns: columns,
    columns_for_mode: {
      identified: [
        ...[personColumn, ...identity].map((name) => ({
          scope_col: name,
          output_col: name,
          is_identity_col: true,
        })),
        ...columns.map(({ name }) => ({ scope_col: name, output_col: name })),
      ],
    },
  };
};

const inOrder = ({ probability, percentile, status }: ReturnType<typeof outcomeColumns>[number]) => [
  probability,
  percentile,
  status,
];

const mappedFields = (neighbours: Neighbours): string[] =>
  neighbours
    .all("datasets")
    .flatMap(({ config }) => Object.values(config.identity_sets).flatMap(Object.keys));
