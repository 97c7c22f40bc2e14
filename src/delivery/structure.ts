// Structure of a deployment's file: its columns, their order and their names. By default a file has all
// columns that its representation allows.

import { upliftNumbers } from "../domain/campaign/uplift.js";
import { isDayColumn, isHorizonProbability } from "../domain/outcome/horizons.js";
import { summedColumns } from "../domain/outcome/value.js";
import {
  isPredictedColumn,
  isPredictedNumber,
  type PredictedColumn,
} from "../domain/pipeline/predicted-columns.js";
import { nearest } from "../domain/resource/nearest.js";
import { type ListPreset, type ListSource, listColumns } from "../domain/target/list-columns.js";
import {
  type Aggregation,
  aggregations,
  type Representation,
  type StructureColumn,
  type TargetConfig,
} from "../domain/target/target.js";
import { presetColumns } from "../domain/target/target-presets.js";
import { refuse } from "../errors/refusal.js";
import {
  crosswalkColumns,
  hashedColumns,
  householdColumn,
  identityColumns,
  type PayloadColumn,
  peopleCountColumn,
  personColumn,
  referenceColumn,
  slug,
} from "./columns.js";

/** A column of the file, with its source column in the delivered rows. */
export interface DeliveredColumn extends StructureColumn {
  source: string;
  /** Days are text in ISO 8601. */
  holds: "text" | "number" | "category" | "day";
}

export interface Deliverable {
  representation: Representation;
  /** Identity fields that any dataset maps. */
  mapped: readonly string[];
  payload: readonly PayloadColumn[];
  /** For lists: what the probability is of, after "chance to": "buy again". */
  goal?: string | undefined;
  /** For lists: the outcome that orders them; absent: the first. */
  listed?: string | undefined;
}

/** The column as the API shows it. */
export const structureColumn = ({
  source: _source,
  holds: _holds,
  ...column
}: DeliveredColumn): StructureColumn => column;

/** Refuses `target-column-unknown`, `target-column-twice` and `aggregation-impossible`. */
export const structureOf = (
  { custom_structure: chosen, human_readable: humanReadable = false, options }: TargetConfig,
  deliverable: Deliverable,
): DeliveredColumn[] => {
  if (chosen)
    return requireDistinctNames(
      chosen.map((column, i) => choose(column, `custom_structure.${i}`, deliverable)),
    );
  const columns = defaultStructure(deliverable, humanReadable);
  return requireDistinctNames(options.type === "lookup_api" ? columns.filter(isAnswered) : columns);
};

/** A lookup by one identity field does not return the others, unless the structure lists them. */
const isAnswered = ({ scope_col, is_identity_col }: DeliveredColumn): boolean =>
  scope_col === personColumn || !is_identity_col;

/** Every column that a file of this representation can hold. */
export const defaultStructure = (deliverable: Deliverable, humanReadable: boolean): DeliveredColumn[] => {
  const payload = deliverable.payload.filter((column) => isByDefault(column, deliverable.representation));
  return [
    ...ownColumns(deliverable),
    ...payload.map((column) => {
      const name = humanReadable ? column.human_name : column.name;
      return payloadColumn(column, name, defaultAggregation(deliverable.representation));
    }),
  ];
};

/** The columns that identify a row; for an area also its number of people. */
const ownColumns = (deliverable: Deliverable): DeliveredColumn[] => {
  const { representation, mapped } = deliverable;
  switch (representation.mode) {
    case "identified":
      if (representation.transform_preset) return listStructure(representation.transform_preset, deliverable);
      if (representation.aggregate === "record") return crosswalkColumns.map(crosswalkColumn);
      return [personColumn, ...identityColumns(mapped)].map((name) => identityColumn(name));
    case "hashed":
      return hashedNames(representation, mapped).map((name) => identityColumn(name));
    case "referenced":
      return [identityColumn(referenceColumn, representation.reference.column_name)];
    case "aggregated":
      return [identityColumn(representation.aggregate), peopleCount];
  }
};

