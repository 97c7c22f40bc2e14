// Export of a made-up shop, as shops have it: a row for each line of an order, with the name, address and telephone
// of the customer on the first line alone and the e-mail address on each. An order is a function of its number.

import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { join, type Sql, sql } from "../../src/warehouse/sql/sql.js";

const memoryMb = 3000;
const days = 731;
/** 2024-01-01. */
const begin = 1_704_067_200;

export interface ShopOptions {
  /** Orders of the first file; lines are 2.3 times as many. */
  orders: number;
}

/** Orders of a file after the first. */
export interface LaterFile {
  /** New orders, as a share of all. */
  share: number;
  /** Share of them that are a new customer's. */
  newCustomers: number;
  /** Old orders that stand in it once more, as a share of the new ones: half of them refunded meanwhile. */
  again: number;
  /** The last days of the first file, in which those were placed. */
  days: number;
}

const customersOf = ({ orders }: ShopOptions): number => Math.round(orders / 6);

export const writeExport = (file: string, options: ShopOptions, tempDir: string): Promise<void> =>
  withEngine(tempDir, (engine) => engine.run(copyTo(file, linesOf(numbers(0, options.orders), options))));

/** `place`: of how many later files it is. Its orders are of the last hours, but for those that come again. */
export const writeLaterExport = (
  file: string,
  options: ShopOptions,
  { share, newCustomers, again, days: back }: LaterFile,
  place: number,
  tempDir: string,
): Promise<void> =>
  withEngine(tempDir, (engine) => {
    const { orders } = options;
    const count = Math.round(share * orders);
    const from = orders + place * count;
    const old = Math.round(again * count);
    const rows = sql`
      select oid, ${created(sql`${orders - 1}`, options)} + 60 + cast((oid - ${from}) * 3600.0 / ${count} as bigint) + ${place * 3600} as placed,
        ${share01(sql`oid`, 101)} < ${newCustomers} as is_new, false as is_again
      from (${numbers(from, from + count)})
      union all
      select oid, ${created(sql`oid`, options)}, false, true
      from (select distinct ${orders - 1} - cast(floor(${(orders * Math.min(back, days)) / days} * ${share01(sql`n.oid`, 103 + place)}) as bigint) as oid from (${numbers(0, old)}) as n)`;
    return engine.run(copyTo(file, linesOf(rows, options, true)));
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

const numbers = (from: number, until: number): Sql =>
  sql`select n.oid from range(${from}, ${until}) as n(oid)`;

/** A number in [0, 1) for each `id`. */
const share01 = (id: Sql, salt: number): Sql => sql`(hash(${id} * 7919 + ${salt}) % 1000000 / 1e6)`;

const created = (oid: Sql, { orders }: ShopOptions): Sql =>
  sql`(${begin} + cast(floor(${oid} * ${(days * 86_400) / orders}) as bigint))`;

const streets = [
  "Oak",
  "Elm",
  "Maple",
  "Cedar",
  "Pine",
  "Lake",
  "Hill",
  "River",
  "Park",
  "Church",
  "Mill",
  "Spring",
];
const states = ["CA", "NY", "TX", "FL", "WA", "OH", "IL", "PA"];
const oneOf = (texts: readonly string[], place: Sql): Sql =>
  sql`[${join(texts.map((text) => sql`${text}`))}][cast(1 + ${place} % ${texts.length} as integer)]`;

/** `orders`: oid, and of later files placed, is_new and is_again. */
const linesOf = (orders: Sql, options: ShopOptions, isLater = false): Sql => {
  const customers = customersOf(options);
  const old = sql`least(${customers - 1}, cast(floor(${customers} * pow(${share01(sql`o.oid`, 1)}, 1.7)) as bigint))`;
  const cid = isLater ? sql`case when o.is_new then ${customers} + o.oid // 3 else ${old} end` : old;
  const first = (value: Sql) => sql`case when k = 1 then ${value} end`;
  const total = sql`round((20 + 80 * ${share01(sql`oid`, 5)}) * 1.08 + 4.9, 2)`;
  const status = sql`case when state < 0.03 then 'refunded' when state < 0.05 then 'partially_refunded' else 'paid' end`;
  const refunded = sql`case when state < 0.03 then ${total} when state < 0.05 then round(0.3 * ${total}, 2) else 0 end`;
  // A few products sell most, so that the most frequent ones stay those with one percent more.
  const product = sql`cast(floor(500 * pow(${share01(sql`(oid * 3 + k)`, 6)}, 3)) as integer)`;
  const size = oneOf(["M", "M", "M", "M", "L", "L", "L", "S", "S", "XL"], sql`hash(oid + k * 5)`);
  const moment = sql`strftime(make_timestamp(placed * 1000000), '%Y-%m-%d %H:%M:%S +0000')`;
  return sql`
    select '#' || (1000 + oid) as "Name", email as "Email", ${status} as "Financial Status", ${moment} as "Paid at",
      'fulfilled' as "Fulfillment Status", 'USD' as "Currency", ${first(sql`round(${total} / 1.08, 2)`)} as "Subtotal",
      ${first(sql`4.9`)} as "Shipping", ${first(sql`round(0.08 * ${total}, 2)`)} as "Taxes", ${first(total)} as "Total",
      ${first(refunded)} as "Refunded Amount", ${moment} as "Created at", 1 + hash(oid * 9 + k) % 3 as "Lineitem quantity",
      'Product ' || ${product} || ' / ' || ${size} as "Lineitem name",
      round(5 + hash(oid * 3 + k) % 95, 2) as "Lineitem price", 'SKU-' || ${product} as "Lineitem sku",
      ${first(sql`name`)} as "Billing Name", ${first(sql`street`)} as "Billing Street", ${first(sql`street`)} as "Billing Address1",
      ${first(sql`city`)} as "Billing City", ${first(sql`zip`)} as "Billing Zip", ${first(sql`state_code`)} as "Billing Province",
      ${first(sql`'US'`)} as "Billing Country", ${first(sql`phone`)} as "Billing Phone"
    from (
      select o.*, 'First' || chr(cast(97 + hash(cid) % 26 as integer)) || (hash(cid * 7) % 400) || ' Lastname'
          || chr(cast(97 + hash(cid * 3) % 26 as integer)) || (hash(cid * 11) % 20000) as name,
        'user' || cid || '@mail' || (hash(cid) % 50) || '.example' as email,
        (1 + hash(cid * 5) % 300) || ' ' || ${oneOf(streets, sql`hash(cid * 13)`)} || (hash(cid * 17) % 300) || ' Street' as street,
        'City' || (hash(cid * 19) % 2000) as city, lpad(cast(hash(cid * 29) % 99999 as varchar), 5, '0') as zip,
        ${oneOf(states, sql`hash(cid * 23)`)} as state_code, '+1' || (2000000000 + hash(cid * 31) % 7999999999) as phone
      from (select o.oid, ${cid} as cid, ${isLater ? sql`o.placed` : created(sql`o.oid`, options)} as placed,
        ${isLater ? sql`case when o.is_again then ${share01(sql`o.oid`, 3)} / 20 else ${share01(sql`o.oid`, 2)} end` : share01(sql`o.oid`, 2)} as state
        from (${orders}) as o) as o) as o,
      range(1, 6) as n(k)
    where k <= 1 + floor(-ln(1 - ${share01(sql`oid`, 4)}) * 2.0)
    order by oid, k`;
};
