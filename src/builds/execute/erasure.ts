// Erasure: dates of privacy receipts. A request is done when every result that held the people was built
// again; a deletion has its last date when, besides, the account's trash is empty, nothing is left on the
// disk that the store has given up, no upload holds their rows, and the store's own file is free of what was
// deleted. The disk is looked at, so that a receipt claims no more than is true.

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Db } from "../../db/connection.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { pathsOfAccount } from "../../store/discards.js";
import {
  markGone,
  markRemade,
  openReceipts,
  type PrivacyReceipt,
  remadeSince,
} from "../../store/privacy-receipts.js";
import { listConfigured, type Resource } from "../../store/resources.js";
import type { ObjectSweep } from "./object-sweep.js";
import { purgeTrashOfAccount } from "./trash.js";

export interface ErasureOptions {
  db: Db;
  dataDir: string;
  /** Absent: all files are in the data directory. */
  objects?: ObjectSweep | undefined;
}

/** Dates the receipts of all accounts; returns the number of deletions that are now complete. */
export const dateReceipts = async (
  { db, dataDir, objects }: ErasureOptions,
  now: EpochMs,
): Promise<number> => {
  const open = await openReceipts(db.kysely);
  let gone = 0;
  for (const accountId of new Set(open.map((receipt) => receipt.accountId))) {
    const receipts = open.filter((receipt) => receipt.accountId === accountId);
    const resources = await listConfigured(db.kysely, accountId, ["datasets"]);
    const remade: PrivacyReceipt[] = [];
    for (const receipt of receipts)
      if (receipt.remadeAt !== null) remade.push(receipt);
      else remade.push(...(await dateRemade(db, receipt, resources)));
    const deletions = remade.filter(({ mode }) => mode === "delete");
    if (deletions.length === 0) continue;
    // Nobody knows whom the files in the trash hold.
    await purgeTrashOfAccount(dataDir, accountId);
    await objects?.removeUnknownOf(accountId);
    if (!(await isNothingLeft({ db, dataDir, objects }, deletions, resources))) continue;
    if (!(await db.forgetDeleted())) continue;
    for (const { id } of deletions) await markGone(db.kysely, id, now);
    gone += deletions.length;
  }
  return gone;
};

/** The receipt with its date, or nothing while a result still holds the people. */
const dateRemade = async (
  db: Db,
  receipt: PrivacyReceipt,
  resources: readonly Resource[],
): Promise<PrivacyReceipt[]> => {
  const results = remadeSince(resources, receipt.mode, receipt.appliedAt);
  if (results.some(({ remadeAt }) => remadeAt === null)) return [];
  const remadeAt = Math.max(receipt.appliedAt, ...results.map((result) => result.remadeAt ?? 0));
  await markRemade(db.kysely, receipt, results, remadeAt);
  return [{ ...receipt, remadeAt }];
};

/**
 * Results that were made since the receipts' date hold nobody whom they name, also if newer ones have
 * replaced them.
 */
const isNothingLeft = async (
  { db, dataDir, objects }: ErasureOptions,
  deletions: readonly PrivacyReceipt[],
  resources: readonly Resource[],
): Promise<boolean> => {
  const { accountId } = deletions[0]!;
  const since = Math.max(...deletions.map(({ remadeAt }) => remadeAt ?? 0));
  if (resources.some((resource) => isReading(resource, since) || holdsRowsInUploads(resource))) return false;
  const unused = (await objects?.unusedOf(accountId)) ?? [];
  if (unused.some(({ name, modifiedMs }) => name.startsWith("uploads/") || modifiedMs <= since)) return false;
  const used = new Set(await pathsOfAccount(db.kysely, accountId));
  const isUnused = (file: string) => !used.has(file);
  const uploaded = (await entriesAt(dataDir, path.join("uploads", accountId), 2)).filter(isUnused);
  const built = (await entriesAt(dataDir, path.join("relations", accountId), 2)).filter(isUnused);
  const old = await Promise.all(built.map((dir) => isOlder(path.join(dataDir, dir), since)));
  return uploaded.length === 0 && !old.includes(true);
};

/** Such a build may have copies of what it read. */
const isReading = ({ status, lastReadInputAt }: Resource, since: EpochMs): boolean =>
  status === "running" && (lastReadInputAt ?? 0) < since;

const isOlder = async (file: string, since: EpochMs): Promise<boolean> => {
  const found = await stat(file).catch(() => null);
  return found !== null && found.mtimeMs <= since;
};

const holdsRowsInUploads = (resource: Resource): boolean =>
  resource.type === "datasets" && (resource.result?.forgotten_rows ?? []).length > 0;

/** Paths of what is `depth` levels below a directory, relative to the data directory; none if it is missing. */
const entriesAt = async (dataDir: string, dir: string, depth: number): Promise<string[]> => {
  const names = await readdir(path.join(dataDir, dir)).catch(() => []);
  const here = names.map((name) => path.join(dir, name));
  if (depth === 1) return here;
  return (await Promise.all(here.map((each) => entriesAt(dataDir, each, depth - 1)))).flat();
};
