// A table that sorts by any column, filters by values and searches texts. It shows the first rows, and more on request.

import { type ReactNode, useId, useMemo, useState } from "react";
import { lazily } from "../../src/words/format.js";
import { Button } from "./button.js";
import { classNames } from "./class-names.js";
import { formatCount } from "./format.js";
import styles from "./list.module.css";

export interface Column<R> {
  header: string;
  /** Sort key; rows without one come last. */
  value: (row: R) => SortValue;
  /** Content, where it is more than the value. */
  cell?: (row: R) => ReactNode;
  /** Aligns to the right. */
  isNumber?: boolean;
  /** Offers a filter by the values that occur, where there are two or more. */
  isFilter?: boolean;
}

interface ListProps<R> {
  /** Name of the table, for screen readers. */
  label: string;
  rows: readonly R[];
  rowKey: (row: R) => string;
  columns: readonly Column<R>[];
  /** The first sort order; absent: as given. */
  order?: Order;
  /** The searched text; absent: the values of all columns. */
  text?: (row: R) => string;
  empty: ReactNode;
}

const firstShown = 100;

/** Shorter lists need no search. */
const minSearched = 6;

export const List = <R,>({ label, rows, rowKey, columns, order: firstOrder, text, empty }: ListProps<R>) => {
  const [order, setOrder] = useState(firstOrder);
  const [search, setSearch] = useState("");
  const [wanted, setWanted] = useState<Record<string, string>>({});
  const [shown, setShown] = useState(firstShown);
  const arranged = useMemo(
    () => arrange(rows, columns, { order, search, wanted, text }),
    [rows, columns, order, search, wanted, text],
  );
  if (rows.length === 0) return empty;
  return (
    <div className={styles.list}>
      {rows.length >= minSearched && (
        <div className={styles.tools}>
          <Search label={`Search ${label.toLowerCase()}`} value={search} onChange={setSearch} />
          <Filters rows={rows} columns={columns} wanted={wanted} onChange={setWanted} />
          <p className={styles.count} role="status">
            {arranged.length === rows.length
              ? formatCount(rows.length)
              : `${formatCount(arranged.length)} of ${formatCount(rows.length)}`}
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <Head key={column.header} column={column} index={index} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {arranged.slice(0, shown).map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ header, value, cell, isNumber }) => (
                  <td key={header} className={isNumber ? "number" : undefined}>
                    {cell ? cell(row) : shownValue(value(row))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {arranged.length === 0 && <p className="soft">No matches. Remove a filter or shorten the search.</p>}
      {arranged.length > shown && (
        <Button onClick={() => setShown(shown * 5)}>
          Show more ({formatCount(arranged.length - shown)} hidden)
        </Button>
      )}
    </div>
  );
};

const shownValue = (value: SortValue): string =>
  typeof value === "number"
    ? formatCount(value)
    : typeof value === "boolean"
      ? value
        ? "yes"
        : "no"
      : (value ?? "");

const Head = <R,>({
  column: { header, isNumber },
  index,
  order,
  onOrder,
}: {
  column: Column<R>;
  index: number;
  order: Order | undefined;
  onOrder: (order: Order) => void;
}) => {
  const isSorted = order?.column === index;
  const isDescending = isSorted && order.isDescending;
  return (
    <th
      scope="col"
      className={isNumber ? "number" : undefined}
      aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        className={classNames(styles.head, isSorted && styles.sorted)}
        onClick={() =>
          onOrder({ column: index, isDescending: isSorted ? !isDescending : (isNumber ?? false) })
        }
      >
        {header}
        <span aria-hidden="true" className={styles.arrow}>
          {isSorted ? (isDescending ? "↓" : "↑") : "↕"}
        </span>
      </button>
    </th>
  );
};

const Search = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) => (
  <input
    type="search"
    className={styles.search}
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

interface FiltersProps<R> {
  rows: readonly R[];
  columns: readonly Column<R>[];
  wanted: Readonly<Record<string, string>>;
  onChange: (wanted: Record<string, string>) => void;
}

const Filters = <R,>({ rows, columns, wanted, onChange }: FiltersProps<R>) =>
  columns
    .filter(({ isFilter }) => isFilter)
    .map((column) => ({ header: column.header, values: valuesOf(rows, column) }))
    .filter(({ values }) => values.length > 1)
    .map(({ header, values }) => (
      <Filter
        key={header}
        label={header}
        values={values}
        value={wanted[header] ?? ""}
        onChange={(value) => onChange({ ...wanted, [header]: value })}
      />
    ));

const Filter = ({
  label,
  values,
  value,
  onChange,
}: {
  label: string;
  values: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) => {
  const id = useId();
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">any</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </span>
  );
};

type SortValue = string | number | boolean | null | undefined;

interface Order {
  /** Index of the column. */
  column: number;
  isDescending: boolean;
}

interface Sorted<R> {
  header: string;
  value: (row: R) => SortValue;
}

interface Arrangement<R> {
  order: Order | undefined;
  search: string;
  /** The value that rows must have, by the header of the column; empty for any. */
  wanted: Readonly<Record<string, string>>;
  text: ((row: R) => string) | undefined;
}

const collator = lazily(() => new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }));

/** Rows with every searched word and every wanted value. Ties keep their order. */
export const arrange = <R,>(
  rows: readonly R[],
  columns: readonly Sorted<R>[],
  { order, search, wanted, text }: Arrangement<R>,
): R[] => {
  const searched = (row: R) =>
    (text?.(row) ?? columns.map(({ value }) => value(row) ?? "").join(" ")).toLowerCase();
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const filters = columns.filter(({ header }) => wanted[header]);
  const kept = rows.filter(
    (row) =>
      filters.every(({ header, value }) => String(value(row) ?? "") === wanted[header]) &&
      (terms.length === 0 || terms.every((term) => searched(row).includes(term))),
  );
  const by = order && columns[order.column];
  return by ? kept.sort((a, b) => compare(by.value(a), by.value(b), order.isDescending)) : kept;
};

/** Distinct values of a column, sorted. */
export const valuesOf = <R,>(rows: readonly R[], { value }: Sorted<R>): string[] =>
  [...new Set(rows.map((row) => String(value(row) ?? "")))].filter(Boolean).sort(collator().compare);

const compare = (a: SortValue, b: SortValue, isDescending: boolean): number => {
  const [isMissingA, isMissingB] = [a ?? null, b ?? null].map((value) => value === null);
  if (isMissingA || isMissingB) return Number(isMissingA) - Number(isMissingB);
  const direction = isDescending ? -1 : 1;
  return direction * (typeof a === "string" ? collator().compare(a, String(b)) : Number(a) - Number(b));
};
