// Steps of a simulated service: they keep the contract of the engine's own, and cost nothing. Each reads what
// its input names, writes files into a fresh directory and returns findings; of the same files it makes the
// same bytes. A dataset has the rows of its files, each once; every other result has the rows of what it was
// made from, and a target hosts them as a file.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetInput } from "../../src/builds/dataset/input.js";
import type { StepOutput, StepRequest } from "../../src/builds/execute/step.js";
import type { BuiltType } from "../../src/domain/resource/resource.js";
import { hashDirectory } from "../../src/integrity/file-hash.js";

const rowsFile = "rows.txt";
export const hostedFile = "rows.csv";

export const runCheapStep = async (request: StepRequest, dataDir: string): Promise<StepOutput> => {
  const { type, input, dir, parts } = request;
  await mkdir(dir, { recursive: true });
  const rows =
    type === "datasets" ? await rowsOfFiles(input as DatasetInput) : await rowsBehind(input, dataDir);
  if (!parts) return written(type, input, dir, rows);
  const outputs: StepOutput[] = [];
  for (const part of parts) {
    await mkdir(path.join(dir, part));
    outputs.push(await written(type, input, path.join(dir, part), rows));
  }
  return { result: null, files: [], parts: outputs.map((output) => ({ at: "built", ...output })) };
};

const written = async (
  type: BuiltType,
  input: unknown,
  dir: string,
  rows: readonly string[],
): Promise<StepOutput> => {
  const text = rows.map((row) => `${row}\n`).join("");
  await writeFile(path.join(dir, rowsFile), text);
  if (type === "targets") {
    await writeFile(path.join(dir, hostedFile), text);
    await writeFile(path.join(dir, "preview.json"), "[]");
  }
  return { result: resultOf(type, input, rows, text), files: await hashDirectory(dir) };
};

/** As far as plans, notices and answers read them. */
const resultOf = (type: BuiltType, input: unknown, rows: readonly string[], text: string): object => {
  switch (type) {
    case "datasets": {
      const { history, files } = input as DatasetInput;
      const newest = Math.max(0, ...files.map(({ arrived_at }) => arrived_at));
      return {
        next_due: null,
        streams: { transaction: {}, signup: {}, visit: {} },
        funnel: {
          total: rows.length,
          parsed: rows.length,
          valid: rows.length,
          allowed: rows.length,
          duplicates: 0,
        },
        rejected_count: 0,
        rejects: [],
        detected_columns: [],
        sample: [],
        formats: [],
        updates: [],
        update_count: 0,
        trait_sources: {},
        arrivals_through: history?.arrivalsThrough ?? newest,
      };
    }
    case "people":
      return { traits: [], datasets: {} };
    case "streams":
      return { properties: {} };
    case "cohorts":
      return { population_count: rows.length, membership: { counts: [] } };
    case "scopes":
      return { population_count: rows.length, data_through: 1, outcomes: {}, warnings: [], performance: {} };
    case "targets":
      return {
        rows: rows.length,
        bytes: Buffer.byteLength(text),
        sha256: createHash("sha256").update(text).digest("hex"),
        file: hostedFile,
        columns: ["row"],
        structure: [],
        left_out_count: 0,
        analysis: [],
      };
    default:
      return {};
  }
};

/** Rows of CSV files, as objects with their keys in order. An event has its id and counts once. */
const rowsOfFiles = async ({ files }: DatasetInput): Promise<string[]> => {
  const rows = new Map<string, string>();
  for (const file of files)
    for (const row of rowsOfCsv(await readFile(file.path, "utf8"))) {
      const key = (JSON.parse(row) as { event_id?: string }).event_id ?? row;
      if (!rows.has(key)) rows.set(key, row);
    }
  return [...rows.values()].sort();
};

/** Fields hold no comma and no quote. */
export const rowsOfCsv = (text: string): string[] => {
  const [header, ...lines] = text.split("\n");
  const columns = header!.split(",");
  if (lines.pop() !== "")
    throw new Error(`a file ends without a line break: ${JSON.stringify(text.slice(-40))}`);
  return lines.map((line) => {
    const cells = line.split(",");
    const named = columns
      .map((column, i) => [column, cells[i] ?? ""] as const)
      .filter(([, cell]) => cell !== "");
    return JSON.stringify(Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))));
  });
};

/** What a result continues is not what it is made from, and of all streams of an account it reads its own alone. */
const isNotRead = /previous|history|former|tracking|past|^streams$|^places$/i;

const directoriesIn = (value: unknown, dataDir: string): string[] => {
  if (typeof value === "string") return value.startsWith(`${dataDir}/relations/`) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isNotRead.test(key) ? [] : directoriesIn(inner, dataDir),
  );
};

const rowsBehind = async (input: unknown, dataDir: string): Promise<string[]> => {
  const rows = new Set<string>();
  for (const dir of new Set(directoriesIn(input, dataDir)))
    for (const row of (await readFile(path.join(dir, rowsFile), "utf8")).split("\n"))
      if (row !== "") rows.add(row);
  return [...rows].sort();
};
