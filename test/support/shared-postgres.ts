// PostgreSQL server that the tests of a process share.

import { inject } from "vitest";
import { type Postgres, startPostgres } from "./postgres.js";

let shared: Promise<Postgres> | undefined;

/**
 * The server of all tests of this process that neither kill nor stop it. It ends with the process, and its
 * data with the run.
 */
export const sharedPostgres = (bin: string): Promise<Postgres> => {
  shared ??= startPostgres(bin, inject("runDirectory"));
  return shared;
};
