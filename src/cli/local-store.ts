// The store of the service on this machine, for commands that work on it directly instead of over the API.

import { existsSync } from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "../config/config.js";
import { bucketPlaceOf } from "../config/files-place.js";
import { type Db, type DbOptions, openDb } from "../db/connection.js";
import type { Bucket } from "../objects/bucket.js";
import { openBucket } from "../objects/open-bucket.js";
import { UsageError } from "./exit.js";
import { machine } from "./machine.js";
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
  readConfig(environment, machine());

/** The bucket of uploads and results. Undefined where they are in the data directory. The caller closes it. */
export const openLocalBucket = async (config: Config): Promise<Bucket | undefined> => {
  const place = bucketPlaceOf(config);
  return place && openBucket(place);
};

/** Throws with what to do instead of a command that copies or replaces the data directory. */
export const requireNoBucket = ({ files }: Config, command: string): void => {
  if (files === undefined) return;
  throw new UsageError(
    `Uploads and results are in ${files} (BELLWETHER_FILES), which bellwether ${command} does not copy. Use pg_dump and pg_restore for the store (with SQLite, copy bellwether.sqlite while the service is stopped) and the tools of the object storage for the bucket, in the order that docs/nodes.md gives.`,
  );
};

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
