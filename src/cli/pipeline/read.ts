// Reading of a described pipeline from a file: YAML, or a plan that was saved from it.

import { readFile } from "node:fs/promises";
import { UsageError } from "../exit.js";
import { type PipelineFile, readPipeline } from "./file.js";
import { parseSavedPlan, type SavedPlan } from "./saved-plan.js";

/** Throws `UsageError` if the file cannot be read or has mistakes. */
export const readDescribed = async (
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ described: PipelineFile; saved: SavedPlan | undefined }> => {
  const text = await textOf(path);
  const saved = parseSavedPlan(text);
  return { described: readPipeline(saved?.text ?? text, saved?.file ?? path, environment), saved };
};

export const textOf = async (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
