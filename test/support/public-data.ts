// Public data sets in the folder that BELLWETHER_TEST_DATA names, or else beside the repository. They are not
// part of the project: tests that need them are skipped if they are absent.

import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.resolve(root, process.env.BELLWETHER_TEST_DATA ?? "../shared/data");

export const publicFile = (name: string): string => path.join(folder, name);

/** Logs a message if there is none. */
export const hasPublicData = (): boolean => {
  const isThere = existsSync(publicFile("tasks.json"));
  if (!isThere) console.log("No public data (see BELLWETHER_TEST_DATA): tests that need it are skipped.");
  return isThere;
};

/** A prediction task on the days up to `history_through`. */
export interface Task {
  name: string;
  history_through: string;
  horizon_days: number;
  people: number;
  /** Metrics of a model that was fitted to the true labels: much better metrics mean a leak. */
  same_window_reference: { auc: number; logloss: number; ece: number };
}

export const taskNamed = (name: string): Task => {
  const tasks = JSON.parse(readFileSync(publicFile("tasks.json"), "utf8")) as Record<
    string,
    Omit<Task, "name">
  >;
  const task = tasks[name];
  if (!task) throw new Error(`There is no task ${name} among ${Object.keys(tasks).join(", ")}`);
  return { name, ...task };
};

export const methods = {
  constant: "0_base_rate",
  recency: "a_recency",
  rfm_logistic: "b_rfm_logit",
  wide_logistic: "b2_wide_logit",
  bg_nbd: "c_bgnbd",
  pareto_nbd: "c2_paretonbd",
  sklearn_hist_gb: "d_hgb",
  xgboost: "d2_xgb",
  stack: "e2_stack",
  blend: "g_blend",
};
export type Method = keyof typeof methods;

/** The true label of a person, and the probabilities of other methods. */
export interface Answer {
  label: number;
  probability(method: Method): number;
}

/** By person. */
export const answersTo = async ({ name }: Task): Promise<Map<string, Answer>> => {
  const [header, ...rows] = (await textOf(publicFile(`tasks/${name}.peers.csv.gz`))).trimEnd().split("\n");
  const columns = header!.split(",");
  const answer = (row: string[]): Answer => ({
    label: Number(row[columns.indexOf("y")]),
    probability: (method) => Number(row[columns.indexOf(methods[method])]),
  });
  return new Map(
    rows.map((row) => row.split(",")).map((row) => [row[columns.indexOf("person_id")]!, answer(row)]),
  );
};

/** Writes the lines of a CSV file whose date is `through` (YYYY-MM-DD) or before; each has one date, in that form. */
export const writeHistory = async (from: string, through: string, to: string): Promise<void> => {
  const [header, ...lines] = (await textOf(from)).trimEnd().split("\n");
  const history = lines.filter((line) => /\b\d{4}-\d\d-\d\d\b/.exec(line)![0] <= through);
  await writeFile(to, `${[header, ...history].join("\n")}\n`);
};

const textOf = async (file: string): Promise<string> => {
  const bytes = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
};
