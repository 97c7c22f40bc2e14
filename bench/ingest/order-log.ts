// Order log with heavy-tailed numbers of orders, in the order in which they were made up, which is no order at all.

import path from "node:path";
import { openEngine } from "../../src/warehouse/engine.js";
import { sql } from "../../src/warehouse/sql/sql.js";

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

/** Writes such a log, and a share as many orders of the same customers in its last `days`. */
export const writeLogAndMore = async (
  dir: string,
  rows: number,
  { share, days }: { share: number; days: number },
): Promise<{ log: string; more: string }> => {
  const [log, more] = [path.join(dir, "log.csv"), path.join(dir, "more.csv")];
  await writeOrderLog(log, rows, dir);
  const engine = await openEngine({ memoryMb: 3000, threads: 2, tempDir: dir });
  const late = sql`(select max(transaction_date) from orders) - to_seconds(hash(order_id) % ${days * 86_400})`;
  await engine.run(sql`
    copy (
      with orders as (from read_csv(${log}))
      select * replace ('n' || order_id as order_id, strftime(${late}, '%Y-%m-%d %H:%M:%S') as transaction_date)
      from orders where hash(order_id || 'more') % 1000000 < ${share * 1e6}
    ) to ${more} (header, delimiter ',')`);
  engine.close();
  return { log, more };
};
