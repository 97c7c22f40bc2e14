// The attacks, those without a key first.

import type { Attack } from "./attack.js";
import { archives } from "./attacks/archives.js";
import { connections } from "./attacks/connections.js";
import { equalColumns } from "./attacks/equal-columns.js";
import { largeBodies } from "./attacks/large-bodies.js";
import { longLists } from "./attacks/long-lists.js";
import { manyResources } from "./attacks/many-resources.js";
import { ownChain } from "./attacks/own-chain.js";
import { pipelining } from "./attacks/pipelining.js";
import { questions } from "./attacks/questions.js";
import { signIns } from "./attacks/sign-ins.js";
import { silentDatabases } from "./attacks/silent-databases.js";
import { slowBodies } from "./attacks/slow-bodies.js";
import { uploadsAtOnce } from "./attacks/uploads-at-once.js";
import { wideFiles } from "./attacks/wide-files.js";

export const attacks: readonly Attack[] = [
  pipelining,
  connections,
  slowBodies,
  signIns,
  largeBodies,
  longLists,
  questions,
  equalColumns,
  wideFiles,
  archives,
  uploadsAtOnce,
  silentDatabases,
  ownChain,
  manyResources,
];
