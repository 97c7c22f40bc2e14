// Peers of expected amounts in a Python process: LightGBM on the same frame, and lifetimes on the same log.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Frame } from "../../src/domain/outcome/frame.js";
import type { ValueLog } from "./logs.js";
import type { Predicted } from "./predict.js";

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, "../../../bench/value/peers.py");

export interface Peers {
  lightgbm: Float64Array;
  lifetimes: Float64Array;
}

export const peersOf = async (
  { training, value, scored, customers }: Predicted,
  { log, day, file }: { log: ValueLog; day: string; file: string },
  python: string,
  dir: string,
): Promise<Peers> => {
  const write = (name: string, values: Uint8Array | Float32Array | Float64Array | BigInt64Array) =>
    writeFile(path.join(dir, name), new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  await write("training", columnAfterColumn(training));
  await write("scored", columnAfterColumn(scored));
  await write("value", value);
  await write("person", training.personId);
  await writeFile(path.join(dir, "customers.json"), JSON.stringify(customers));
  const task = { ...log.columns, file, day, features: training.names.length, horizon: log.horizonDays };
  await writeFile(path.join(dir, "task.json"), JSON.stringify(task));
  await run(python, [script, dir], { maxBuffer: 2 ** 26 });
  const read = async (name: string) =>
    new Float64Array(new Uint8Array(await readFile(path.join(dir, name))).buffer);
  return { lightgbm: await read("lightgbm"), lifetimes: await read("lifetimes") };
};

const columnAfterColumn = ({ rows, columns }: Frame): Float32Array => {
  const values = new Float32Array(rows * columns.length);
  columns.forEach((column, f) => {
    values.set(column, f * rows);
  });
  return values;
};
