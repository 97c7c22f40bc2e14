// Deterministic arithmetic for sums. A sum of doubles depends on the order of addition, so values are added
// as whole millionths.

import { type Sql, sql } from "../sql/sql.js";

export const millionth = 1_000_000;

/** A DOUBLE as whole millionths; null beyond ±9.2e12, which no real amount reaches. */
export const micros = (value: Sql): Sql => sql`try_cast(round((${value}) * ${millionth}) as bigint)`;

/** Whole millionths, or a sum of them, as DOUBLE. */
export const fromMicros = (sum: Sql): Sql => sql`cast(${sum} as double) / ${millionth}`;
