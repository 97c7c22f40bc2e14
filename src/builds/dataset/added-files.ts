// Files that came since the previous build. A file that was merged from files that were read is read already.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileMark } from "../../domain/machine/stored-file.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { readStateFiles } from "../../warehouse/relations.js";
import type { StepTools } from "../kind/kind.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import { type FilePrint, filePrint, type ReadFacts, readFacts } from "./read-facts.js";
import { isAdditive, printOf } from "./read-state.js";
import type { Base } from "./reading/strategy.js";
import { takeOver } from "./sources/previous.js";

/** The previous build, where files alone came since; null where all have to be read. */
export const findBase = async (input: DatasetInput, { engine, now }: StepTools): Promise<Base | null> => {
  const { previous = null, replaced = [], known = null } = input.history ?? {};
  if (!isAdditive(input) || previous?.isIntact !== true || replaced.length > 0 || known) return null;
  const facts = await readFacts(previous.dir);
  if (facts === null || facts.print !== (await printOf(engine, input))) return null;
  const { next_due: due } = facts.result;
  if ((due !== null && due * 1000 <= now) || isMostlyReplaced(facts)) return null;
  const added = addedFiles(facts.files, input.files);
  return added && { dir: previous.dir, facts, added };
};

const maxReplacedShare = 0.2;

/** Whether so many events were replaced by later files that all are better joined again. */
const isMostlyReplaced = ({ joined = {} }: ReadFacts): boolean =>
  Object.values(joined).some(({ events, replaced }) => replaced > maxReplacedShare * events);

/** The files that came after those of before; null if one of those has gone and is in no merged file. */
const addedFiles = (before: readonly FilePrint[], files: readonly UploadedFile[]): UploadedFile[] | null => {
  const known = new Set(before.map((print) => JSON.stringify(print)));
  const marks = new Set(before.map(markOf));
  const newest = before.reduce((last, [, , arrivedAt]) => Math.max(last, arrivedAt), 0);
  const there: string[] = [];
  const added = files.filter((file) => {
    const print = filePrint(file);
    const isMerged = file.mergedFrom?.every((part) => marks.has(part));
    if (known.has(JSON.stringify(print))) there.push(markOf(print));
    else if (isMerged) there.push(...file.mergedFrom!);
    else return true;
    return false;
  });
  const isWhole = there.length === before.length && new Set(there).size === before.length;
  return isWhole && added.every(({ arrived_at }) => arrived_at > newest) ? added : null;
};

const markOf = ([, sha256, created_at]: FilePrint): string => fileMark({ sha256, created_at });

/**
 * Takes over the previous build where no file came since but merged ones of those that it has read. Null
 * otherwise.
 */
export const takeOverMerged = async (
  input: DatasetInput,
  tools: StepTools,
): Promise<DatasetResult | null> => {
  const base = await findBase(input, tools);
  if (base === null || base.added.length > 0) return null;
  const kept = readStateFiles(tools.dir).facts;
  const before = await takeOver(input, tools, base.facts, path.basename(kept));
  if (before === null) return null;
  const { dueThrough = null, history } = input;
  const result: DatasetResult = {
    ...before,
    ...(dueThrough !== null && { due_through: dueThrough }),
    arrivals_through: history?.arrivalsThrough ?? 0,
  };
  const facts: ReadFacts = { ...base.facts, files: input.files.map(filePrint), result };
  await writeFile(kept, JSON.stringify(facts));
  return result;
};
