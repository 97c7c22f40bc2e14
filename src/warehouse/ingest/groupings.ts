// Groupings of rows by columns that may be keys: how many groups there are, and which columns have one value
// in them. They show whether rows are the lines of orders, what is a total of an order, and what is an
// attribute of a customer.

import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import { leastAmount } from "../../domain/data/ledger.js";
import type { Grouping } from "../../domain/proposal/previewed-file.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { columnSql, findColumn } from "./columns.js";
import { numberSql } from "./numbers.js";

/** The engine (1.5) takes minutes to plan one statement over 2,000 columns. */
const columnsAtOnce = 40;
const mostColumns = 400;

/** The grouping of the rows by each list of columns. `columns`: all columns of the file. */
export const countGroupings = async (
  engine: Engine,
  records: Relation,
  columns: readonly DetectedColumn[],
  wanted: readonly (readonly string[])[],
): Promise<Grouping[]> => {
  const groupings: Grouping[] = [];
  for (const by of wanted) groupings.push(await countGrouping(engine, records, columns, by));
  return groupings;
};

const countGrouping = async (
  engine: Engine,
  records: Relation,
  columns: readonly DetectedColumn[],
  by: readonly string[],
): Promise<Grouping> => {
  const names = columns.map(({ name }) => name);
  const keys = by.map((name) => lowered(findColumn(names, name, "groupings").sql));
  const places = columns.map((_, i) => i).slice(0, mostColumns);
  const found: Found = {
    groups: 0,
    repeated: 0,
    constant: {},
    once: {},
    uniform: {},
    alike: {},
    doubled: {},
    signs: {},
  };
  const { groups, repeated } = await engine.row<Members>(membersOf(records, keys));
  const isRare = repeated < mostRepeated * groups;
  for (let from = 0; from < places.length; from += columnsAtOnce) {
    const some = places.slice(from, from + columnsAtOnce);
    const row = await engine.row<Record<string, number>>(groupingOf(records, keys, some, columns, isRare));
    addTo(found, row, some, columns);
  }
  return { by, ...found, groups, repeated };
};

type Members = { groups: number; repeated: number };

/** Where fewer groups have several rows, the columns of these groups alone are looked at in detail. */
const mostRepeated = 0.5;

/** One row: groups, and repeated, those of several rows. */
const membersOf = (records: Relation, keys: readonly Sql[]): Sql =>
  sql`select count(*) as groups, count(*) filter (where g.members > 1) as repeated
  from (select count(*) as members from ${records} where ${areThere(keys)} group by ${join(keys)}) as g`;

const areThere = (keys: readonly Sql[]): Sql =>
  join(
    keys.map((key) => sql`${key} is not null`),
    " and ",
  );

type Found = {
  -readonly [F in keyof Omit<Grouping, "by">]: Grouping[F] extends number
    ? number
    : Record<string, Grouping[F] extends Readonly<Record<string, infer V>> ? V : never>;
};

const addTo = (
  found: Found,
  row: Record<string, number>,
  places: readonly number[],
  columns: readonly DetectedColumn[],
): void => {
  for (const i of places) {
    const { name } = columns[i]!;
    found.constant[name] = share(row[`constant_${i}`]!, row.repeated!);
    found.once[name] = share(row[`once_${i}`]!, row[`filled_${i}`]!);
    if (row[`nonzero_${i}`]! > 0) found.uniform[name] = share(row[`uniform_${i}`]!, row[`nonzero_${i}`]!);
    if ((row[`several_${i}`] ?? 0) >= fewestAlike)
      found.alike[name] = share(row[`alike_${i}`]!, row[`several_${i}`]!);
    if (row[`doubled_${i}`]! > 0) found.doubled[name] = share(row[`doubled_${i}`]!, row.repeated!);
    const [negative, mixed] = [row[`negative_${i}`]!, row[`mixed_${i}`]!];
    if (negative + mixed > 0) found.signs[name] = { negative, mixed };
  }
};

/** Fewer groups may have equal amounts by chance. */
const fewestAlike = 5;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Addresses of one customer differ in case. */
const lowered = (text: Sql): Sql => sql`lower(trim(${text}))`;

/**
 * One row: repeated, and for each column constant_<i>, once_<i>, filled_<i>, nonzero_<i>, uniform_<i>,
 * doubled_<i>, negative_<i>, mixed_<i>, and several_<i> and alike_<i> where some amounts are below zero.
 * `isRare`: groups of one row have their signs alone.
 */
