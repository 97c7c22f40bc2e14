// Settings of a target: options of the command line before those of the file that taps and targets are given, and that
// before the environment and the profile of `bellwether login`.

import { readFileSync } from "node:fs";
import { isObject } from "../../domain/resource/json.js";
import type { Given } from "../command.js";
import { connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { type DatasetChoice, datasetChoices } from "./stream-dataset.js";

export const configured = {
  config: {
    type: "string",
    value: "FILE",
    text: "JSON file with url and key or profile, and any of the options below, as Singer's programs take it.",
  },
  ...connection,
} as const;

export const sinkOptions = {
  ...configured,
  prefix: {
    type: "string",
    value: "NAME",
    text: "Name of the source, such as shopify, with which upload directories and datasets begin. Default: singer.",
  },
  datasets: {
    type: "string",
    value: "WHICH",
    text: "Streams that become datasets: known (default), all that leave nothing to ask, or none but previews (preview).",
  },
  "batch-seconds": {
    type: "string",
    value: "SECONDS",
    text: "How long records may wait before they are uploaded; default: 60. The end of the input uploads all.",
  },
} as const;

type Values = Given<typeof sinkOptions>["values"];

export interface SinkSettings {
  connection: Given<typeof connection>["values"];
  prefix: string;
  datasets: DatasetChoice;
  batch: { ms: number; characters: number };
}

const defaultSeconds = 60;
/** Uncompressed, a file of a stream. */
const batchCharacters = 256 * 2 ** 20;

export const sinkSettings = (values: Values, defaultPrefix = "singer"): SinkSettings => {
  const file = values.config === undefined ? {} : readConfig(values.config);
  return sinkSettingsOf(file, values, values.config ?? "the configuration", defaultPrefix);
};

/** Settings in a configuration that was read. Throws `UsageError`. */
export const sinkSettingsOf = (
  file: Readonly<Record<string, unknown>>,
  values: Values,
  where: string,
  defaultPrefix: string,
): SinkSettings => {
  const text = textIn(file, where);
  const prefix = values.prefix ?? text("prefix") ?? defaultPrefix;
  if (!/^[A-Za-z0-9][-A-Za-z0-9_]{0,59}$/.test(prefix))
    throw new UsageError(
      `The prefix ${prefix} must be letters, digits, hyphens and underscores, at most 60.`,
    );
  const chosen = values.datasets ?? text("datasets") ?? "known";
  const datasets = datasetChoices.find((choice) => choice === chosen);
  if (!datasets)
    throw new UsageError(`There are no datasets “${chosen}”. Choose one of: ${datasetChoices.join(", ")}.`);
  const seconds = Number(values["batch-seconds"] ?? text("batch_seconds") ?? defaultSeconds);
  if (!(seconds >= 0 && seconds <= 86_400))
    throw new UsageError("Records may wait for 0 to 86400 seconds: --batch-seconds 60.");
  return {
    connection: connectionOf(file, values, where),
    prefix,
    datasets,
    batch: { ms: 1000 * seconds, characters: batchCharacters },
  };
};

/** The service of the command line, or else of the file. */
export const connectionOf = (
  file: Readonly<Record<string, unknown>>,
  { url, key, profile }: Given<typeof connection>["values"],
  where: string,
): Given<typeof connection>["values"] => {
  const text = textIn(file, where);
  const own = { url: url ?? text("url"), key: key ?? text("key"), profile: profile ?? text("profile") };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
};

const textIn =
  (file: Readonly<Record<string, unknown>>, where: string) =>
  (name: string): string | undefined => {
    const value = file[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "string") return value;
    if (typeof value === "number") return String(value);
    throw new UsageError(`${name} in ${where} must be a text.`);
  };

/** A JSON file with an object. Throws `UsageError`. */
export const readConfig = (file: string): Record<string, unknown> => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be read: ${(cause as NodeJS.ErrnoException).code}.`, {
      cause,
    });
  }
  try {
    const read: unknown = JSON.parse(text);
    if (isObject(read)) return read;
  } catch {}
  throw new UsageError(`The file ${file} is no JSON object.`);
};
