// Files of an attack: a dataset that reads a directory, and the upload of files into it.

import { type Answer, ask } from "./ask.js";
import type { Target } from "./attack.js";

const header = "id,email,date,amount\n";

/** Orders of as many customers. */
export const ordersOf = (rows: number): string =>
  header +
  Array.from(
    { length: rows },
    (_, i) => `${i},p${i}@example.com,2024-01-${String(1 + (i % 28)).padStart(2, "0")},5\n`,
  ).join("");

export const datasetOf = (directory: string) => ({
  name: directory,
  identity_sets: { customer: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: { [directory]: { data_map: { datetime: "date", value: "amount" } } },
});

export const upload = (target: Target, directory: string, file: string, body: Buffer): Promise<Answer> =>
  ask(target, { method: "POST", path: `/uploads/${directory}/${file}`, body });

/** Makes a dataset that reads the directory, and returns what sends a file into it. */
export const openDataset = async (target: Target, directory: string) => {
  await ask(target, { method: "POST", path: "/datasets", body: datasetOf(directory) });
  return (file: string, body: Buffer) => upload(target, directory, file, body);
};