const groupingOf = (
  records: Relation,
  keys: readonly Sql[],
  places: readonly number[],
  columns: readonly DetectedColumn[],
  isRare: boolean,
): Sql => {
  const inGroups = places.flatMap((i) => {
    const text = columnSql(i);
    const amount = mayBeAmount(columns[i]!) ? numberSql(text) : sql`cast(null as double)`;
    const sign = mayBeNegative(columns[i]!) ? sql`sign(${numberSql(text)})` : sql`null`;
    return [
      sql`(min(${text}) is not distinct from max(${text})) as ${ident(`same_${i}`)}`,
      sql`count(${text}) as ${ident(`values_${i}`)}`,
      sql`(max(${amount}) > 0 and abs(sum(${amount}) - 2 * max(${amount})) < ${leastAmount}) as ${ident(`double_${i}`)}`,
      sql`coalesce(max(abs(${amount})) > 0, false) as ${ident(`any_${i}`)}`,
      sql`coalesce(min(${amount}) = max(${amount}), false) as ${ident(`level_${i}`)}`,
      ...(isBelowZero(columns[i]!)
        ? [
            sql`count(*) filter (where ${amount} > 0) as ${ident(`over_${i}`)}`,
            sql`min(${amount}) filter (where ${amount} > 0) = max(${amount}) as ${ident(`equal_${i}`)}`,
          ]
        : []),
      sql`min(${sign}) as ${ident(`least_${i}`)}`,
      sql`max(${sign}) as ${ident(`most_${i}`)}`,
    ];
  });
  const isRepeated = sql`g.members > 1`;
  const overall = places.flatMap((i) => [
    sql`count(*) filter (where ${isRepeated} and g.${ident(`same_${i}`)}) as ${ident(`constant_${i}`)}`,
    sql`count(*) filter (where ${isRepeated} and g.${ident(`values_${i}`)} = 1) as ${ident(`once_${i}`)}`,
    sql`count(*) filter (where ${isRepeated} and g.${ident(`values_${i}`)} > 0) as ${ident(`filled_${i}`)}`,
    sql`count(*) filter (where ${isRepeated} and g.${ident(`any_${i}`)}) as ${ident(`nonzero_${i}`)}`,
    sql`count(*) filter (where ${isRepeated} and g.${ident(`any_${i}`)} and g.${ident(`level_${i}`)}) as ${ident(`uniform_${i}`)}`,
    ...(isBelowZero(columns[i]!)
      ? [
          sql`count(*) filter (where g.${ident(`over_${i}`)} > 1) as ${ident(`several_${i}`)}`,
          sql`count(*) filter (where g.${ident(`over_${i}`)} > 1 and g.${ident(`equal_${i}`)}) as ${ident(`alike_${i}`)}`,
        ]
      : []),
    sql`count(*) filter (where ${isRepeated} and g.${ident(`double_${i}`)}) as ${ident(`doubled_${i}`)}`,
    sql`count(*) filter (where g.${ident(`most_${i}`)} < 0) as ${ident(`negative_${i}`)}`,
    sql`count(*) filter (where g.${ident(`least_${i}`)} < 0 and g.${ident(`most_${i}`)} > 0) as ${ident(`mixed_${i}`)}`,
  ]);
  const grouped = (
    rows: Sql,
  ) => sql`select count(*) filter (where ${isRepeated}) as repeated, ${join(overall)}
  from (select count(*) as members, ${join(inGroups)} from ${rows} where ${areThere(keys)} group by ${join(keys)}) as g`;
  if (!isRare) return grouped(records);
  const key = sql`(${join(keys)})`;
  const several = sql`(select ${join(keys)} from ${records} where ${areThere(keys)} group by ${join(keys)} having count(*) > 1)`;
  const signed = places.filter((i) => mayBeNegative(columns[i]!));
  const negatives = signed.map(
    (i) => sql`count(*) filter (where ${numberSql(columnSql(i))} < 0) as ${ident(`negative_${i}`)}`,
  );
  const replaced = signed.map(
    (i) => sql`s.${ident(`negative_${i}`)} + o.${ident(`negative_${i}`)} as ${ident(`negative_${i}`)}`,
  );
  return signed.length === 0
    ? grouped(sql`(select * from ${records} where ${key} in ${several})`)
    : sql`select s.* replace (${join(replaced)}) from (${grouped(sql`(select * from ${records} where ${key} in ${several})`)}) as s,
    (select ${join(negatives)} from ${records} where ${areThere(keys)} and ${key} not in ${several}) as o`;
};

const mayBeAmount = ({ data_type, examples = [] }: DetectedColumn): boolean =>
  data_type === "number" ||
  (data_type === "text" &&
    examples.length > 0 &&
    examples.every((text) => /^\D{0,4}\d[\d.,' ]*\D{0,4}$/.test(text)));

/** Some amounts are below zero, so that those above it are looked at on their own. */
const isBelowZero = (column: DetectedColumn): boolean =>
  mayBeAmount(column) && typeof column.min === "number" && column.min < 0;

const mayBeNegative = ({ data_type, examples = [] }: DetectedColumn): boolean =>
  data_type === "number" || examples.some((text) => /^\s*[-(−]\D{0,4}\d|\d\s*-\s*$/.test(text));
