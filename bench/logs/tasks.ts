// Tasks on further public logs, which the scoreboard does not have: a shop with a season at the end of each
// year, messages that die down, and orders of three summers a year apart. A history is a log up to and
// including a day.

import path from "node:path";
import { copyToCsv } from "../../src/warehouse/delivery/file.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { ident, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import type { TaskSpec, Upload } from "../scoreboard/account.js";
import { publicFolder } from "../scoreboard/public-data.js";

interface Log {
  file: string;
  customer: string;
  date: string;
  value?: string;
  item?: string;
  people?: { file: string; traits: string[] };
}

const at = (name: string): string => path.join(publicFolder, "logs", name);

const logs = {
  essec: {
    file: at("essec_purchases.csv.gz"),
    customer: "customer_id",
    date: "date",
    value: "purchase_amount",
  },
  collegemsg: { file: at("collegemsg_messages.csv.gz"), customer: "sender", date: "timestamp" },
  fashion: {
    file: at("fashion_orders.csv.gz"),
    customer: "user_id",
    date: "date",
    item: "item_id",
    people: {
      file: at("fashion_users.csv.gz"),
      traits: ["fn", "active", "club_member_status", "fashion_news_frequency", "age"],
    },
  },
} satisfies Record<string, Log>;

export interface LogTask {
  name: string;
  log: keyof typeof logs;
  /** The last day of the history. */
  through: string;
  horizonDays: number;
  /** An event within the horizon, or none. */
  goal: "buy" | "gone";
  /** The log loss should be at most this many times the reference's. */
  bar: number;
}

export const logTasks: readonly LogTask[] = [
  {
    name: "collegemsg_gone30",
    log: "collegemsg",
    through: "2004-06-25",
    horizonDays: 30,
    goal: "gone",
    bar: 0.97,
  },
  { name: "fashion_buy15", log: "fashion", through: "2025-07-06", horizonDays: 15, goal: "buy", bar: 0.97 },
  {
    name: "essec_2012_buy365",
    log: "essec",
    through: "2012-12-31",
    horizonDays: 365,
    goal: "buy",
    bar: 1.01,
  },
  {
    name: "essec_2013_buy365",
    log: "essec",
    through: "2013-12-31",
    horizonDays: 365,
    goal: "buy",
    bar: 1.01,
  },
];

const everyone = { stream_name: "transaction" };

export const specOf = ({ goal, horizonDays }: Pick<LogTask, "goal" | "horizonDays">): TaskSpec =>
  goal === "buy"
    ? { attainment: everyone, eligible: everyone, outcome: { horizon_days: horizonDays, recurring: true } }
    : {
        attainment: { ...everyone, recency: { occurrence: "last", min_days: horizonDays } },
        eligible: everyone,
        outcome: { horizon_days: horizonDays },
      };

/** Files of the history, written to `dir`, with their column mappings. */
export const historyBefore = async (engine: Engine, task: LogTask, dir: string): Promise<Upload[]> => {
  const { file, customer, date, value, item, people }: Log = logs[task.log];
  const history = path.join(dir, "history.csv");
  const line = sql`select * from ${csv(file)} as line where left(${ident("line", date)}, 10) <= ${task.through}`;
  await writeCsv(engine, line, history);
  const columns = { datetime: date, ...(value && { value }), ...(item && { item }) };
  const uploads: Upload[] = [
    { file: history, customer, streams: { transaction: { data_map: mapped(columns) } } },
  ];
  if (people) {
    const known = path.join(dir, "people.csv");
    await writeCsv(engine, sql`select * from ${csv(people.file)}`, known);
    const traits = mapped(Object.fromEntries(people.traits.map((name) => [name, name])));
    uploads.push({ file: known, customer, traits });
  }
  return uploads;
};

/**
 * The whole log for the reference, which reads labels in it: customer, time in seconds, value and `is_known`,
 * with traits beside it.
 */
export const writeWholeLog = async (engine: Engine, task: LogTask, dir: string): Promise<void> => {
  const { file, customer, date, value, people }: Log = logs[task.log];
  await writeCsv(
    engine,
    sql`
    select ${ident("line", customer)} as customer, cast(epoch(cast(${ident("line", date)} as timestamp)) as bigint) as time,
      ${value ? sql`cast(${ident("line", value)} as double)` : sql`1`} as value,
      cast(left(${ident("line", date)}, 10) <= ${task.through} as integer) as is_known
    from ${csv(file)} as line`,
    path.join(dir, "events.csv"),
  );
  if (!people) return;
  const traits = people.traits.map((name) => sql`, ${ident("line", name)}`);
  const rows = sql`select ${ident("line", customer)} as customer${traits.reduce((all, one) => sql`${all}${one}`)} from ${csv(people.file)} as line`;
  await writeCsv(engine, rows, path.join(dir, "traits.csv"));
};

const csv = (file: string): Sql => sql`read_csv(${file}, all_varchar = true, header = true)`;

const writeCsv = (engine: Engine, rows: Sql, file: string) =>
  engine.run(copyToCsv(rows, file, { delimiter: ",", gzip: false, quoteAll: false }));

const mapped = (columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([key, column_name]) => [key, { column_name }]));
