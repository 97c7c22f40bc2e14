// Public logs with known labels and the predictions of other methods, in the folder that BELLWETHER_TEST_DATA
// names or else beside the repository. A history is a log up to and including a day, as a shop would have
// exported it that evening.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { copyToCsv } from "../../src/warehouse/delivery/file.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { ident, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import type { Upload } from "./account.js";

const repository = path.resolve(import.meta.dirname, "../../..");
export const publicFolder = path.resolve(repository, process.env.BELLWETHER_TEST_DATA ?? "../shared/data");
export const publicFile = (name: string): string => path.join(publicFolder, name);

interface Figures {
  auc: number;
  logloss: number;
  ece: number;
}

export interface TaskFacts {
  history_through: string;
  horizon_days: number;
  /** Metrics of a model trained on the labels of the same window, which no forecast can have. */
  same_window_reference: Figures;
}

/** By task name; null where the data are missing. */
export const readTasks = async (): Promise<Record<string, TaskFacts> | null> => {
  const text = await readFile(publicFile("tasks.json"), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Record<string, TaskFacts>);
};

export interface LabelledPerson {
  person: string;
  label: number;
  /** Probability by method. */
  peers: Record<string, number>;
}

/** Methods that the scoreboard shows, with their columns in the files. */
export const peerColumns = {
  xgboost: "d2_xgb",
  blend: "g_blend",
  rfm_logistic: "b_rfm_logit",
  recency: "a_recency",
  constant: "0_base_rate",
};

export const readLabels = async (engine: Engine, task: string): Promise<LabelledPerson[]> => {
  const rows = await engine.rows(sql`
    select * replace (cast(y as double) as y) from ${csv(`tasks/${task}.peers.csv.gz`)} order by person_id`);
  return rows.map((row) => ({
    person: String(row.person_id),
    label: Number(row.y),
    peers: Object.fromEntries(
      Object.entries(peerColumns).map(([method, column]) => [method, Number(row[column])]),
    ),
  }));
};

/** Both days as `YYYY-MM-DD`. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * secondsPerDay * 1000).toISOString().slice(0, 10);

export type LogName = "cdnow" | "online_retail" | "grocery" | "completejourney" | "oulad";

/** Files of a log, written to `dir`, with their column mappings. */
export const historyOf = (engine: Engine, log: LogName, through: string, dir: string): Promise<Upload[]> =>
  histories[log](through, writeTo(engine, dir));

/** Writes rows as a file and returns its path. */
type Write = (name: string, rows: Sql) => Promise<string>;

export const writeTo =
  (engine: Engine, dir: string): Write =>
  async (name, rows) => {
    const file = path.join(dir, `${name}.csv`);
    await engine.run(copyToCsv(rows, file, { delimiter: ",", gzip: false, quoteAll: false }));
    return file;
  };

const histories: Record<LogName, (through: string, write: Write) => Promise<Upload[]>> = {
  cdnow: async (through, write) => {
    const file = await write("cdnow", dated("cdnow/transactions.csv", "date", through));
    return [{ file, customer: "customer_id", streams: purchases("date", "value", ["cds"]) }];
  },
  grocery: async (through, write) => {
    const file = await write("grocery", dated("grocery/transactions.csv", "date", through));
    const streams = { transaction: { data_map: mapped({ datetime: "date" }) } };
    return [{ file, customer: "cust", streams }];
  },
  online_retail: async (through, write) => {
    const file = await write("orders", orders(through));
    return [
      { file, customer: "CustomerID", streams: purchases("InvoiceDate", "value", ["items", "Country"]) },
    ];
  },
  completejourney: async (through, write) => [
    {
      file: await write("baskets", baskets(through)),
      customer: "household_id",
      streams: purchases("transaction_timestamp", "sales_value", ["quantity", "retail_disc"]),
    },
    {
      file: publicFile("completejourney/demographics.csv"),
      customer: "household_id",
      traits: traitsNamed(
        "age",
        "income",
        "home_ownership",
        "marital_status",
        "household_size",
        "kids_count",
      ),
    },
  ],
  oulad: async (through, write) => [
    {
      file: await write("events", dated("oulad/events.csv", "date", through)),
      customer: "enrolment_id",
      streams: enrolments,
    },
    {
      file: publicFile("oulad/traits.csv"),
      customer: "enrolment_id",
      traits: traitsNamed(
        "gender",
        "highest_education",
        "imd_band",
        "age_band",
        "num_of_prev_attempts",
        "studied_credits",
        "disability",
      ),
    },
  ],
};

/** The lines of a file, all as text. */
export const csv = (name: string): Sql =>
  sql`read_csv(${publicFile(name)}, all_varchar = true, header = true)`;

/** One row per line of the file up to the day, unchanged. */
const dated = (name: string, date: string, through: string): Sql =>
  sql`select * from ${csv(name)} as line where left(${ident("line", date)}, 10) <= ${through}`;

/** One row per invoice except cancellations: a purchase consists of the lines with a positive quantity. */
const orders = (through: string): Sql => sql`
  select line.CustomerID, line.InvoiceNo, min(line.InvoiceDate) as InvoiceDate, min(line.Country) as Country,
    count(*) as items, round(sum(line.Quantity::double * line.UnitPrice::double), 2) as value
  from ${csv("online_retail/line_items.csv.gz")} as line
  where line.InvoiceNo not like 'C%' and line.Quantity::double > 0 and line.CustomerID is not null
    and left(line.InvoiceDate, 10) <= ${through}
  group by line.CustomerID, line.InvoiceNo
  order by 3, 2, 1`;

const baskets = (through: string): Sql =>
  dated("completejourney/transactions_sample.csv", "transaction_timestamp", through);

export const mapped = (columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([key, column_name]) => [key, { column_name }]));

const purchases = (
  datetime: string,
  value: string,
  properties: string[],
): NonNullable<Upload["streams"]> => ({
  transaction: {
    data_map: mapped({ datetime, value, ...Object.fromEntries(properties.map((p) => [p.toLowerCase(), p])) }),
  },
});

const enrolments: NonNullable<Upload["streams"]> = {
  transaction: {
    data_map: mapped({ datetime: "date", module: "module", presentation: "presentation" }),
    conditions: [{ column_name: "event", _eq: "register" }],
  },
  cancellation: {
    data_map: mapped({ datetime: "date" }),
    conditions: [{ column_name: "event", _eq: "unregister" }],
  },
  submission: {
    data_map: mapped({ datetime: "date", event: "event", value: "score" }),
    conditions: [{ column_name: "event", _matches: "^submit" }],
  },
};

const traitsNamed = (...names: string[]): NonNullable<Upload["traits"]> =>
  Object.fromEntries(names.map((name) => [name, { column_name: name }]));
