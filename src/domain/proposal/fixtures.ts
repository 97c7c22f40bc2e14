// Previewed files of a few rows, with the profiles and groupings that the engine finds in larger ones.

import type { ColumnType, DetectedColumn } from "../data/dataset-findings.js";
import type { Grouping, PreviewedFile } from "./previewed-file.js";
import { groupingsToCount } from "./reading.js";

const isAll = (values: readonly string[], pattern: RegExp) =>
  values.length > 0 && values.every((value) => pattern.test(value));

const typeOf = (values: readonly string[]): ColumnType => {
  if (isAll(values, /^-?(0|[1-9]\d{0,14})([.]\d+)?$/)) return "number";
  return isAll(values, /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/) ? "date" : "text";
};

/** A file of lines whose values are divided by `|`, the first of which is the header. */
export const previewOf = (
  directory: string,
  [header, ...lines]: readonly string[],
  more: Record<string, Partial<DetectedColumn>> = {},
): PreviewedFile => {
  const names = header!.split("|");
  const rows = lines.map((line) => line.split("|"));
  const columns = names.map((name, i) =>
    columnOf(
      name,
      rows.map((row) => row[i] ?? ""),
      more[name],
    ),
  );
  const file = { directory, filenames: ["export.csv"], columns, rows: rows.length };
  return { ...file, groupings: groupingsToCount(file).map((by) => groupingOf(by, names, rows)) };
};

const columnOf = (name: string, all: readonly string[], more?: Partial<DetectedColumn>): DetectedColumn => {
  const values = all.filter((value) => value !== "");
  const distinct = [...new Set(values)];
  const data_type = typeOf(values);
  const numbers = data_type === "number" ? values.map(Number) : [];
  return {
    name,
    data_type,
    is_nullable: values.length < all.length,
    fill_rate: values.length / all.length,
    examples: distinct.slice(0, 5),
    distinct_count: distinct.length,
    ...(numbers.length > 0 && { min: Math.min(...numbers), max: Math.max(...numbers) }),
    ...(distinct.length > 0 &&
      data_type !== "date" && {
        values: distinct.map((value) => ({ value, rows: values.filter((other) => other === value).length })),
      }),
    ...more,
  };
};

const amountOf = (value: string): number => Number(value.replace(/[^\d.,-]/g, "").replace(",", ".")) || 0;

const signOf = (value: string): number => (/^-|-$/.test(value) ? -1 : /[1-9]/.test(value) ? 1 : 0);

const groupingOf = (by: readonly string[], names: readonly string[], rows: readonly string[][]): Grouping => {
  const keys = by.map((name) => names.indexOf(name));
  const groups = new Map<string, string[][]>();
  for (const row of rows.filter((row) => keys.every((i) => row[i]))) {
    const key = keys.map((i) => row[i]!.toLowerCase()).join("\u001f");
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const repeated = [...groups.values()].filter((group) => group.length > 1);
  const valuesOf = (group: readonly string[][], i: number) => group.flatMap((row) => row[i] || []);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const byName = <V>(made: (i: number) => V) => Object.fromEntries(names.map((name, i) => [name, made(i)]));
  return {
    by,
    groups: groups.size,
    repeated: repeated.length,
    constant: byName((i) =>
      share(repeated.filter((group) => new Set(valuesOf(group, i)).size <= 1).length, repeated.length),
    ),
    once: byName((i) => {
      const filled = repeated.filter((group) => valuesOf(group, i).length > 0);
      return share(filled.filter((group) => valuesOf(group, i).length === 1).length, filled.length);
    }),
    uniform: byName((i) => {
      const amounts = repeated
        .map((group) => valuesOf(group, i).map(amountOf))
        .filter((of) => of.some((n) => n !== 0));
      return amounts.length === 0
        ? 1
        : share(amounts.filter((of) => new Set(of).size === 1).length, amounts.length);
    }),
    alike: Object.fromEntries(
      names.flatMap((name, i) => {
        if (!rows.some((row) => signOf(row[i] ?? "") < 0)) return [];
        const several = repeated
          .map((group) =>
            valuesOf(group, i)
              .map(amountOf)
              .filter((amount) => amount > 0),
          )
          .filter((amounts) => amounts.length > 1);
        const same = several.filter((amounts) => new Set(amounts).size === 1);
        return several.length < 5 ? [] : [[name, same.length / several.length] as const];
      }),
    ),
    doubled: byName((i) => {
      const isDouble = (amounts: readonly number[]) =>
        Math.max(...amounts) > 0 &&
        Math.abs(amounts.reduce((sum, amount) => sum + amount, 0) - 2 * Math.max(...amounts)) < 0.005;
      return share(
        repeated.filter((group) => isDouble(valuesOf(group, i).map(Number))).length,
        repeated.length,
      );
    }),
    signs: byName((i) => {
      const signs = [...groups.values()].map((group) => valuesOf(group, i).map(signOf));
      return {
        negative: signs.filter((of) => of.length > 0 && of.every((sign) => sign < 0)).length,
        mixed: signs.filter((of) => of.includes(-1) && of.includes(1)).length,
      };
    }),
  };
};
