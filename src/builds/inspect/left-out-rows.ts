// A file of rows that a dataset leaves out, made when it is wanted from the rows where they are.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { slug } from "../../delivery/columns.js";
import type { ListFile } from "../../domain/campaign/list.js";
import type { LeftOutRowsRequest, WrittenRows } from "../../domain/data/left-out.js";
import { refuse } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { writeLeftOutRows } from "../dataset/left-out-rows.js";
import { described } from "../target/step.js";
import type { LeftOutSources } from "./left-out-sources.js";
import { inOwnDirectory } from "./own-directory.js";

/** Refuses what a build of the dataset refuses, and `ledger-rows-changed`. */
export const writeRows = async (
  request: LeftOutRowsRequest,
  engine: Engine,
  { input, stream, counted, now, outDir: dir }: LeftOutSources,
): Promise<ListFile & WrittenRows> =>
  inOwnDirectory(dir, async () => {
    const scratch = path.join(dir, "scratch");
    await mkdir(scratch);
    const file = path.join(dir, "rows.csv");
    const written = await writeLeftOutRows(input, { ...request, stream }, file, { engine, scratch, now });
    await rm(scratch, { recursive: true });
    if (counted !== null && counted !== written.of) throw refuse("ledger-rows-changed");
    const name = `${slug(stream)}-${request.reason}.csv`.replaceAll("_", "-");
    return { dir, path: file, name, ...written, ...(await described(file)) };
  });
