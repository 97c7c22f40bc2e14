// A database server for tests of connections, whatever its type, with an empty database or schema `shop`.

import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { ConnectionOptions } from "../../src/domain/data/connection.js";

export interface DatabaseInTests<O extends ConnectionOptions> {
  /** As a step gets it. */
  access(options?: Partial<O>): ConnectionAccess<O>;
  /** The rows of a statement in the database or schema, in another session. */
  query<R = Record<string, unknown>>(text: string): Promise<R[]>;
  /** The host of a server whose socket would be in the directory. */
  absentSocket(dir: string): string;
  /**
   * From now on, a table `changes` has a row for each row of the table that is inserted, updated or deleted:
   * operation, person_id.
   */
  logChanges(table: string): Promise<void>;
}
