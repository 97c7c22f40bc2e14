// Conditions on one column, property or trait: they filter rows. Rows without a value never match unless
// `_null: true` asks for them. Required conditions are joined by AND, those marked `optional` form one OR
// group, and both groups are joined by AND.

import { type Static, type TObject, Type } from "@sinclair/typebox";
import { limits } from "./limits.js";
import { closed, column, nameOf, oneOf, optional } from "./schema.js";

export type ConditionValue = string | number | boolean;

const value = (description: string) =>
  Type.Unsafe<ConditionValue>({
    type: ["string", "number", "boolean"],
    maxLength: limits.valueCharacters.is,
    description,
  });

const values = (description: string) =>
  Type.Array(value("One of the values."), { maxItems: limits.conditionValues.is, description });

/** The comparisons of the API, as written there. */
export const comparisons = {
  _eq: optional(value("Equals this value.")),
  _neq: optional(value("Differs from this value.")),
  _gt: optional(value("Greater than this value; for dates, later.")),
  _gte: optional(value("Greater than or equal to this value.")),
  _lt: optional(value("Less than this value; for dates, earlier.")),
  _lte: optional(value("Less than or equal to this value.")),
  _in: optional(values("Equals one of these values.")),
  _nin: optional(values("Equals none of these values.")),
  _null: optional(Type.Boolean({ description: "true: rows without a value, which otherwise never match." })),
  _nnull: optional(Type.Boolean({ description: "true: rows with a value." })),
  _matches: optional(
    Type.String({
      maxLength: limits.columnCharacters.is,
      description: "RE2 regular expression that matches anywhere in the value.",
    }),
  ),
};
export type Operators = Static<TObject<typeof comparisons>>;

const operators = {
  ...comparisons,
  optional: optional(
    Type.Boolean({
      description:
        "Optional conditions form one OR group, which is joined to the required conditions by AND.",
    }),
  ),
};

const columnOperators = {
  column_name: column,
  ...operators,
  _nmatches: optional(
    Type.String({
      maxLength: limits.columnCharacters.is,
      description: "RE2 regular expression that matches nowhere in the value.",
    }),
  ),
};

export const columnCondition = closed(columnOperators, "ColumnCondition");
export type ColumnCondition = Static<typeof columnCondition>;

/** Lines that a condition is about, where several rows are one event. */
export const conditionLines = ["each", "all", "event"] as const;
export type ConditionLines = (typeof conditionLines)[number];

export const eventCondition = closed(
  {
    ...columnOperators,
    lines: optional(
      Type.Unsafe<ConditionLines>(
        oneOf(
          conditionLines,
          "Which of the rows of an event have to meet it. each: a row that does not is left out, and the event only without any other row. all: a row that does " +
            "not leaves out the whole event. event: the first value of the rows is that of the event. Absent: by the values of the column, each where the " +
            "rows of an event differ in them, and otherwise event.",
        ),
      ),
    ),
  },
  "EventCondition",
);
export type EventCondition = Static<typeof eventCondition>;

export const propertyCondition = closed(
  {
    property: nameOf("datetime, value, or another property of the stream.", "value"),
    ...operators,
  },
  "StreamCondition",
);
export type PropertyCondition = Static<typeof propertyCondition>;

export const locationPropertyCondition = closed(
  {
    property: nameOf("Name of a property of the locations, see output_to_locations.", "size"),
    ...operators,
  },
  "LocationPropertyCondition",
);

export const traitCondition = closed(
  {
    name: nameOf("Name of a trait.", "plan"),
    ...operators,
  },
  "TraitCondition",
);
export type TraitCondition = Static<typeof traitCondition>;
