// The store of the service on this machine, for commands that work on it directly instead of over the API.

import { existsSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import path from "node:path";
import { type Config, readConfig } from "../config/config.js";
import { type Db, type DbOptions, openDb } from "../db/connection.js";
import { UsageError } from "./exit.js";
import type { Terminal } from "./terminal.js";

/** The caller closes `db`. */
export const openLocalStore = async (
  environment: Terminal["environment"],
): Promise<{ config: Config; db: Db }> => {
  const config = readLocalConfig(environment);
  return { config, db: await openDb(storeOf(config)) };
};

/** The configuration of the service on this machine. */
export const readLocalConfig = (environment: Terminal["environment"]): Config =>
  readConfig(environment, { cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) });

/** Opening a missing SQLite file would create it. */
const storeOf = ({ databaseUrl, dataDir }: Config): DbOptions => {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const file = path.join(dataDir, "bellwether.sqlite");
  if (!existsSync(file))
    throw new UsageError(
      `There is no store in ${dataDir}. Set BELLWETHER_DATA to the service's data directory.`,
    );
  return { file };
};
