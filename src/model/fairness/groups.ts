// Groups of people to compare: those of each value of each dimension, and of each combination of age and gender.

import { type Dimension, unknownValue } from "../../domain/outcome/dimensions.js";

/** A dimension with the code of each row; −1 is unknown. */
export interface CodedDimension extends Pick<Dimension, "name" | "values"> {
  code: Int8Array;
}

export interface Group {
  name: string;
  dimensions: Record<string, string>;
  rows: Int32Array;
}

/** Groups without people are left out. */
export const groupsOf = (dimensions: readonly CodedDimension[]): Group[] => {
  const single = dimensions.flatMap((dimension) => valuesOf(dimension).map(([, group]) => group));
  const [age, gender] = ["age", "gender"].map((name) => dimensions.find((found) => found.name === name));
  return [...single, ...(age && gender ? crossed(age, gender) : [])].filter(({ rows }) => rows.length > 0);
};

/** Each value with its people; those of unknown value come last. */
export const valuesOf = ({ name, values, code }: CodedDimension): [number, Group][] =>
  [...values.keys(), -1].map((wanted) => {
    const value = values[wanted] ?? unknownValue;
    const rows = rowsWhere(code.length, (row) => code[row] === wanted);
    return [wanted, { name: `${name} ${value}`, dimensions: { [name]: value }, rows }];
  });

/** Known values only: people with one unknown value are in a group already. */
const crossed = (one: CodedDimension, other: CodedDimension): Group[] =>
  one.values.flatMap((first, a) =>
    other.values.map((second, b) => ({
      name: `${one.name} ${first}, ${other.name} ${second}`,
      dimensions: { [one.name]: first, [other.name]: second },
      rows: rowsWhere(one.code.length, (row) => one.code[row] === a && other.code[row] === b),
    })),
  );

/** The people of each non-empty cell: one value of each dimension, with the last dimension varying fastest. */
export const cellGroups = (dimensions: readonly Dimension[], cell: Int32Array): Group[] =>
  combinations(dimensions)
    .map((values, wanted) => ({
      name: Object.entries(values)
        .map(([name, value]) => `${name} ${value}`)
        .join(", "),
      dimensions: values,
      rows: rowsWhere(cell.length, (row) => cell[row] === wanted),
    }))
    .filter(({ rows }) => rows.length > 0);

const combinations = (dimensions: readonly Dimension[]): Record<string, string>[] =>
  dimensions.reduce<Record<string, string>[]>(
    (before, { name, values }) =>
      before.flatMap((found) => values.map((value) => ({ ...found, [name]: value }))),
    [{}],
  );

const rowsWhere = (rows: number, isTaken: (row: number) => boolean): Int32Array =>
  Int32Array.from(Array(rows).keys()).filter((row) => isTaken(row));
