// Spellings: fragments that say the same to each engine in other words. What means something else to Spark,
// such as a regular expression, has none for it, and the statement stays with DuckDB.

import { literal, Sql, spelled, sql } from "./sql.js";

export const textType: Sql = spelled({ duckdb: sql`varchar`, spark: sql`string` });

/** After a column of ORDER BY. */
export const nullsLast: Sql = spelled({ duckdb: sql``, spark: sql` nulls last` });

/** The item at a place, from 1; null beyond the end. */
export const itemAt = (list: Sql, place: number): Sql =>
  spelled({ duckdb: sql`${list}[${place}]`, spark: sql`get(${list}, ${place - 1})` });

/**
 * A bound of a decimal, as a decimal. One that only an exponent can write is a double, and engines round
 * decimals to it in their own ways.
 */
export const decimalBound = (bound: number): Sql =>
  spelled({ duckdb: literal(bound), spark: /e/.test(String(bound)) ? null : plainNumber(bound) });

const plainNumber = (number: number): Sql =>
  new Sql(String(number), { at: "template", strings: [String(number)], values: [] });

/** Fragment that only DuckDB computes in the way that we want. */
export const duckdbOnly = (fragment: Sql): Sql => spelled({ duckdb: fragment, spark: null });

/**
 * A DOUBLE as DECIMAL(38, 6), rounded half away from zero; null if it does not fit. Spark reads the digits
 * that a double is printed with, and DuckDB its binary value, so for Spark it is put together from whole
 * numbers that are exact.
 */
export const decimalOf = (value: Sql): Sql =>
  spelled({
    duckdb: sql`try_cast(${value} as decimal(38, 6))`,
    spark: sql`(case
      when not abs(${value}) < 1e32 then cast(null as decimal(38, 6))
      when abs(${value}) < 9e12 then cast(cast(${micros(value)} as bigint) as decimal(19, 0)) * 0.000001
      else cast(${upper(value)} as decimal(19, 0)) * 18446744073709.551616
        + cast(cast((${micros(value)} - ${upper(value)} * ${two64}) / 2e0 as bigint) as decimal(19, 0)) * 0.000002
      end)`,
  });

const two64 = sql`18446744073709551616e0`;
const micros = (value: Sql): Sql => sql`round((${value}) * 1e6)`;
const upper = (value: Sql): Sql => sql`cast(${micros(value)} / ${two64} as bigint)`;
