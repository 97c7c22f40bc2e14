// Records of an inspection: the store of metadata, and the account and directory of the results that it reads.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";

export interface Records {
  db: Kysely<Database>;
  dataDir: string;
  /** Where answers write files of their own. */
  workDir: string;
  accountId: string;
  /** Whether a connection may reach this machine or its network; absent: no. */
  privateAddresses?: boolean | undefined;
  sealingKeyCommand?: string | undefined;
  isTlsRequired?: boolean | undefined;
  /** Maximum size of a compressed file, once unpacked. */
  maxUnpackedBytes?: number | undefined;
}
