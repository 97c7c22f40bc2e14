// Tables of a connected database as datasets see them: what the step of the connection lists, and the text of one.

import { mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import { withDatabase } from "../../src/builds/connection/registry.js";
import { buildConnection } from "../../src/builds/connection/step.js";
import type { Engine } from "../../src/warehouse/engine.js";

/** Result of the connection's step, which works in a directory of its own below `root`. */
export const builtConnection = async (access: ConnectionAccess, engine: Engine, root: string) =>
  buildConnection(access, {
    engine,
    dir: await mkdtemp(path.join(root, "built-")),
    now: Date.UTC(2026, 0, 1),
    seed: 1,
    progress: () => {},
  });

/** The table as it is saved, in a new file below `root`. */
export const savedTable = async (access: ConnectionAccess, table: string, root: string): Promise<string> => {
  const file = path.join(await mkdtemp(path.join(root, "file-")), "table.csv");
  await withDatabase(access, (database) => database.saveTable(table, file));
  return readFile(file, "utf8");
};
