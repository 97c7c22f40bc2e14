// Joining of a metadata store and a data directory: checked at every start, made at the first.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesOf, entriesOf, isUnfinished } from "../builds/execute/entries.js";
import { accountOf } from "../builds/execute/reads.js";
import { moveToTrash } from "../builds/execute/trash.js";
import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { discard, listDiscards, pathsInUse } from "../store/discards.js";
import { installationId, knownFiles, recordInstallation } from "../store/installation.js";
import { endLease, holdLease } from "../store/leases.js";
import { mismatchText, type Pairing, pairingOf } from "./identity.js";
import { readIdentity, writeIdentity } from "./identity-file.js";

export interface Place {
  db: Db;
  dataDir: string;
}

/** Files that joining set aside. */
export interface SetAside {
  entries: number;
  bytes: number;
}

/** Throws a message for the operator unless store and directory belong together. A new pair is joined. */
export const requirePair = async (place: Place, now: EpochMs): Promise<SetAside> => {
  if ((await readPairing(place)).at === "paired") return { entries: 0, bytes: 0 };
  return inTurn(place.db, async () => {
    const pairing = await readPairing(place);
    if (pairing.at === "paired") return { entries: 0, bytes: 0 };
    if (pairing.at === "refused")
      throw new Error(mismatchText(pairing.because, { place: place.dataDir, store: storeName(place.db) }));
    return join(place, (await readIdentity(place.dataDir)) ?? randomUUID(), now);
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
  const store = { id: await installationId(db.kysely), ...(await knownFiles(db.kysely)) };
  const directory = { id: await readIdentity(dataDir), accountIds: await accountsIn(dataDir) };
  return pairingOf(store, directory);
};

/**
 * Gives both the same id. The directory comes first: if the service is killed in between, the next start
 * finds a store without an id that knows the directory. Files that the store does not know go to the trash,
 * but for older results of its resources, which it gives up.
 */
export const join = async (place: Place, id: string, now: EpochMs): Promise<SetAside> => {
  const { db, dataDir } = place;
  await writeIdentity(dataDir, id);
  const { strange, superseded } = await strangersIn(place);
  const setAside = await amountOf(dataDir, strange);
  for (const name of strange) await moveToTrash(dataDir, name, now);
  await db.transaction(async (trx) => {
    for (const path of superseded)
      await discard(trx, { accountId: accountOf(path), path, reason: "replaced" }, now);
    await recordInstallation(trx, id);
  });
  return setAside;
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

export const amountOf = async (dataDir: string, names: readonly string[]): Promise<SetAside> => {
  let bytes = 0;
  for (const name of names) bytes += await bytesOf(path.join(dataDir, name));
  return { entries: names.length, bytes };
};

export const storeName = ({ kind }: Pick<Db, "kind">): string =>
  kind === "sqlite" ? "The metadata store bellwether.sqlite" : "The metadata store at DATABASE_URL";

/** Accounts with uploads or results; bodies that are still arriving are neither. */
const accountsIn = async (dataDir: string): Promise<string[]> => {
  const all = [...(await entriesOf(dataDir, "uploads")), ...(await entriesOf(dataDir, "relations"))];
  return [...new Set(all.filter((name) => !isUnfinished(name)).map(accountOf))];
};
