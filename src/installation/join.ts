// Joining of a metadata store and a data directory: checked at every start, made at the first.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { entriesOf, isUnfinished } from "../builds/execute/entries.js";
import { accountOf } from "../builds/execute/reads.js";
import { moveToTrash } from "../builds/execute/trash.js";
import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { discard, listDiscards, pathsInUse } from "../store/discards.js";
import { countKnownFiles, installationId, recordInstallation } from "../store/installation.js";
import { endLease, holdLease } from "../store/leases.js";
import { mismatchText, type Pairing, pairingOf } from "./identity.js";
import { readIdentity, writeIdentity } from "./identity-file.js";

export interface Place {
  db: Db;
  dataDir: string;
}

/** Throws a message for the operator unless store and directory belong together. A new pair is joined. */
export const requirePair = async (place: Place, now: EpochMs): Promise<void> => {
  if ((await readPairing(place)).at === "paired") return;
  await inTurn(place.db, async () => {
    const pairing = await readPairing(place);
    if (pairing.at === "paired") return;
    if (pairing.at === "refused")
      throw new Error(mismatchText(pairing.because, { place: place.dataDir, store: storeName(place.db) }));
    await join(place, (await readIdentity(place.dataDir)) ?? randomUUID(), now);
  });
};

const turnMs = 60_000;
const pollMs = 200;

/** Several processes may start on a new store at the same time. */
export const inTurn = async <R>(db: Db, work: () => Promise<R>): Promise<R> => {
  const lease = { name: "joining", holder: randomUUID() };
  while (!(await holdLease(db, lease, turnMs))) await sleep(pollMs);
  return work().finally(() => endLease(db, lease));
};

export const readPairing = async ({ db, dataDir }: Place): Promise<Pairing> => {
  const [storeId, id] = [await installationId(db.kysely), await readIdentity(dataDir)];
  // Beside a store with an id, files say nothing, and a start does not count them.
  if (storeId !== null) return pairingOf({ id: storeId, files: 0 }, { id, accountIds: [] });
  const store = { id: storeId, files: await countKnownFiles(db.kysely) };
  return pairingOf(store, { id, accountIds: await accountsIn(dataDir) });
};

/**
 * Gives both the same id. The directory comes first: if the service is killed in between, the next start
 * finds a store without an id and a directory without files. Files that the store does not know go to the trash,
 * but for older results of its resources, which it gives up.
 */
export const join = async (place: Place, id: string, now: EpochMs): Promise<void> => {
  const { db, dataDir } = place;
  await writeIdentity(dataDir, id);
  const { strange, superseded } = await strangersIn(place);
  for (const name of strange) await moveToTrash(dataDir, name, now);
  await db.transaction(async (trx) => {
    for (const path of superseded)
      await discard(trx, { accountId: accountOf(path), path, reason: "replaced" }, now);
    await recordInstallation(trx, id);
  });
};

export interface Strangers {
  /** Files that the store does not know. */
  strange: string[];
  /** Results of resources that have another one now. */
  superseded: string[];
}

export const strangersIn = async ({ db, dataDir }: Place): Promise<Strangers> => {
  const used = await pathsInUse(db.kysely);
  const known = new Set([...used, ...(await listDiscards(db.kysely)).map((each) => each.path)]);
  const all = [...(await entriesOf(dataDir, "uploads")), ...(await entriesOf(dataDir, "relations"))];
  const present = new Set(all);
  const resultsOf = new Set(used.filter((name) => present.has(name)).map((name) => path.dirname(name)));
  const others = all.filter((name) => !known.has(name) && !isUnfinished(name));
  const isSuperseded = (name: string) => name.startsWith("relations") && resultsOf.has(path.dirname(name));
  return {
    strange: others.filter((name) => !isSuperseded(name)),
    superseded: others.filter(isSuperseded),
  };
};

export const storeName = ({ kind }: Pick<Db, "kind">): string =>
  kind === "sqlite" ? "The metadata store bellwether.sqlite" : "The metadata store at DATABASE_URL";

/** Accounts with uploads or results; bodies that are still arriving are neither. */
const accountsIn = async (dataDir: string): Promise<string[]> => {
  const all = [...(await entriesOf(dataDir, "uploads")), ...(await entriesOf(dataDir, "relations"))];
  return [...new Set(all.filter((name) => !isUnfinished(name)).map(accountOf))];
};