const crosswalkColumn = (name: (typeof crosswalkColumns)[number]): DeliveredColumn => ({
  ...identityColumn(name),
  holds: name === "match_probability" ? "number" : name === "dataset" ? "category" : "text",
});

/** Columns that a file has only where its structure lists them. */
const idColumns = ({ representation }: Deliverable): DeliveredColumn[] =>
  representation.mode === "aggregated"
    ? []
    : [personColumn, householdColumn].map((name) => identityColumn(name));

/** Name of a list's column in the delivered rows. */
export const listSource = (source: ListSource): string => `list_${source}`;

const listStructure = (
  preset: ListPreset,
  { mapped, payload, goal = "reach the goal", listed }: Deliverable,
): DeliveredColumn[] => {
  const predictedColumns = listedPredictions(payload, listed).map(({ kind }) => kind);
  const isExplained = payload.some(({ kind }) => kind === "explanation");
  return listColumns(preset, { mapped, goal: slug(goal), isExplained, predictedColumns }).map(
    ({ source, header }) => ({
      scope_col: source,
      output_col: header,
      source: listSource(source),
      holds: listNumbers.has(source) || isPredictedNumber(source) ? "number" : "text",
    }),
  );
};

/** The predicted columns of the outcome that orders a list. */
export const listedPredictions = (
  payload: readonly PayloadColumn[],
  listed = payload.find(({ kind }) => kind === "probability")?.of,
): (PayloadColumn & { kind: PredictedColumn })[] =>
  payload.flatMap(({ kind, ...column }) =>
    isPredictedColumn(kind) && column.of === listed ? [{ ...column, kind }] : [],
  );

const listNumbers = new Set<ListSource>(["chance_pct", "rank", "decile"]);

const hashedNames = (
  { transform_preset: preset }: Extract<Representation, { mode: "hashed" }>,
  mapped: readonly string[],
): string[] => (preset ? presetColumns(preset, mapped).map(({ header }) => header) : hashedColumns(mapped));

const identityColumn = (source: string, output = source): DeliveredColumn => ({
  scope_col: source,
  output_col: output,
  is_identity_col: true,
  source,
  holds: "text",
});

const peopleCount: DeliveredColumn = {
  scope_col: peopleCountColumn,
  output_col: peopleCountColumn,
  source: peopleCountColumn,
  holds: "number",
};

/**
 * Columns allowed for a representation. Hashed rows exclude what could identify a person: exact
 * probabilities, traits, and more than the first recommendation.
 */
const isAllowed = ({ kind, rank }: PayloadColumn, { mode }: Representation): boolean =>
  mode !== "hashed" || hashedKinds.has(kind) || rank === 1;

const hashedKinds = new Set<PayloadColumn["kind"]>([
  "percentile",
  "status",
  "member",
  "persona",
  "arm",
  "uplift_segment",
  "contact",
]);

/** The form of another program and a crosswalk take no payload. */
const isByDefault = (column: PayloadColumn, representation: Representation): boolean =>
  !("transform_preset" in representation && representation.transform_preset) &&
  !(representation.mode === "identified" && representation.aggregate === "record") &&
  isAllowed(column, representation) &&
  (representation.mode !== "aggregated" || possibleAggregations(column).includes("avg"));

const defaultAggregation = ({ mode }: Representation): Aggregation | undefined =>
  mode === "aggregated" ? "avg" : undefined;

/** The mean of a membership is the share of members, its count the number of them. */
export const possibleAggregations = ({ kind }: Pick<PayloadColumn, "kind">): readonly Aggregation[] =>
  isAveraged(kind) ? aggregations : ["count"];

/** Expected values have a mean over people; bounds of ranges have none that is a bound. */
const isAveraged = (kind: PayloadColumn["kind"]): boolean => averaged.has(kind) || isHorizonProbability(kind);
const averaged = new Set<PayloadColumn["kind"]>([
  "probability",
  "percentile",
  "member",
  "contact",
  "profit",
  "uplift",
  ...summedColumns,
  "value_if_active",
  "location_distance",
]);

