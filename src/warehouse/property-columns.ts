// Columns of the properties of a stream: `p_<property>`, where the prefix prevents collisions with the
// stream's own columns. The engines ignore case in the names of columns, so of several properties whose names
// differ in case alone each has a column of its own, which the results of datasets and streams keep.

import { ident, type Sql } from "./sql/sql.js";

/** A property and, if it does not follow from its name, its column. */
export interface StoredProperty {
  name: string;
  column?: string | undefined;
}

export const propertyColumn = ({ name, column }: StoredProperty): string => column ?? `p_${name}`;

export const property = (alias: string, stored: StoredProperty): Sql => ident(alias, propertyColumn(stored));

/** The properties in their order, with columns that differ in more than case. */
export const withOwnColumns = <P extends StoredProperty>(properties: readonly P[]): P[] => {
  const sorted = properties.map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1));
  return properties.map((each) => {
    const place = sorted.filter((name) => isSameColumn(name, each.name)).indexOf(each.name);
    return place === 0 ? each : { ...each, column: `p${place + 1}_${each.name}` };
  });
};

/** Whether names of properties of one stream need columns of their own. */
export const haveSameColumn = (names: readonly string[]): boolean =>
  new Set(names.map(folded)).size < new Set(names).size;

const isSameColumn = (a: string, b: string): boolean => folded(a) === folded(b);
const folded = (name: string): string => name.toLowerCase();
