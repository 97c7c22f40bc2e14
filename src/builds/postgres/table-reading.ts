// A dataset's table is read as a file that has just arrived: what it holds now, and nothing of what it held before.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { EpochMs } from "../../domain/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { fileReading, type Reading } from "../../warehouse/ingest/reading.js";
import { type PostgresAccess, withPostgres } from "./client.js";
import { writeTableFile } from "./table-file.js";

/** Refuses `table-unknown`, and what `withPostgres` and `fileReading` refuse. */
export const tableReading = async (
  engine: Engine,
  access: PostgresAccess,
  table: string,
  { scratch, now }: { scratch: string; now: EpochMs },
  onFile: (read: number, of: number) => void,
): Promise<Reading> => {
  const file = path.join(scratch, "table.csv");
  await withPostgres(access, (client) => writeTableFile(client, access.options.schema, table, file));
  const arrived = { path: file, filename: table, bytes: (await stat(file)).size, arrived_at: now };
  const options = { type: "hosted_csv", upload_directory: table, delimiter: "," } as const;
  return fileReading(engine, { files: [arrived], options }, scratch, onFile);
};