/** Name of an aggregated column in the rows of areas. */
export const aggregatedSource = (aggregation: Aggregation, source: string): string =>
  `${aggregation}_${source}`;

const payloadColumn = (
  column: PayloadColumn,
  output: string,
  aggregation: Aggregation | undefined,
): DeliveredColumn => ({
  scope_col: column.name,
  output_col: output,
  ...(aggregation && { aggregation }),
  source: aggregation ? aggregatedSource(aggregation, column.source) : column.source,
  holds: aggregation ? "number" : holdsOf(column),
});

const holdsOf = ({ kind }: PayloadColumn): DeliveredColumn["holds"] => {
  if (numbers.has(kind) || isPredictedNumber(kind)) return "number";
  if (isDayColumn(kind)) return "day";
  return holdsCategory.has(kind) ? "category" : "text";
};

const numbers = new Set<PayloadColumn["kind"]>([
  "probability",
  "percentile",
  "profit",
  "location_distance",
  ...upliftNumbers,
]);
const holdsCategory = new Set<PayloadColumn["kind"]>([
  "status",
  "date_status",
  "member",
  "persona",
  "arm",
  "contact",
]);

const choose = (chosen: StructureColumn, at: string, deliverable: Deliverable): DeliveredColumn => {
  const { scope_col: wanted, output_col: output } = chosen;
  const own = [...ownColumns(deliverable), ...idColumns(deliverable)].find(
    ({ scope_col }) => scope_col === wanted,
  );
  const allowed = deliverable.payload.filter((column) => isAllowed(column, deliverable.representation));
  const inPayload = allowed.find(({ name, human_name }) => name === wanted || human_name === wanted);
  if (own && !(inPayload && chosen.is_identity_col === false)) {
    checkAggregation(chosen, [], at);
    return { ...own, output_col: output };
  }
  if (!inPayload || chosen.is_identity_col) throw unknownColumn(wanted, at, deliverable, allowed);
  const isAggregated = deliverable.representation.mode === "aggregated";
  const possible = isAggregated ? possibleAggregations(inPayload) : [];
  const aggregation = chosen.aggregation ?? possible[0];
  checkAggregation({ ...chosen, aggregation }, possible, at);
  return payloadColumn(inPayload, output, aggregation);
};

const checkAggregation = (
  { scope_col: column, aggregation }: { scope_col: string; aggregation?: Aggregation | undefined },
  possible: readonly Aggregation[],
  at: string,
): void => {
  if (aggregation === undefined || possible.includes(aggregation)) return;
  const advice = possible.length > 0 ? `Possible: ${possible.join(", ")}.` : "This column is not aggregated.";
  throw refuse("aggregation-impossible", { column, aggregation, advice }, [
    { path: `${at}.aggregation`, message: advice, context: { errorType: "aggregation" } },
  ]);
};

const unknownColumn = (
  column: string,
  at: string,
  deliverable: Deliverable,
  allowed: readonly PayloadColumn[],
) => {
  const own = [...ownColumns(deliverable), ...idColumns(deliverable)].map(({ scope_col }) => scope_col);
  const names = [...new Set(own), ...allowed.map(({ name }) => name)];
  const meant = nearest(column, [...names, ...allowed.map(({ human_name }) => human_name)]);
  const { mode } = deliverable.representation;
  const hint = meant ? ` Did you mean ${meant}?` : "";
  return refuse("target-column-unknown", { column, mode, hint, columns: names.join(", ") }, [
    {
      path: `${at}.scope_col`,
      message: `is not a column of mode ${mode}`,
      ...(meant && { suggestion: meant }),
      context: { errorType: "unknown_column" },
    },
  ]);
};

/** Refuses names that differ only in case, which some CSV readers do not distinguish. */
const requireDistinctNames = (columns: DeliveredColumn[]): DeliveredColumn[] => {
  const names = columns.map(({ output_col }) => output_col.toLowerCase());
  const duplicate = columns.find(({ output_col }, i) => names.indexOf(output_col.toLowerCase()) !== i);
  if (duplicate) throw refuse("target-column-twice", { column: duplicate.output_col });
  return columns;
};
