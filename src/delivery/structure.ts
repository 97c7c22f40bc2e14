// The structure of a target's file: which columns, in which order, under which names. What may be chosen follows from the
// representation; without a choice of its own a file has all of it.

import { nearest } from "../domain/nearest.js";
import {
  type Aggregation,
  aggregations,
  type Representation,
  type StructureColumn,
  type TargetConfig,
} from "../domain/target.js";
import { refuse } from "../errors/refusal.js";
import {
  hashedColumns,
  identityColumns,
  type PayloadColumn,
  peopleCountColumn,
  personColumn,
  referenceColumn,
} from "./columns.js";

/** A column of the file, and the column of the delivered rows that it is made of. */
export interface DeliveredColumn extends StructureColumn {
  source: string;
  holds: "text" | "number" | "category";
}

export interface Deliverable {
  representation: Representation;
  /** Identity fields that any dataset maps. */
  mapped: readonly string[];
  payload: readonly PayloadColumn[];
}

/** The column as its owner sees it. */
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
    return withoutTwins(chosen.map((column, i) => choose(column, `custom_structure.${i}`, deliverable)));
  const columns = defaultStructure(deliverable, humanReadable);
  return withoutTwins(options.type === "lookup_api" ? columns.filter(isAnswered) : columns);
};

/** Who asks for somebody by one field is not told the others, unless the structure says so. */
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

/** What tells the rows apart; of an area also how many people it has. */
const ownColumns = ({ representation, mapped }: Deliverable): DeliveredColumn[] => {
  switch (representation.mode) {
    case "identified":
      return [personColumn, ...identityColumns(mapped)].map((name) => identityColumn(name));
    case "hashed":
      return hashedColumns(mapped).map((name) => identityColumn(name));
    case "referenced":
      return [identityColumn(referenceColumn, representation.reference.column_name)];
    case "aggregated":
      return [identityColumn(representation.aggregate), peopleCount];
  }
};

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

/** An exact probability is nearly a fingerprint, and a trait may be as telling as a name: neither is beside hashes. Nor
 * are more recommendations than the first, for ten in a row are told of few. */
const isAllowed = ({ kind, rank }: PayloadColumn, { mode }: Representation): boolean =>
  mode !== "hashed" || hashedKinds.has(kind) || rank === 1;

const hashedKinds = new Set<PayloadColumn["kind"]>(["percentile", "status", "member", "persona"]);

const isByDefault = (column: PayloadColumn, representation: Representation): boolean =>
  isAllowed(column, representation) &&
  (representation.mode !== "aggregated" || possibleAggregations(column).includes("avg"));

const defaultAggregation = ({ mode }: Representation): Aggregation | undefined =>
  mode === "aggregated" ? "avg" : undefined;

/** The mean of a membership is the share of members, its count the number of them. */
export const possibleAggregations = ({ kind }: Pick<PayloadColumn, "kind">): readonly Aggregation[] =>
  kind === "probability" || kind === "percentile" || kind === "member" ? aggregations : ["count"];

/** What the rows of areas call an aggregated column. */
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
  if (kind === "probability" || kind === "percentile") return "number";
  return kind === "status" || kind === "member" || kind === "persona" ? "category" : "text";
};

const choose = (chosen: StructureColumn, at: string, deliverable: Deliverable): DeliveredColumn => {
  const { scope_col: wanted, output_col: output } = chosen;
  const own = ownColumns(deliverable).find(({ scope_col }) => scope_col === wanted);
  const allowed = deliverable.payload.filter((column) => isAllowed(column, deliverable.representation));
  const said = allowed.find(({ name, human_name }) => name === wanted || human_name === wanted);
  if (own && !(said && chosen.is_identity_col === false)) {
    checkAggregation(chosen, [], at);
    return { ...own, output_col: output };
  }
  if (!said || chosen.is_identity_col) throw unknownColumn(wanted, at, deliverable, allowed);
  const isAggregated = deliverable.representation.mode === "aggregated";
  const possible = isAggregated ? possibleAggregations(said) : [];
  const aggregation = chosen.aggregation ?? possible[0];
  checkAggregation({ ...chosen, aggregation }, possible, at);
  return payloadColumn(said, output, aggregation);
};

const checkAggregation = (
  { scope_col: column, aggregation }: { scope_col: string; aggregation?: Aggregation | undefined },
  possible: readonly Aggregation[],
  at: string,
): void => {
  if (aggregation === undefined || possible.includes(aggregation)) return;
  const advice = possible.length > 0 ? `Possible: ${possible.join(", ")}.` : "It is not aggregated at all.";
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
  const names = [
    ...ownColumns(deliverable).map(({ scope_col }) => scope_col),
    ...allowed.map(({ name }) => name),
  ];
  const meant = nearest(column, [...names, ...allowed.map(({ human_name }) => human_name)]);
  const { mode } = deliverable.representation;
  const hint = meant ? ` Did you mean ${meant}?` : "";
  return refuse("target-column-unknown", { column, mode, hint, columns: names.join(", ") }, [
    {
      path: `${at}.scope_col`,
      message: `is no column of mode ${mode}`,
      ...(meant && { suggestion: meant }),
      context: { errorType: "unknown_column" },
    },
  ]);
};

/** Some readers of CSV do not tell case apart. */
const withoutTwins = (columns: DeliveredColumn[]): DeliveredColumn[] => {
  const names = columns.map(({ output_col }) => output_col.toLowerCase());
  const twin = columns.find(({ output_col }, i) => names.indexOf(output_col.toLowerCase()) !== i);
  if (twin) throw refuse("target-column-twice", { column: twin.output_col });
  return columns;
};
