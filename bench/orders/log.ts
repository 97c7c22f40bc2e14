// Order log with heavy-tailed numbers of orders per customer. An order is a function of its number and the
// seed, so the log is streamed to the disk; only the numbers are sorted, to put the rows into an order, and
// of a large log a part at a time.

import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { type Sql, sql } from "../../src/warehouse/sql/sql.js";

/** About so many orders; there are 13 % fewer. */
const perCustomer = 20;
const maxOrders = 2000;
const memoryMb = 3000;
/** Customers whose orders are sorted together; the parts follow each other. */
const defaultAtOnce = 500_000;

/** Rows as if drawn from an urn (one for each part), or all orders of a customer together. */
export const rowOrders = ["random", "customer"] as const;
export type RowOrder = (typeof rowOrders)[number];

export interface OrderLogOptions {
  /** About so many orders. */
  rows: number;
  seed?: number;
  rowOrder?: RowOrder;
  /** Customers of a part. */
  atOnce?: number;
}

/**
 * A file of later orders of the same customers: as many as a `share` of all, in the last `days` before the
 * log's end, or `ahead` days after it.
 */
interface LaterOrders {
  share: number;
  days: number;
  ahead?: number;
}

export const customersIn = ({ rows }: OrderLogOptions): number => Math.round(rows / perCustomer);

/**
 * Writes CSV: order_id, customer_id, transaction_date, total, product_category, channel, discount. Same
 * options, same bytes.
 */
export const writeOrderLog = (file: string, options: OrderLogOptions, tempDir: string): Promise<void> =>
  withEngine(tempDir, async (engine) => {
    const { seed = 1, rowOrder = "random", atOnce = defaultAtOnce } = options;
    const customers = customersIn(options);
    for (let from = 0; from < customers; from += atOnce) {
      const part = numbers(from, Math.min(from + atOnce, customers), seed);
      const rows = columnsOf(timed(inOrder(part, rowOrder), seed), "o");
      if (from === 0) await engine.run(copyTo(file, rows));
      else await append(file, engine, rows);
    }
  });

const append = async (file: string, engine: Engine, rows: Sql): Promise<void> => {
  const part = `${file}.part`;
  await engine.run(sql`copy (${rows}) to ${part} (header false, delimiter ',')`);
  await pipeline(createReadStream(part, { highWaterMark: 2 ** 20 }), createWriteStream(file, { flags: "a" }));
  await rm(part);
};

export const writeLaterOrders = (
  file: string,
  options: OrderLogOptions,
  { share, days, ahead = 0 }: LaterOrders,
  tempDir: string,
): Promise<void> =>
  withEngine(tempDir, async (engine) => {
    const { seed = 1 } = options;
    const all = numbers(0, customersIn(options), seed);
    const { last } = await engine.row<{ last: number }>(
      sql`select max(second) as last from (${timed(all, seed)})`,
    );
    const isPicked = sql`hash(event * 7 + ${seed}) % 1000000 < ${share * 1e6}`;
    const picked = inOrder(sql`select event from (${all}) where ${isPicked}`, "random");
    const end = last + Math.round(ahead * 86_400);
    const late = sql`select * replace (${end} - cast(hash(h) % ${Math.round(days * 86_400)} as bigint) as second)
      from (${timed(picked, seed)})`;
    await engine.run(copyTo(file, columnsOf(late, "n")));
  });

const withEngine = async (tempDir: string, work: (engine: Engine) => Promise<void>): Promise<void> => {
  const engine = await openEngine({ memoryMb, threads: 2, tempDir });
  try {
    await work(engine);
  } finally {
    engine.close();
  }
};

const copyTo = (file: string, query: Sql): Sql => sql`copy (${query}) to ${file} (header, delimiter ',')`;

/** A number in [0, 1) for each `id`. */
const share = (id: Sql, multiplier: number, seed: number): Sql =>
  sql`(hash(${id} * ${multiplier} + ${seed}) % 1000000 / 1e6)`;

/** One row per order: its number, in which its customer and its number among theirs are packed. */
const numbers = (from: number, to: number, seed: number): Sql => {
  const count = sql`8.9 * power(1 - ${share(sql`c.id`, 7919, seed)}, -0.667) - 8`;
  return sql`
    select c.id * ${maxOrders} + n.i as event from range(${from}, ${to}) as c(id),
      unnest(range(greatest(1, cast(least(${maxOrders}, ${count}) as integer)))) as n(i)`;
};

const inOrder = (events: Sql, rowOrder: RowOrder): Sql =>
  rowOrder === "customer" ? sql`${events} order by event` : sql`${events} order by hash(event), event`;

/** One row per order, with the second since 2022 at which it was placed: within the time that its customer stays. */
const timed = (events: Sql, seed: number): Sql => sql`
  select id, i, h, first_day * 86400 + cast(hash(id * 31 + i * 1000003 + ${seed}) % 1000000 / 1e6
    * greatest(1, least(730, first_day + days) - first_day) * 86400 as bigint) as second
  from (
    select id, i, hash(id * 17 + i * 999983 + ${seed}) as h,
      cast(floor(${share(sql`id`, 104729, seed)} * 600) as integer) as first_day,
      -ln(1 - ${share(sql`id`, 15485863, seed)}) * 400 + 15 as days
    from (select event // ${maxOrders} as id, event % ${maxOrders} as i from (${events}))
  )`;

const columnsOf = (rows: Sql, prefix: string): Sql => sql`
  select ${prefix} || id || '-' || i as order_id, 'c' || id as customer_id,
    strftime(make_timestamp((1640995200 + second) * 1000000), '%Y-%m-%d %H:%M:%S') as transaction_date,
    round(h % 20000 / 100.0 + 5, 2) as total,
    ['shoes', 'shirts', 'trousers', 'hats', 'bags', 'books', 'toys', 'tools'][cast(1 + h // 20000 % 8 as bigint)] as product_category,
    ['web', 'store', 'app'][cast(1 + h // 160000 % 3 as bigint)] as channel, h // 480000 % 30 as discount
  from (${rows})`;
