// Database as a source: a table of a server of the owner. Each build fetches it and reads it as a file that
// has just arrived: rows that were deleted from the table are gone.

import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { databaseTypes } from "../../../domain/data/connections/registry.js";
import { type DatabaseTableOptions, isDatabaseTable } from "../../../domain/data/dataset-options.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { assert } from "../../../errors/refusal.js";
import { accessTo, connectionOf } from "../../connection/kind.js";
import type { DatasetInput } from "../input.js";
import { type DatasetSource, readAgainEvery } from "./source.js";

export const database: DatasetSource = {
  types: databaseTypes,
  isConnected: true,
  plan(config, account) {
    const connection = connectionOf(config, account);
    return {
      from: { connection: connection?.config },
      input: (data) => (connection ? { access: accessTo(connection, data) } : {}),
    };
  },
  async open(input, tools, use) {
    const { access } = input;
    assert(access, "a table has a connection");
    const { withDatabase } = await import("../../connection/registry.js");
    const scratch = path.join(tools.dir, "table");
    await mkdir(scratch);
    try {
      return await use({
        added: async () => null,
        async all() {
          const { table_name: filename } = optionsOf(input);
          const file = path.join(scratch, "table.csv");
          tools.progress(0, "Reading the table");
          await withDatabase(access, (server) => server.saveTable(filename, file));
          const { size: bytes } = await stat(file);
          return { ...input, files: [{ path: file, filename, bytes, arrived_at: tools.now }] };
        },
        described: async (result) => readAgainEvery(secondsPerDay, result, input, tools),
      });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
  async reader(input, engine, scratch, onFile) {
    const { fileReader } = await import("../../../warehouse/ingest/read.js");
    const { table_name: upload_directory } = optionsOf(input);
    const options = { type: "hosted_csv", upload_directory, delimiter: "," } as const;
    return fileReader(engine, { files: input.files, options }, scratch, onFile);
  },
};

const optionsOf = ({ config }: DatasetInput): DatabaseTableOptions => {
  assert(isDatabaseTable(config.options), "a dataset of a table has options of one");
  return config.options;
};
