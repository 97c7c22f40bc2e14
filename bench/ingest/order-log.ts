// Order log with heavy-tailed numbers of orders, in the order in which they were made up, which is no order at all.

import { rm } from "node:fs/promises";
import path from "node:path";
import { openEngine } from "../../src/warehouse/engine.js";
import { type Sql, sql } from "../../src/warehouse/sql/sql.js";

const perCustomer = 20;

/** Writes about `rows` orders as CSV: order_id, customer_id, transaction_date, total, product_category, channel, discount. */
export const writeOrderLog = async (file: string, rows: number, tempDir: string): Promise<void> => {
  const engine = await openEngine({ memoryMb: 3000, threads: 2, tempDir });
  const share = (multiplier: number) => sql`(hash(c.id * ${multiplier} + 1) % 1000000 / 1e6)`;
  await engine.run(sql`
    copy (
      with customer as (
        select c.id, cast(floor(${share(104729)} * 600) as integer) as first_day,
          greatest(1, cast(least(2000, 8.9 * power(1 - ${share(7919)}, -0.667) - 8) as integer)) as orders,
          -ln(1 - ${share(15485863)}) * 400 + 15 as days
        from range(${Math.round(rows / perCustomer)}) as c(id)
      ), made as (
        select customer.id, n.i, hash(customer.id * 17 + n.i * 999983 + 1) as h,
          first_day * 86400 + cast(hash(customer.id * 31 + n.i * 1000003 + 1) % 1000000 / 1e6
            * greatest(1, least(730, first_day + days) - first_day) * 86400 as bigint) as second
        from customer, unnest(range(customer.orders)) as n(i)
      )
      select 'o' || id || '-' || i as order_id, 'c' || id as customer_id,
        strftime(make_timestamp((1640995200 + second) * 1000000), '%Y-%m-%d %H:%M:%S') as transaction_date,
        round(h % 20000 / 100.0 + 5, 2) as total,
        ['shoes', 'shirts', 'trousers', 'hats', 'bags', 'books', 'toys', 'tools'][cast(1 + h // 20000 % 8 as bigint)] as product_category,
        ['web', 'store', 'app'][cast(1 + h // 160000 % 3 as bigint)] as channel, h // 480000 % 30 as discount
      from made order by hash(id * i + second)
    ) to ${file} (header, delimiter ',')`);
  engine.close();
};

/** Writes such a log as two files: `newer` has the newest events, as many as this share of all. */
export const writeSplitLog = async (
  dir: string,
  rows: number,
  share: number,
): Promise<{ older: string; newer: string }> => {
  const [all, older, newer] = ["all.csv", "older.csv", "newer.csv"].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  await writeOrderLog(all, rows, dir);
  const engine = await openEngine({ memoryMb: 3000, threads: 2, tempDir: dir });
  const log = sql`read_csv(${all}, all_varchar = true)`;
  const { since } = await engine.row<{ since: string }>(
    sql`select quantile_disc(transaction_date, ${1 - share}) as since from ${log}`,
  );
  const part = (file: string, condition: Sql) =>
    engine.run(sql`copy (select * from ${log} where ${condition}) to ${file} (header, delimiter ',')`);
  await part(older, sql`transaction_date < ${since}`);
  await part(newer, sql`transaction_date >= ${since}`);
  engine.close();
  await rm(all);
  return { older, newer };
};
